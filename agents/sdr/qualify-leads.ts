import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { addWorkingDays, workingDayFrom } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { nextWorkingDay, saidDay, todayOf } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { inboxTasks, unreadable } from '../kit/task-inbox.ts'
import { TASK_LIST } from '../kit/task-list.ts'
import { firstMessage, type RankedLead } from './first-message.ts'
import { planTouches, sendAndPlan } from './follow-ups.ts'
import { readLeads } from './lead.ts'
import { CRITERIA, leadProduct } from './lead-report.ts'
import { alikeLeads, mergeLeads } from './merging.ts'
import { polished } from './polishing.ts'
import { QUESTIONS } from './questions.ts'
import { ANSWERS, LEADS, NOT_TO_CONTACT } from './samples.ts'
import { audienceIn, idealCustomer, type Score, scoreLead } from './scoring.ts'
import { addressesIn, readSuppression, screen } from './screening.ts'

/** Leads of a list: more is work for a data team. */
const LEADS_MAX = 5_000
/** The project of the Task Inbox that the work with leads is in. */
export const PROJECT = 'outreach'
const ORDER: readonly Score['next'][] = ['now', 'this week', 'nurture', 'leave']

/** What to do first, then the rank, then the place in the file. */
const byPromise = (a: RankedLead, b: RankedLead) =>
  ORDER.indexOf(a.score.next) - ORDER.indexOf(b.score.next) ||
  b.score.rank - a.score.rank ||
  (a.lead.lines[0] ?? 0) - (b.lead.lines[0] ?? 0)

const input = z.object({
  leads: fileInput('List of leads (CSV)', '.csv,.tsv,.txt'),
  doNotContact: fileInput('Customers and people not to contact (CSV)', '.csv,.tsv,.txt').optional(),
  audience: textInput(
    'Whom to look for, instead of your answers: “industries: …”, “roles: …”, “size: …” by lines',
    2_000,
  ).optional(),
  offer: lineInput('What you offer them, in a sentence (your answer when empty)').optional(),
  sender: lineInput('Who signs (your answer when empty)', 200).optional(),
  messages: z.number().int().min(1).max(20).default(8).meta({ title: 'How many first messages to draft' }),
  firstDay: z.iso.date().optional().meta({ title: 'First day of writing (the next working day when empty)' }),
  followUpAfter: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .meta({ title: 'Working days without an answer before the follow-up' }),
  notesRead: z
    .boolean()
    .default(false)
    .meta({ title: 'I have read the notes of the list: nobody there asks to be left alone' }),
  send: z.boolean().default(false).meta({ title: 'Send the first messages by mail, each after your word' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const { told: audience, unread } = audienceIn(given.audience ?? '')
  const answers = {
    ...answersOf(job, QUESTIONS),
    ...audience,
    ...(given.offer?.trim() ? { offer: given.offer } : {}),
    ...(given.sender?.trim() ? { sender: given.sender } : {}),
  }
  const table = readTable(await job.file(given.leads))
  if (table.rows.length > LEADS_MAX)
    throw new AppError('bad_request', `“${table.name}” has more than 5,000 leads. Give a smaller file.`)
  const list = readLeads(table)
  const suppression = given.doNotContact ? readSuppression(readTable(await job.file(given.doNotContact))) : null

  const { leads, merges } = mergeLeads(list.leads)
  const tasks = await inboxTasks(job, PROJECT)
  const { kept, leftOut } = screen(leads, suppression, addressesIn(tasks.map(({ title }) => title)))
  const doubles = table.rows.length - leads.length
  await job.note(
    `${counted(table.rows.length, 'row')}: ${counted(kept.length, 'lead')} to score, ${doubles} merged, ${leftOut.length} left out.`,
  )

  const ideal = idealCustomer(answers)
  const ranked = kept
    .map((lead): RankedLead => ({ lead, score: scoreLead(lead, ideal, todayOf(job)), message: null }))
    .sort(byPromise)
  const next = nextWorkingDay(job)
  const firstDay = workingDayFrom(given.firstDay && given.firstDay > next ? given.firstDay : next)
  // A mistyped domain has to be put right first: a message to it reaches a stranger. A note may hold a no: nobody reads it here.
  const chosen = ranked
    .filter(({ lead, score }) => score.next !== 'leave' && !lead.email?.meant && (given.notesRead || lead.notes === ''))
    .slice(0, given.messages)
  const touches = planTouches(chosen, { firstDay, followUpAfter: given.followUpAfter })
  const told = { offer: answers.offer ?? '', sender: answers.sender ?? '' }
  for (const { one, writeOn } of touches) {
    const days = [saidDay(addWorkingDays(writeOn, 2)), saidDay(addWorkingDays(writeOn, 4))] as const
    one.message = firstMessage(one.lead, one.score, told, days)
  }
  const polishedCount = await polished(job, chosen)
  const outcome = await sendAndPlan(job, touches, PROJECT, given.send)
  const alike = alikeLeads(kept)
  const closed = await unreadable(job, { 'tasks.list': 'Task Inbox' })
  await job.deliver(
    leadProduct({
      table,
      list,
      ranked,
      touches,
      merges,
      alike,
      leftOut,
      suppression,
      ideal,
      outcome,
      polishedCount,
      closed,
      unread,
      notesRead: given.notesRead,
    }),
  )
}

export const qualifyLeads = playbook({
  id: 'qualifyLeads',
  title: 'Clean and score a list of leads, and draft the first messages',
  summary:
    'Merges doubles, grades each lead by fit and intent with its reasons, drafts a first message to the best, and offers their follow-ups as tasks.',
  examples: [
    'leads',
    'score leads',
    'qualify leads',
    'dedupe leads',
    'lead list',
    'first message',
    'outreach',
    'prospects',
  ],
  input,
  uses: ['tasks.list', TASK_LIST, 'mail.send'],
  criteria: CRITERIA,
  withoutModel: [
    'The messages are of a template, filled from the file and your answers.',
    'Nothing is looked up about a person or a company.',
    'Notes are not read: who has one gets a message only once you say that you have read them.',
  ],
  sample: {
    files: { 'leads.csv': LEADS, 'do-not-contact.csv': NOT_TO_CONTACT },
    input: {
      leads: 'file:leads.csv',
      doNotContact: 'file:do-not-contact.csv',
      audience: `industries: ${ANSWERS.industries}\nroles: ${ANSWERS.roles}\nsize: ${ANSWERS.size}`,
      offer: ANSWERS.offer,
      sender: ANSWERS.sender,
      notesRead: true,
    },
  },
  run,
})
