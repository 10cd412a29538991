import type { Job } from '@atrium/contract/playbook'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { counted } from '../kit/doing.ts'
import { type ListedTask, putTasks } from '../kit/task-list.ts'
import type { RankedLead } from './first-message.ts'

export interface Outreach {
  /** The first day on which messages are written. */
  firstDay: string
  /** Working days without an answer. */
  followUpAfter: number
}

/** First messages that one person writes with care on one day. */
const A_DAY = 10
const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string() })
/** Mails of one run. */
const SEND_MAX = 20

const whoIs = ({ lead }: RankedLead) =>
  [
    lead.name || lead.emailText || lead.phone,
    lead.company,
    lead.name ? (lead.email?.address ?? lead.phone.replace(/^\+(\d{1,3}) ?/, '(+$1) ')) : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The day on which the n-th lead is written to: those for now first, ten a day. */
const firstOn = (at: number, { firstDay }: Outreach) => addWorkingDays(firstDay, Math.floor(at / A_DAY))

export interface PlannedTouch {
  one: RankedLead
  writeOn: string
  followUpOn: string
}

export const planTouches = (chosen: readonly RankedLead[], outreach: Outreach): PlannedTouch[] =>
  chosen.map((one, at) => {
    const writeOn = firstOn(at, outreach)
    return { one, writeOn, followUpOn: addWorkingDays(writeOn, outreach.followUpAfter) }
  })

/** For each lead the first message, unless it is out already, and the look whether there was an answer. */
export function touchTasks(touches: readonly PlannedTouch[], sent: ReadonlySet<string>, project: string): ListedTask[] {
  return touches.flatMap(({ one, writeOn, followUpOn }): ListedTask[] => {
    const priority = one.score.next === 'now' ? 'A' : one.score.next === 'this week' ? 'B' : 'C'
    const context = one.lead.email ? 'email' : 'phone'
    const first = {
      title: `${one.lead.email ? 'Write to' : 'Call'} ${whoIs(one)}`,
      priority,
      due: writeOn,
      project,
      context,
    }
    const next = { title: `Follow up with ${whoIs(one)}`, priority, due: followUpOn, project, context }
    return one.lead.email && sent.has(one.lead.email.address)
      ? [next as ListedTask]
      : [first as ListedTask, next as ListedTask]
  })
}

export interface Outcome {
  /** Addresses whose message is out. */
  sent: Set<string>
  notSent: { to: string; reason: string }[]
  tasks: { isDone: boolean; sentence: string; wanted: number }
}

/** Sends the messages when that was asked for, each with its own word, and offers the tasks in one list. */
export async function sendAndPlan(
  job: Job,
  touches: readonly PlannedTouch[],
  project: string,
  shouldSend: boolean,
): Promise<Outcome> {
  const sent = new Set<string>()
  const notSent: Outcome['notSent'] = []
  const canSend = shouldSend && (await job.can('mail.send'))
  for (const { one } of shouldSend ? touches.slice(0, SEND_MAX) : []) {
    if (!one.message) continue
    if (!canSend) {
      notSent.push({ to: one.message.to, reason: 'Mail is not set up, or not granted to this seat.' })
      continue
    }
    const why = `A first message to ${one.lead.name || one.message.to}, grade ${one.score.grade}: ${one.score.reasons.slice(0, 3).join('; ')}.`
    const acted = await job.act('mail.send', { ...one.message }, why)
    if (acted.done) {
      // The person may have changed it before it went out: the product shows what did.
      one.message = { ...one.message, ...Mail.safeParse(acted.input).data }
      sent.add(one.lead.email?.address ?? one.message.to)
    } else notSent.push({ to: one.message.to, reason: acted.reason })
  }
  const tasks = touchTasks(touches, sent, project)
  const why = `${counted(tasks.length, 'task')} for the ${counted(touches.length, 'best lead')}: the first message on its day, and a follow-up when there is no answer. Change or delete lines as you like.`
  const { isDone, sentence } = await putTasks(job, tasks, why)
  return { sent, notSent, tasks: { isDone, sentence, wanted: tasks.length } }
}
