import { brand } from '@atrium/contract/brand'
import type { PushedNotification } from '@atrium/contract/notifications'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Egress } from '../platform/egress/egress.ts'
import type { Route } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import type { Mail } from '../platform/mail.ts'
import { createMailAllowance } from '../platform/mail-allowance.ts'
import type { Log } from '../platform/telemetry.ts'
import type { InstalledModule } from '../records/installed.ts'
import { arrive } from './arriving.ts'
import { sendDigests } from './digest.ts'
import { removeOldNotifications, unreadOf } from './inbox.ts'
import { keepingOn } from './keeping-on.ts'
import { CORE, kindKey, kindsOf } from './kinds.ts'
import { mailer } from './mails.ts'
import { moveToZone } from './moved.ts'
import { type Outgoing, type Sent, sendOutgoing } from './outgoing.ts'
import { createPush } from './push.ts'
import { createPushKeys } from './push-keys.ts'
import { notificationRoutes } from './routes.ts'
import { createWaiting, type Waiting } from './waiting.ts'

interface NotificationsSettings {
  db: Database
  modules: readonly InstalledModule[]
  live: Pick<Live, 'tell'>
  cipher: KeyCipher
  /** The one way to push services. */
  send: Egress['fetch']
  mail: Mail | null
  /** Where people reach the server, for the links in mails. */
  baseUrl: string
  log: Log
}

export interface Notifications {
  routes: Route[]
  /** Where rows and actions put what is to come. */
  waiting: Waiting
  /** The core itself tells a person or a team of something, by a kind of its own. */
  tell(owner: string, kind: string, told: { body: string; link?: string }): Promise<void>
  /** Somebody has come to another zone. */
  moved(owner: string, timeZone: string): Promise<void>
  /** Brings and sends everything that is due at this time. */
  deliver(now: Date): Promise<void>
  cleanUp(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** ms between two looks for what is due; what is told at once is looked for at once */
const EVERY = 10_000
/** Where the inbox opens by itself. */
const INBOX = '/#notifications'
const LINES = 5

/** One as it is; several, after quiet hours say, as one. */
function pushOf(those: readonly Sent[]): PushedNotification {
  const [only] = those
  if (only && those.length === 1) return { title: only.title, body: only.body, link: only.link ?? INBOX, tag: only.id }
  const lines = those.slice(0, LINES).map(({ title }) => title)
  const body = [...lines, ...(those.length > LINES ? [`+${those.length - LINES}`] : [])].join('\n')
  return { title: `${brand.name} (${those.length})`, body, link: INBOX, tag: those.at(-1)?.id ?? '' }
}

/** Push services want to know whom to write to: the server's own address, or where there is no https its name. */
const subjectOf = (baseUrl: string) =>
  baseUrl.startsWith('https://') ? new URL(baseUrl).origin : `mailto:${brand.prefix}@${new URL(baseUrl).hostname}`

export function createNotifications(settings: NotificationsSettings): Notifications {
  const { db, modules, live, cipher, send, mail, baseUrl, log } = settings
  const kinds = kindsOf(modules.map(({ module }) => module))
  const waiting = createWaiting({ modules, kinds, log, wake: () => wake() })
  const keys = createPushKeys(db, cipher, log)
  const push = createPush({ db, keys, send, subject: subjectOf(baseUrl) })
  const mailTo = mailer(mail, baseUrl)

  const tellUnread = async (owner: string) =>
    live.tell(owner, { topic: 'notifications', unread: await unreadOf(db, owner) })

  async function bring(now: Date): Promise<void> {
    for (const owner of await arrive({ db, kinds, waiting }, now)) await tellUnread(owner)
  }
  const pushes: Outgoing = { channel: 'push', send: ({ id }, those) => push.send(id, pushOf(those)) }
  const ways: Record<string, (now: Date) => Promise<void>> = {
    push: (now) => sendOutgoing(db, pushes, now, log),
    mail: (now) => sendOutgoing(db, { channel: 'mail', send: mailTo }, now, log),
    digest: (now) => sendDigests({ db, mail, baseUrl, log }, now),
  }

  const failed = (what: string) => (err: unknown) => log.warn({ err, what }, 'notifications wait for the next look')
  const sending = Object.entries(ways).map(([what, way]) => keepingOn(() => way(new Date()), failed(what)))
  const bringing = keepingOn(async () => {
    await bring(new Date())
    for (const one of sending) one.wake() // a push service that does not answer holds up no inbox
  }, failed('inbox'))

  let timer: NodeJS.Timeout | null = null
  function wake(): void {
    if (timer) bringing.wake()
  }

  return {
    waiting,
    async tell(owner, kind, told) {
      const title = kinds.get(kindKey(CORE, kind))?.title ?? kind
      const around = { scope: owner, now: new Date(), actor: null, timeZone: null, language: null }
      await waiting.tell(db.$client, [{ module: CORE, notification: { kind, title, ...told } }], around, null)
      wake()
    },
    routes: notificationRoutes({
      ...{ db, kinds, push, mailTo, log, tellUnread },
      hasMail: mail !== null,
      pushKey: async () => (await keys()).publicKey,
      mayMail: createMailAllowance(),
    }),
    moved: (owner, timeZone) => moveToZone(db, owner, timeZone, new Date()),
    async deliver(now) {
      await bring(now)
      for (const way of Object.values(ways)) await way(now)
    },
    cleanUp: () => removeOldNotifications(db, new Date()),
    start() {
      timer = setInterval(wake, EVERY)
      timer.unref()
      wake()
    },
    async stop() {
      if (timer) clearInterval(timer)
      timer = null
      await Promise.all([bringing, ...sending].map(({ settled }) => settled()))
    },
  }
}
