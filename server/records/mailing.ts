import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { ModuleMail, ModuleMailMessage } from '@atrium/contract/module-mail'
import { isOwnPath } from '@atrium/contract/notifications'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import { NAME } from '../accounts/user.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Mail } from '../platform/mail.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Frame } from './performing.ts'

/** Mails that one person may have a module send in an hour, and those that one address may get by one person. */
const BY_ONE = 300
const TO_ONE = 12
/** Connections to the mail server at once. */
const AT_ONCE = 4

/** Nobody there to take any: asking once more for each of a hundred would take an hour. */
const NO_SERVER = new Set(['ECONNECTION', 'ECONNREFUSED', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EAUTH', 'ETLS'])
const isGone = (error: unknown) => NO_SERVER.has((error as { code?: string }).code ?? '')

/** As nodemailer takes it: one address, and nothing that could be several. */
const Recipient = z.email().max(254)

/** A header is a line: what would begin another one is a blank. */
const line = (text: string, most: number) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)

/** `baseUrl`: where people reach the server, for the links in mails. */
export function createMailing(db: Database, mail: Mail | null, log: Log, baseUrl: string) {
  const mayWrite = createMailAllowance(BY_ONE)
  const mayReach = createMailAllowance(TO_ONE)

  return ({ principal }: Frame, module: string, effect: Effect): ModuleMail => {
    const { userId } = principal
    const isAllowed = userId !== null && !principal.link && !principal.share
    let found: ReturnType<ModuleMail['own']> | undefined
    const look = async () => {
      if (!isAllowed) return null
      const [user] = await db
        .select({ address: users.email, name: NAME, isAnonymous: users.isAnonymous })
        .from(users)
        .where(eq(users.id, userId))
      return user?.address && !user.isAnonymous ? { address: user.address.toLowerCase(), name: user.name ?? '' } : null
    }
    const own = () => (found ??= look())

    return {
      own,
      canSend: async () => mail !== null && (await own()) !== null,
      async send(messages: readonly ModuleMailMessage[]) {
        if (effect !== 'send') throw new Error(`${module} sends mail in an action that is declared a ${effect}`)
        const from = await own()
        if (!from) throw new AppError('forbidden', 'Create an account of your own to write to people.')
        if (!mail) throw new AppError('conflict', 'No mail is set up here. Whoever runs this installation can do that.')
        const failed = messages.flatMap(({ to }) => (Recipient.safeParse(to).success ? [] : [to]))
        const waiting = messages.filter(({ to }) => !failed.includes(to))
        for (const { to } of waiting)
          if (!(await mayWrite(userId ?? '')) || !(await mayReach(`${userId} ${to}`)))
            throw new AppError('rate_limited', 'That was a lot of mail. Please try again in an hour.')
        const worker = async () => {
          for (let one = waiting.shift(); one; one = waiting.shift()) {
            const { to, subject, link, ...rest } = one
            if (link && !isOwnPath(link.path)) throw new Error(`${module} has a mail lead to another site`)
            const headers = {
              subject: line(subject, 200),
              replyTo: { name: line(from.name, 100), address: from.address },
            }
            const button = link && { link: { label: link.label, url: `${baseUrl}${link.path}` } }
            await mail.send({ ...rest, ...button, ...headers, to }).catch((err: unknown) => {
              log.warn({ err, module }, 'a mail of a module could not be sent')
              failed.push(to)
              if (isGone(err)) failed.push(...waiting.splice(0).map((left) => left.to))
            })
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, worker))
        return failed
      },
    }
  }
}
