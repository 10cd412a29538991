import { type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { nextWorkingDay, saidDay, todayOf } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { slugOf } from '../kit/slug.ts'
import { inboxTasks, unreadable } from '../kit/task-inbox.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { dated, ownSteps, stepsFor } from './onboarding-plan.ts'
import { QUESTIONS } from './questions.ts'

export const PROJECT = 'onboarding'
const CRITERIA = [
  'Every step has a working day, somebody who does it, and what shows that it is done.',
  'First value comes within the days that were promised.',
  'Steps that are in the Task Inbox are shown with their state, not added again.',
] as const

const input = z.object({
  customer: lineInput('Customer', 100).min(2, 'Say which customer.'),
  contact: lineInput('Contact and e-mail address, “Ada Berg <ada@…>”', 200).optional(),
  goal: lineInput('What the customer wants to reach', 300).optional(),
  startOn: z.iso.date().optional().meta({ title: 'Start (the next working day when empty)' }),
  people: z.number().int().min(1).max(100_000).default(10).meta({ title: 'People who will use it' }),
  hasData: z.boolean().default(true).meta({ title: 'There is data to import' }),
  hasSignOn: z.boolean().default(false).meta({ title: 'With single sign-on' }),
  steps: textInput('Your own steps instead, by lines: “3: Import employees (customer)”', 5_000).optional(),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const today = todayOf(job)
  const customer = given.customer.replace(/\s+/g, ' ').trim()
  const startOn = given.startOn ?? nextWorkingDay(job)
  const valueDays = Number(answers.days) || 10
  const own = given.steps?.trim() ? ownSteps(given.steps) : null
  const plan = dated(own?.steps.length ? own.steps : stepsFor(given, answers.value ?? '', valueDays), startOn)
  const context = slugOf(customer, 'customer')

  const known = (await inboxTasks(job, PROJECT)).filter(({ contexts }) => contexts.includes(context))
  const stateOf = (what: string) => known.find(({ title }) => title.endsWith(`: ${what}`))
  const rows = plan.map((step) => {
    const task = stateOf(step.what)
    const due = task?.due?.slice(0, 10) ?? step.day
    return { ...step, day: due, task, state: task?.done ? 'done' : due < today ? 'late' : task ? 'open' : 'new' }
  })
  const fresh = rows.filter(({ task }) => !task)
  const tasks = fresh.map(
    ({ what, day, phase }): ListedTask => ({
      title: `${customer}: ${what}`,
      due: day,
      priority: what.startsWith('First value') ? 'A' : phase === 'Review' ? 'C' : 'B',
      project: PROJECT,
      context,
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `The onboarding of ${cutTo(customer, 80)} from ${startOn}, each step on its day.`,
  )
  const first = rows.find(({ what }) => what.startsWith('First value'))
  const kickOff = rows.find(({ what }) => /kick.?off/i.test(what)) ?? rows[0]
  const [, name = '', address = ''] = /^\s*([^<]*?)\s*<([^>]+)>\s*$/.exec(given.contact ?? '') ?? []
  const email = emailIn(address || given.contact || '')
  const theirs = rows.filter(({ by, state }) => by !== 'us' && state !== 'done').slice(0, 6)
  const greeting = /^[\p{L}\p{M}][\p{L}\p{M}.’' -]+$/u.test(name) ? `Hello ${name.split(' ')[0]},` : 'Hello,'
  const welcome = [
    greeting,
    `welcome. Our goal: ${given.goal?.trim() || answers.value || 'a good start'}${first ? `, by ${saidDay(first.day)}` : ''}. The way there:`,
    theirs.map(({ day, what }) => `- ${saidDay(day)}: ${what}`).join('\n'),
    `Does ${kickOff ? saidDay(kickOff.day) : 'this week'} suit you for the kick-off, and who besides you should be there?`,
    `Kind regards\n${answers.sender ?? ''}`,
  ].join('\n\n')
  const late = rows.filter(({ state }) => state === 'late')
  await job.deliver({
    title: `Onboarding of ${cutTo(customer, 100)}: ${plan.length} steps from ${startOn}`,
    summary: `${first ? `First value on ${first.day}, ${valueDays} working days after the start. ` : ''}${rows.filter(({ state }) => state === 'done').length} of ${rows.length} steps are done, ${late.length} late. ${put.sentence}`,
    blocks: [
      textBlock(
        'In short',
        [
          `**Goal**: ${shownAs(given.goal?.trim() || `not told; first value is ${answers.value}`)}`,
          '',
          ...(late.length > 0
            ? late.map(({ day, what, by }) => `- Late since ${day}: ${shownAs(what)} (${by})`)
            : ['No step is late.']),
        ].join('\n'),
      ),
      ...tableBlock(
        'Steps',
        { day: 'Day', phase: 'Phase', step: 'Step', by: 'By', done: 'Done when', state: 'State' },
        rows.map(({ day, phase, what, by, done, state }) => ({
          day,
          phase,
          step: what,
          by,
          done: done || 'as agreed',
          state,
        })),
      ),
      {
        kind: 'drafts',
        title: 'Welcome',
        drafts: [
          {
            to: email?.address ?? (name || customer),
            subject: `Your start: the plan${first ? ` until ${first.day}` : ''}`,
            text: welcome,
          },
        ],
      },
    ],
    sources: [
      { kind: 'answer', name: 'What you gave for this task', place: `${customer}, ${given.people} people` },
      {
        kind: 'records',
        name: `Task Inbox: project “${PROJECT}”`,
        place: `${counted(known.length, 'task')} of @${context}`,
      },
    ],
    evidence: evidenceFor(
      CRITERIA,
      [
        rows.length,
        rows.filter(({ by, day, done }) => !by || !day || !done).length,
        `${rows.length} steps; ${rows.filter(({ by }) => by !== 'us').length} need the customer.`,
      ],
      [
        first ? 1 : 0,
        first ? Number(first.after > valueDays) : null,
        first
          ? `Planned after ${first.after} of ${valueDays} working days, on ${first.day}.`
          : 'Your own steps name no first value.',
      ],
      [
        rows.length,
        fresh.filter(({ what }) => known.some(({ title }) => title.endsWith(`: ${what}`))).length,
        `${known.length} were there, ${fresh.length} new. ${put.sentence}`,
      ],
    ),
    couldNot: sentences(
      await unreadable(job, { 'tasks.list': 'Task Inbox' }),
      'Public holidays and the customer’s own days are not known: agree on the days in the kick-off.',
      'What sales promised was not read.',
      !email && given.contact && `No e-mail address in “${cutTo(given.contact, 80)}”.`,
      own && own.unread.length > 0 && `Steps that could not be read: ${own.unread.slice(0, 5).join('; ')}.`,
      own && own.steps.length === 0 && 'None of your own steps could be read, so the usual ones were taken.',
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const planOnboarding = playbook({
  id: 'planOnboarding',
  title: 'Plan the onboarding of a customer',
  summary:
    'A dated plan to first value with who does what, the welcome mail, and the steps as tasks; run again, it says what is late.',
  examples: ['onboarding', 'onboarding plan', 'new customer', 'kick-off', 'time to value'],
  input,
  uses: ['tasks.list', TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['The welcome is of a template.'],
  sample: {
    files: {},
    input: {
      customer: 'Fjordwerk AS',
      contact: 'Ada Berg <ada.berg@fjordwerk.example>',
      goal: 'plan the shifts of two plants a week ahead',
      people: 30,
      hasSignOn: true,
    },
  },
  run,
})
