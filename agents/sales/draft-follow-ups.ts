import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { nextWorkingDay, saidDay, todayOf } from '../kit/days.ts'
import { counted, doEach, doneBlock, linesOf, notDone } from '../kit/doing.ts'
import { emailIn } from '../kit/email-address.ts'
import { readTable } from '../kit/table.ts'
import { type Deal, readPipeline } from './deal.ts'
import { dealMessage } from './deal-message.ts'
import { QUESTIONS } from './questions.ts'
import { DEALS } from './samples.ts'

const CRITERIA = [
  'Every open deal that was silent for too long has a message, or the reason why it has none.',
  'Each message fits the stage, asks one question and promises nothing.',
] as const
const SEND_MAX = 20
const POLISHED_MAX = 5

const input = z.object({
  deals: fileInput('Deals (CSV): stage, contact, e-mail, last activity', '.csv,.tsv,.txt'),
  silence: z
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .meta({ title: 'Silent after so many days (your answer when empty)' }),
  send: z.boolean().default(false).meta({ title: 'Send the messages by mail, each after your word' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.deals))
  const today = todayOf(job)
  const { deals, badDates, dateNote } = readPipeline(table)
  const silence = given.silence ?? (Number(answers.silence) || 14)
  const open = deals.filter(({ outcome }) => outcome === 'open')
  const unknown = open.filter(({ lastOn }) => lastOn === null)
  const silentFor = ({ lastOn }: Deal) => (lastOn ? daysBetween(lastOn, today) : 0)
  const silent = open.filter((deal) => silentFor(deal) > silence).sort((a, b) => silentFor(b) - silentFor(a))

  const on = nextWorkingDay(job)
  const days = [saidDay(addWorkingDays(on, 2)), saidDay(addWorkingDays(on, 4))] as const
  const told = { offer: answers.offer ?? '', sender: answers.sender ?? '' }
  const left = silent.filter(({ refusal }) => refusal !== null)
  const written = silent
    .filter(({ refusal }) => refusal === null)
    .map((deal) => ({
      deal,
      email: emailIn(deal.emailText),
      message: dealMessage(deal, told, days),
    }))
  const ready = written.flatMap(({ deal, email, message }) =>
    email ? [{ deal, draft: { to: email.address, ...message } }] : [],
  )
  const without = written.filter(({ email }) => !email)
  let polished = 0
  for (const one of ready.slice(0, POLISHED_MAX)) {
    const text = await job.compose({
      purpose: 'A follow-up on a deal',
      instructions:
        'Word this message better in the same language, plain and warm, at most 90 words. Keep greeting, question, days and signature. Add no fact, price, date, link or promise. Answer with the message alone.',
      data: one.draft.text,
      maxWords: 100,
    })
    if (text === null) break
    if (text.trim() === '' || /https?:|\d{3}/.test(text)) continue
    one.draft.text = text.trim()
    polished++
  }
  const sent = given.send
    ? await doEach(
        job,
        'mail.send',
        ready.map(({ deal, draft }) => ({
          name: `${draft.to}: ${draft.subject}`,
          input: { ...draft },
          why: `“${deal.name}” (${deal.stage}) has had no contact for ${silentFor(deal)} days.`,
        })),
        SEND_MAX,
      )
    : { done: [], not: [] }

  await job.deliver({
    title: `Follow-ups for ${counted(silent.length, 'silent deal')}`,
    summary: `${silent.length} of ${counted(open.length, 'open deal')} had no contact for more than ${silence} days; ${counted(ready.length, 'message')} ready. ${
      given.send ? `${sent.done.length} sent.` : 'Nothing was sent.'
    }`,
    blocks: [
      ...tableBlock(
        'Silent deals, the longest first',
        {
          deal: 'Deal',
          company: 'Company',
          stage: 'Stage',
          days: 'Days silent',
          contact: 'Contact',
          step: 'Next step told',
          message: 'Message',
          line: 'Line',
        },
        written
          .map(({ deal, email, message }) => ({
            deal: deal.name,
            company: deal.company,
            stage: deal.stage,
            days: silentFor(deal),
            contact: deal.contact,
            step: deal.nextStep,
            message: email ? message.subject : 'none: no e-mail address',
            line: deal.line,
          }))
          .concat(
            left.map((deal) => ({
              deal: deal.name,
              company: deal.company,
              stage: deal.stage,
              days: silentFor(deal),
              contact: deal.contact,
              step: deal.nextStep,
              message: `none: ${deal.refusal}`,
              line: deal.line,
            })),
          ),
      ),
      ...(ready.length > 0
        ? [{ kind: 'drafts' as const, title: 'Messages', drafts: ready.map(({ draft }) => draft) }]
        : [
            {
              kind: 'text' as const,
              title: 'Messages',
              markdown: `No open deal was silent for more than ${silence} days.`,
            },
          ]),
      ...doneBlock('Sent by mail', sent),
    ],
    sources: [{ kind: 'file', name: table.name, place: linesOf(silent.map(({ line }) => line)) }],
    evidence: evidenceFor(
      CRITERIA,
      [
        silent.length,
        silent.length - (ready.length + without.length + left.length),
        `${ready.length} messages + ${without.length} without an address + ${left.length} that asked not to be written to = ${silent.length} silent deals.`,
        unknown.length,
      ],
      [
        ready.length,
        ready.filter(({ draft }) => draft.text.split('?').length !== 2).length,
        `${counted(ready.length, 'message')} with one question each; no price and no date but two days for a call.`,
      ],
    ),
    couldNot: sentences(
      polished > 0
        ? `A model worded ${polished} of the messages.`
        : 'The messages are of a template for each stage: without a model they do not refer to what was said last.',
      left.length > 0 && `Not written to, since they asked for it: ${linesOf(left.map(({ line }) => line))}.`,
      without.length > 0 && `No address: ${linesOf(without.map(({ deal }) => deal.line))}.`,
      unknown.length > 0 &&
        `When the last contact was is not told, so they are not counted as silent: ${linesOf(unknown.map(({ line }) => line))}.`,
      badDates.length > 0 && `Dates that are none: ${linesOf(badDates)}.`,
      dateNote,
      ...notDone('messages', sent),
    ),
  })
}

export const draftFollowUps = playbook({
  id: 'draftFollowUps',
  title: 'Draft follow-ups for silent deals',
  summary: 'Finds the open deals without contact for too long and drafts to each a message that fits its stage.',
  examples: ['follow-ups', 'follow up on deals', 'silent deals', 'no answer', 'chase deals', 'nudge'],
  input,
  uses: ['mail.send'],
  criteria: CRITERIA,
  withoutModel: ['The messages are of a template for each stage.'],
  sample: { files: { 'deals.csv': DEALS }, input: { deals: 'file:deals.csv', silence: 7 } },
  run,
})
