import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { dayFor, readProcedure } from '../kit/procedure-text.ts'
import { groupedBy } from '../kit/statistics.ts'
import { dayOf } from '../kit/table.ts'
import { putTasks } from '../kit/task-list.ts'
import { answerTo } from '../kit/telling.ts'
import { LEAD } from './questions.ts'
import { PROCEDURE_SAMPLE } from './samples.ts'

const criteria = [
  'Every numbered or bulleted line of the procedure is one item, with its line.',
  'Every item has an owner and a day, or it is said which have none.',
] as const

const STEPS_MAX = 300

const input = z.object({
  procedure: fileInput('The procedure (text, Markdown, DOCX or PDF)', '.txt,.md,.docx,.pdf').optional(),
  text: textInput('Or the procedure as text').optional(),
  title: lineInput('What it is for, such as “Fair in Berlin”', 120).optional(),
  day: z.iso.date().meta({ title: 'The day that it is about (empty: items without days)' }).optional(),
  tasks: z.boolean().meta({ title: 'Put the items into the Task Inbox' }).default(false),
})

export const makeChecklist = playbook({
  id: 'makeChecklist',
  title: 'Make a checklist of a procedure',
  summary:
    'Turns a written procedure into a checklist with owners, critical items and real days counted from the day it is about, on working days, ready for the Task Inbox.',
  says: ['make a checklist', 'checklist from procedure', 'sop to tasks', 'prepare an event'],
  input,
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['Steps that stand in running text; only numbered and bulleted lines become items.'],
  sample: {
    files: { 'fair-procedure.md': PROCEDURE_SAMPLE },
    input: { procedure: 'file:fair-procedure.md', day: '2026-05-20', title: 'Fair in Berlin' },
  },
  async run(job, given) {
    const file = given.procedure ? await job.file(given.procedure) : null
    const text = file?.text ?? given.text ?? ''
    if (!text.trim()) throw new AppError('bad_request', 'Give a procedure: a file, or its text with one step a line.')
    const { steps: all, title, prose } = readProcedure(text.slice(0, 400_000))
    if (all.length === 0)
      throw new AppError(
        'bad_request',
        'There is no numbered or bulleted line in it. Write one step a line, such as “1. Book the hall (owner: Ann)”.',
      )
    const steps = all.slice(0, STEPS_MAX)
    const today = dayOf(job.now, job.timeZone)
    const owner = answerTo(job, LEAD)
    const items = steps.map((step) => ({
      ...step,
      who: step.owner || (owner === LEAD.otherwise ? '' : owner),
      day: given.day ? dayFor(step, given.day) : null,
    }))
    const sorted = items.toSorted((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9') || a.line - b.line)
    const name = given.title?.trim() || title || file?.name || 'Procedure'
    const gone = items.filter(({ day }) => day !== null && day < today)
    const unowned = items.filter(({ who }) => who === '')
    const undated = items.filter(({ day }) => day === null)
    await job.note(
      `${counted(items.length, 'item')}, ${unowned.length} without an owner, ${undated.length} without a day.`,
    )
    const put = given.tasks
      ? await putTasks(
          job,
          sorted.map(({ text: what, who, day, isCritical }) => ({
            title: `${what}${who ? ` (${who})` : ''}`,
            due: day,
            priority: isCritical ? ('A' as const) : undefined,
            project: name,
          })),
          `The ${counted(items.length, 'item')} of “${name}” become tasks.`,
        )
      : null
    const sections = [...groupedBy(sorted, ({ section }) => section || 'Steps')]
    await job.deliver({
      title: `Checklist: ${name}`,
      summary: `${counted(items.length, 'item')}${given.day ? ` around ${given.day}` : ''}, ${items.filter(({ isCritical }) => isCritical).length} of them critical. ${unowned.length === 0 ? 'Each has an owner.' : `${counted(unowned.length, 'item')} without an owner.`}${gone.length > 0 ? ` ${counted(gone.length, 'item')} should be done already: begin with those.` : ''}`,
      blocks: [
        ...sections.slice(0, 40).map(([section, mine]) => ({
          kind: 'checks' as const,
          title: section,
          checks: mine.map(({ text: what, who, day, isCritical, line }) => ({
            text: `${isCritical ? '❗ ' : ''}${what}`,
            state: 'unknown' as const,
            note: [day ? `by ${day}` : '', who, `line ${line}`].filter(Boolean).join(' · '),
          })),
        })),
        ...tableBlock(
          'By day',
          { day: 'Day', what: 'Item', who: 'Owner', critical: 'Critical', state: 'State', line: 'Line' },
          sorted.map(({ day, text: what, who, isCritical, line }) => ({
            day: day ?? '',
            what,
            who,
            critical: isCritical ? 'yes' : '',
            state: day === null ? 'no day' : day < today ? 'should be done' : '',
            line,
          })),
        ),
        textBlock(
          'How days were read',
          'T-3, “two weeks before”, “day 1” and the like count from the day it is about; an item without a day of its own takes that of its heading. What falls on a weekend moves to the working day before it when it is due before the day, else after it. Public holidays are not known.',
        ),
      ],
      sources: [
        {
          kind: file ? 'file' : 'answer',
          name: file?.name ?? 'the procedure you gave',
          place: `${counted(items.length, 'line')} of it`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [all.length <= STEPS_MAX, `${items.length} of ${counted(all.length, 'line')}.`],
        [
          unowned.length === 0 && (undated.length === 0 || !given.day),
          `Without an owner: ${unowned.length === 0 ? 'none' : linesOf(unowned.map(({ line }) => line))}. Without a day: ${undated.length === 0 ? 'none' : linesOf(undated.map(({ line }) => line))}.`,
        ],
      ),
      couldNot: sentences(
        prose.length > 0 && `Running text became no item: ${linesOf(prose)}.`,
        all.length > STEPS_MAX && `Only the first ${STEPS_MAX} steps are in it.`,
        !given.day && 'No day was given, so no item has one.',
        put?.sentence,
        'Whether the procedure is complete or right is for the one who answers for it.',
      ),
    })
  },
})
