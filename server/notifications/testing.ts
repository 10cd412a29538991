import type { ChannelOutcome } from '@atrium/contract/notifications'
import type { Principal } from '@atrium/contract/principal'
import type { Database } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { MayMail } from '../platform/mail-allowance.ts'
import type { Log } from '../platform/telemetry.ts'
import { CORE, TEST_KIND } from './kinds.ts'
import type { Outcome, Sent } from './outgoing.ts'
import { type Recipient, recipientsOf } from './preferences.ts'
import type { Push } from './push.ts'
import { notifications } from './tables.ts'

export interface TestSettings {
  db: Database
  push: Push
  mailTo: (recipient: Recipient, those: readonly Sent[]) => Promise<Outcome>
  mayMail: MayMail
  log: Log
}

const LINK = '/settings/notifications'

/** Sends a notification to whoever asks, by every way there is, and says of each what came of it. */
export async function sendTest(
  { db, push, mailTo, mayMail, log }: TestSettings,
  { owner }: Principal,
  now: Date,
): Promise<ChannelOutcome[]> {
  const sent: Sent = {
    ...{ id: uuid(), ownerId: owner, scopeId: owner, module: CORE, kind: TEST_KIND },
    ...{
      title: 'This is a test',
      body: 'Notifications reach you here.',
      link: LINK,
      createdAt: now,
      changeId: null,
      readAt: null,
    },
  }
  await db.insert(notifications).values(sent)
  const inbox: ChannelOutcome = { channel: 'inbox', isSent: true, sentence: 'It is in your inbox.' }
  const recipient = (await recipientsOf(db, [owner])).get(owner)
  if (!recipient || recipient.isGuest) return [inbox]
  const pushed = await push.send(owner, { title: sent.title, body: sent.body, link: LINK, tag: sent.id })
  return [
    inbox,
    {
      channel: 'push',
      isSent: pushed.isSent,
      sentence: pushed.isSent ? 'It was handed to the push service of your browser.' : pushed.problem,
    },
    await mailed(),
  ]

  async function mailed(): Promise<ChannelOutcome> {
    const failed = (sentence: string): ChannelOutcome => ({ channel: 'mail', isSent: false, sentence })
    if (!(await mayMail(owner))) return failed('Three mails were sent within an hour. Try again later.')
    try {
      const outcome = await mailTo(recipient as Recipient, [sent])
      if (!outcome.isSent) return failed(outcome.problem)
      return { channel: 'mail', isSent: true, sentence: 'It was handed to the mail server.' }
    } catch (err) {
      log.warn({ err }, 'a test could not be mailed')
      return failed('The mail server did not take it.')
    }
  }
}
