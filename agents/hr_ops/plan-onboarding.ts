import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook } from '@atrium/contract/playbook'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { dayFor } from '../kit/offsets.ts'
import { putTasks } from '../kit/task-list.ts'
import { answerTo } from '../kit/telling.ts'
import { checkInsOf, phaseOf, stepsOf } from './onboarding-steps.ts'
import { CONTACT, probationMonths } from './questions.ts'
import { ONBOARDING_SAMPLE } from './samples.ts'

const criteria = [
  'Every line of your checklist has a working day and an owner, or it is said which has none.',
  'Check-ins after 30, 60 and 90 days and the end of the probation have their days.',
] as const

const input = z.object({
  checklist: fileInput('Your onboarding checklist: a table with task, when, owner', '.csv,.tsv'),
  name: lineInput('Who begins', 100),
  role: lineInput('As what', 100).optional(),
  start: z.iso.date().meta({ title: 'First day' }),
  manager: lineInput('Manager', 100).optional(),
  buddy: lineInput('Buddy', 100).optional(),
  email: lineInput('E-mail address, for the welcome', 200).optional(),
  tasks: z.boolean().meta({ title: 'Put the steps into the Task Inbox' }).default(false),
  checkIns: z.boolean().meta({ title: 'Put the check-ins on the calendar, after you have read each' }).default(false),
})

