import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import type { Block } from '@atrium/contract/work-product'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { workdayFrom } from '../kit/periods.ts'
import { readTable } from '../kit/table.ts'
import { inboxTasks, unreadable } from '../kit/task-inbox.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { shownAs } from '../kit/telling.ts'
import { plusWorkingDays, saidDay, todayOf } from '../kit/working-days.ts'
import { followUpMessage } from './follow-up-message.ts'
import { PROJECT } from './qualify-leads.ts'
import { QUESTIONS } from './questions.ts'
import { TOUCH_LOG } from './samples.ts'
import { type Contact, contactsOfTable, contactsOfTasks, daysLate, nextTouchOn, TOUCHES_MAX } from './touch-log.ts'

const CRITERIA = [
  'Every contact has its next touch with a day, or the reason why there is none.',
  'What is late is named with the days that it is late.',
  'Whoever is due has a message that differs from the one before, or a call where there is no address.',
] as const

const input = z.object({
  log: fileInput(
    'Log of contacts (CSV); the tasks of “outreach” in the Task Inbox when empty',
    '.csv,.tsv,.txt',
  ).optional(),
  days: z.number().int().min(1).max(30).default(5).meta({ title: 'Look ahead so many working days' }),
})

interface Next extends Contact {
  nextOn: string
  late: number
}

const whyNone = ({ answered, touches }: Contact) =>
  answered ? 'has answered' : `${touches} touches without an answer: ended`

