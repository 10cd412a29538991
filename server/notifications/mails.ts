import { brand } from '@atrium/contract/brand'
import type { Mail, MailMessage } from '../platform/mail.ts'
import type { Outcome, Sent } from './outgoing.ts'
import type { Recipient } from './preferences.ts'

/** In one mail; the rest are in the inbox. */
const LISTED = 50
const SETTINGS = '/settings/notifications'

const lineOf = ({ title, body }: Sent) => (body ? `${title}: ${body}` : title)
const listOf = (those: readonly Sent[]) => [
  ...those.slice(0, LISTED).map(lineOf),
  ...(those.length > LISTED ? [`And ${those.length - LISTED} more.`] : []),
]
const WHY = 'You chose to be told of this by e-mail. Settings, Notifications changes that.'

/** One as it is; several that come at once in one mail. */
export function mailOfThese(to: string, those: readonly Sent[], baseUrl: string): MailMessage {
  const [only] = those
  if (only && those.length === 1)
    return {
      to,
      subject: `${brand.name}: ${only.title}`,
      paragraphs: [only.title, ...(only.body ? [only.body] : []), WHY],
      link: { label: 'Open', url: new URL(only.link ?? '/', baseUrl).href },
    }
  return {
    to,
    subject: `${brand.name}: ${those.length} notifications`,
    paragraphs: [`${those.length} notifications came for you.`, ...listOf(those), WHY],
    link: { label: `Open ${brand.name}`, url: new URL('/', baseUrl).href },
  }
}

/** What came since the last digest and was not read yet. */
export const digestOfThese = (to: string, those: readonly Sent[], baseUrl: string): MailMessage => ({
  to,
  subject: those.length === 1 ? `${brand.name}: one thing is unread` : `${brand.name}: ${those.length} are unread`,
  paragraphs: [
    'What came for you and is unread:',
    ...listOf(those),
    `Your daily digest is set at ${new URL(SETTINGS, baseUrl).href}`,
  ],
  link: { label: `Open ${brand.name}`, url: new URL('/', baseUrl).href },
})

/** By the operator's mail server; what it refuses for good is not tried again. */
export const mailer =
  (mail: Mail | null, baseUrl: string) =>
  async ({ email }: Pick<Recipient, 'email'>, those: readonly Sent[]): Promise<Outcome> => {
    if (!mail) return { isSent: false, again: false, problem: 'This server sends no mail.' }
    if (!email) return { isSent: false, again: false, problem: 'There is no address of theirs to mail to.' }
    await mail.send(mailOfThese(email, those, baseUrl))
    return { isSent: true }
  }