export const planOnboarding = playbook({
  id: 'planOnboarding',
  title: 'Plan an onboarding',
  summary:
    'Turns your own checklist into the onboarding of one person: each step with its working day and owner, check-ins after 30, 60 and 90 days, the end of the probation, and a welcome to send.',
  examples: ['onboarding plan', 'new hire', 'new employee', 'first day', 'onboard'],
  input,
  uses: ['tasks.importTodoTxt', 'content-calendar.add'],
  criteria,
  withoutModel: ['A welcome in your own tone; the draft states the facts.'],
  sample: {
    files: { 'onboarding.csv': ONBOARDING_SAMPLE },
    input: {
      checklist: 'file:onboarding.csv',
      name: 'Nora Berg',
      role: 'Designer',
      start: '2026-06-01',
      manager: 'Mara',
      buddy: 'Ivo',
      email: 'nora@studio.example',
    },
  },
  async run(job, given) {
    const file = await job.file(given.checklist)
    const steps = stepsOf(file)
    if (steps.length === 0)
      throw new AppError(
        'bad_request',
        `“${file.name}” has no steps. Give a table with a column for the task, and for when and for the owner where you know them.`,
      )
    const today = dayAt(job.now, job.timeZone)
    const roles: Readonly<Record<string, string>> = {
      manager: given.manager ?? '',
      buddy: given.buddy ?? '',
      'new hire': given.name,
      'new employee': given.name,
      hr: answerTo(job, CONTACT),
    }
    const items = steps
      .slice(0, 200)
      .map((step) => ({
        what: step.text,
        owner: roles[step.owner.toLowerCase()] || step.owner,
        phase: step.section || phaseOf(step.offset),
        day: dayFor(step, given.start),
        line: step.line,
      }))
      .sort((a, b) => (a.day ?? '9').localeCompare(b.day ?? '9') || a.line - b.line)
    const undated = items.filter(({ day }) => day === null)
    const unowned = items.filter(({ owner }) => owner === '')
    const gone = items.filter(({ day }) => day !== null && day < today)
    const dates = checkInsOf(given.start, probationMonths(job))
    await job.note(`${counted(items.length, 'step')} for ${given.name}, ${unowned.length} without an owner.`)
    const put = given.tasks
      ? await putTasks(
          job,
          items.map(({ what, owner, day }) => ({
            title: `${what}${owner ? ` (${owner})` : ''}`,
            due: day,
            project: `Onboarding ${given.name}`,
          })),
          `The ${counted(items.length, 'step')} of ${given.name}’s onboarding become tasks.`,
        )
      : null
    const booked = await doEach(
      job,
      'content-calendar.add',
      given.checkIns
        ? dates.map(({ what, day }) => ({
            name: `${day} ${what}`,
            input: {
              title: `${what}: ${given.name}`,
              start: `${day}T10:00`,
              zone: job.timeZone,
              minutes: 30,
              status: 'tentative',
            },
            why: `Keep half an hour on ${day} for “${what}” with ${given.name}.`,
          }))
        : [],
      6,
    )
    const to = given.email ? (emailIn(given.email)?.address ?? '') : ''
    const firstDay = items.filter(({ day }) => day === given.start)
    await job.deliver({
      title: `Onboarding of ${given.name}, ${given.start}`,
      summary: `${counted(items.length, 'step')} from ${items[0]?.day ?? given.start} on${given.role ? ` for ${given.name}, ${given.role}` : ''}. ${unowned.length === 0 ? 'Each has an owner.' : `${counted(unowned.length, 'step')} without an owner.`}${gone.length > 0 ? ` ${counted(gone.length, 'step')} should be done already.` : ''}`,
      blocks: [
        ...[...Map.groupBy(items, ({ phase }) => phase)].slice(0, 40).map(([phase, mine]) => ({
          kind: 'checks' as const,
          title: phase,
          checks: mine.map(({ what, owner, day, line }) => ({
            text: what,
            state: 'unknown' as const,
            note: [day ? `by ${day}` : 'no day', owner || 'nobody', `line ${line}`].join(' · '),
          })),
        })),
        ...tableBlock(
          'By owner',
          { owner: 'Owner', day: 'Day', what: 'Step' },
          items
            .toSorted((a, b) => a.owner.localeCompare(b.owner))
            .map(({ owner, day, what }) => ({ owner: owner || 'nobody', day: day ?? '', what })),
        ),
        ...tableBlock('Dates to keep', { day: 'Day', what: 'What' }, dates),
        ...doneBlock('On the calendar', booked),
        {
          kind: 'drafts',
          title: 'Welcome',
          drafts: [
            {
              to,
              subject: `Your first day, ${given.start}`,
              text: welcome(
                given,
                firstDay.map(({ what }) => what),
                answerTo(job, CONTACT),
              ),
            },
          ],
        },
        textBlock(
          'How days were counted',
          'From the first day: “two weeks before”, “T-3”, “day 1”, “5 working days after”. What falls on a weekend moves to the safe side. Public holidays are not known.',
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: counted(items.length, 'line') }],
      evidence: evidenceFor(
        criteria,
        [
          items.length,
          items.filter(({ day, owner }) => day === null || owner === '').length,
          `Without a day: ${undated.length === 0 ? 'none' : linesOf(undated.map(({ line }) => line))}. Without an owner: ${unowned.length === 0 ? 'none' : linesOf(unowned.map(({ line }) => line))}.`,
        ],
        [
          dates.length,
          dates.filter(({ day }) => day <= given.start).length,
          dates.map(({ what, day }) => `${what} ${day}`).join(', '),
        ],
      ),
      couldNot: sentences(
        steps.length > 200 && 'Only the first 200 steps are in it.',
        given.email && to === '' && 'The e-mail address is none.',
        put?.sentence,
        ...notDone('check-ins', booked),
        'The welcome was not sent: it is a draft.',
        'Contracts, registrations and what the law asks for on hiring are in it only where your checklist has them.',
      ),
    })
  },
})

function welcome(
  { name, role, start, manager, buddy }: z.output<typeof input>,
  firstDay: readonly string[],
  contact: string,
): string {
  return [
    `Hello ${name},`,
    `we look forward to your first day${role ? ` as ${role}` : ''} on ${start}.`,
    [manager ? `${manager} will be your manager.` : '', buddy ? `${buddy} is your buddy: ask anything.` : '']
      .filter(Boolean)
      .join(' '),
    firstDay.length > 0 ? `On that day:\n${firstDay.map((one) => `- ${one}`).join('\n')}` : '',
    `Questions before then? Write to ${contact}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