function summary(due: readonly Next[], later: readonly Next[], ended: readonly Contact[], until: string): Block {
  const all = due.length + later.length + ended.length
  const answered = ended.filter((contact) => contact.answered).length
  const touched = due.concat(later).filter(({ touches }) => touches > 0).length + ended.length
  const late = due.filter((one) => one.late > 0)
  // Aging of what is late, in calendar days.
  const buckets: [string, (days: number) => boolean][] = [
    ['1–3 days', (days) => days <= 3],
    ['4–7 days', (days) => days > 3 && days <= 7],
    ['8–14 days', (days) => days > 7 && days <= 14],
    ['over 14 days', (days) => days > 14],
  ]
  return {
    kind: 'text',
    title: 'Where the outreach stands',
    markdown: [
      `${counted(all, 'contact')}: **${due.length} due by ${until}**, of them ${late.length} late; ${later.length} later, ${ended.length} ended.`,
      ...(touched > 0
        ? [
            `${answered} of the ${touched} that were written to have answered (${((100 * answered) / touched).toFixed(0)} %).`,
          ]
        : []),
      '',
      `| Late by | ${buckets.map(([title]) => title).join(' | ')} |`,
      `|---|${buckets.map(() => '---:|').join('')}`,
      `| Contacts | ${buckets.map(([, fits]) => late.filter((one) => fits(one.late)).length).join(' | ')} |`,
      '',
      ...due
        .slice(0, 5)
        .map(
          (one, at) =>
            `${at + 1}. ${shownAs(one.name || one.email || one.place)}: touch ${one.touches + 1} of ${TOUCHES_MAX}, due ${one.nextOn}${one.late > 0 ? `, ${counted(one.late, 'day')} late` : ''}`,
        ),
    ].join('\n'),
  }
}

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const today = todayOf(job)
  const table = given.log ? readTable(await job.file(given.log)) : null
  const ofTable = table ? contactsOfTable(table) : null
  const ofTasks = table ? null : contactsOfTasks(await inboxTasks(job, PROJECT))
  const contacts = ofTable?.contacts ?? ofTasks?.contacts ?? []
  const until = plusWorkingDays(today, given.days)

  const planned = contacts.flatMap((contact): Next[] => {
    const day = nextTouchOn(contact, today)
    return day === null ? [] : [{ ...contact, nextOn: day, late: daysLate(day, today) }]
  })
  planned.sort((a, b) => a.nextOn.localeCompare(b.nextOn) || b.touches - a.touches)
  const due = planned.filter(({ nextOn }) => nextOn <= until)
  const later = planned.filter(({ nextOn }) => nextOn > until)
  const ended = contacts.filter((contact) => nextTouchOn(contact, today) === null)

  const told = { offer: answers.offer ?? '', sender: answers.sender ?? '' }
  const drafts = due.slice(0, 50).flatMap((contact) => {
    const on = workdayFrom(contact.nextOn > today ? contact.nextOn : today)
    const message = followUpMessage(contact, told, [saidDay(plusWorkingDays(on, 2)), saidDay(plusWorkingDays(on, 4))])
    return message ? [message] : []
  })
  // What the Task Inbox has a day for already needs no second task.
  const missing = due.filter(({ plannedOn }) => plannedOn === null).slice(0, 50)
  const tasks = missing.map(
    (one): ListedTask => ({
      title: `Follow up with ${[one.name, one.company, one.email].filter(Boolean).join(', ') || one.place}`,
      due: workdayFrom(one.nextOn > today ? one.nextOn : today),
      priority: one.late > 3 ? 'A' : 'B',
      project: PROJECT,
      context: one.email ? 'email' : 'phone',
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `${counted(tasks.length, 'contact')} due by ${until} without a task: a follow-up for each on its day.`,
  )

  const row = (one: Next) => ({
    due: one.nextOn,
    late: one.late,
    name: one.name,
    company: one.company,
    email: one.email,
    touch: `${one.touches + 1} of ${TOUCHES_MAX}`,
    last: one.lastOn ?? '',
    place: one.place,
  })
  const columns = {
    due: 'Due',
    late: 'Days late',
    name: 'Name',
    company: 'Company',
    email: 'E-mail',
    touch: 'Touch',
    last: 'Last touch',
    place: 'From',
  }
  const calls = due.filter(({ email }) => !email).length
  const late = due.filter((one) => one.late > 0).length
  await job.deliver({
    title: `Follow-ups: ${due.length} due by ${until}`,
    summary:
      contacts.length === 0
        ? 'The project “outreach” of the Task Inbox has no contacts yet. Score a list of leads first, or give a log of contacts.'
        : `${counted(due.length, 'contact')} due within ${given.days} working days, with ${counted(drafts.length, 'message')} ready. ${put.sentence}`,
    blocks: [
      summary(due, later, ended, until),
      ...tableBlock('Next touches', columns, [...due, ...later].map(row)),
      ...(drafts.length > 0 ? [{ kind: 'drafts' as const, title: 'Messages for those who are due', drafts }] : []),
      ...tableBlock(
        'No further touch',
        { name: 'Name', email: 'E-mail', why: 'Why' },
        ended.map((one) => ({ name: one.name, email: one.email, why: whyNone(one) })),
      ),
    ],
    sources: [
      table
        ? { kind: 'file', name: table.name, place: `${table.rows.length} rows` }
        : { kind: 'records', name: 'Task Inbox: project “outreach”', place: counted(contacts.length, 'contact') },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        planned.length + ended.length === contacts.length,
        `${planned.length} with a day + ${ended.length} ended = ${contacts.length} contacts.`,
      ],
      [true, `${late} late, in the column “Days late”.`],
      [
        drafts.length + calls === due.length,
        `${drafts.length} messages and ${calls} calls for ${due.length} who are due; each touch has words of its own.`,
      ],
    ),
    couldNot: sentences(
      !table && (await unreadable(job, { 'tasks.list': 'Task Inbox' })),
      'Answers are known only as far as the tasks or the log say so: no mailbox was read.',
      'The messages are of templates; without a model they do not refer to what was written before.',
      due.length > drafts.length &&
        `${counted(due.length - drafts.length, 'contact')} without a message: no address, or beyond the first 50.`,
      ofTasks &&
        ofTasks.unread.length > 0 &&
        `${counted(ofTasks.unread.length, 'task')} of “outreach” name no contact: ${ofTasks.unread.slice(0, 5).join('; ')}.`,
      ofTable && ofTable.badDates.length > 0 && `Dates that are none: ${linesOf(ofTable.badDates)}.`,
      ofTable?.dateNote,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const planFollowUps = playbook({
  id: 'planFollowUps',
  title: 'Say who is due for a follow-up, with the message',
  summary:
    'Reads the outreach tasks, or a log of contacts, counts the touches, names what is late and drafts the next message for everybody who is due.',
  says: ['follow up', 'follow-ups', 'who is due', 'next touch', 'sequence', 'cadence', 'chase'],
  input,
  uses: ['tasks.list', TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['The messages are of templates and do not refer to what was written before.'],
  sample: { files: { 'contacts.csv': TOUCH_LOG }, input: { log: 'file:contacts.csv' } },
  run,
})
