import { AppError } from '@atrium/contract/errors'
import {
  Channels,
  type MailState,
  type NotificationPreferences,
  type NotificationPreferencesChange,
  type QuietHours,
} from '@atrium/contract/notifications'
import type { Principal } from '@atrium/contract/principal'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../accounts/tables.ts'
import type { Queryable } from '../platform/database/connect.ts'
import { zoneOf } from '../preferences/last-zone.ts'
import { ownerZones } from '../preferences/tables.ts'
import { inLanguage } from '../records/module-texts.ts'
import { type Kinds, kindKey } from './kinds.ts'
import { nextAt } from './quiet.ts'
import { notificationSettings, pushSubscriptions } from './tables.ts'

const Choices = z.record(z.string(), Channels)
type Choices = z.infer<typeof Choices>

/** A person as far as their notifications are concerned. */
export interface Recipient {
  id: string
  isGuest: boolean
  /** Their own; null when nothing may be mailed. */
  email: string | null
  choices: Choices
  quiet: QuietHours | null
  timeZone: string
}

const settingsRow = {
  choices: notificationSettings.choices,
  quietFrom: notificationSettings.quietFrom,
  quietTo: notificationSettings.quietTo,
  digestAt: notificationSettings.digestAt,
}
type Settings = { [K in keyof typeof settingsRow]: (typeof notificationSettings.$inferSelect)[K] | null }

const quietOf = ({ quietFrom, quietTo }: Settings): QuietHours | null =>
  quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null
const choicesOf = ({ choices }: Settings): Choices => Choices.catch({}).parse(choices ?? {})

/** An address that another account has (`claimedEmail`), and the placeholder of a guest, are mailed nothing. */
const ownAddress = sql<string | null>`case when ${users.isAnonymous} is not true and ${users.claimedEmail} is null
  then ${users.email} end`

/** Who these people are; those without an account here are nobody, and have an inbox all the same. */
export async function recipientsOf(on: Queryable, ids: readonly string[]): Promise<Map<string, Recipient>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const listed = sql`(select unnest(${sql.param(unique)}::text[]) as id) listed`
  const rows = await on
    .select({
      ...settingsRow,
      id: sql<string>`listed.id`,
      userId: users.id,
      isAnonymous: users.isAnonymous,
      email: ownAddress,
      timeZone: ownerZones.timeZone,
    })
    .from(listed)
    .leftJoin(users, sql`${users.id} = listed.id`)
    .leftJoin(notificationSettings, sql`${notificationSettings.ownerId} = listed.id`)
    .leftJoin(ownerZones, sql`${ownerZones.owner} = listed.id`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        isGuest: row.userId === null || row.isAnonymous === true,
        email: row.email,
        choices: choicesOf(row),
        quiet: quietOf(row),
        timeZone: row.timeZone ?? 'UTC',
      },
    ]),
  )
}

const NOTHING: Channels = { inbox: true, push: false, mail: false }

/** By which channels this comes to somebody: guests have their inbox alone. */
export function channelsFor(kinds: Kinds, { isGuest, choices }: Recipient, module: string, kind: string): Channels {
  const key = kindKey(module, kind)
  const channels = choices[key] ?? kinds.get(key)?.defaults ?? NOTHING
  return isGuest ? { ...NOTHING, inbox: channels.inbox } : channels
}

export interface PreferenceSettings {
  db: Queryable
  kinds: Kinds
  hasMail: boolean
  pushKey(): Promise<string | null>
}

async function mailStateOf({ db, hasMail }: PreferenceSettings, { kind, owner }: Principal): Promise<MailState> {
  if (!hasMail) return 'no_server'
  if (kind === 'guest') return 'no_account'
  const [row] = await db.select({ email: ownAddress }).from(users).where(eq(users.id, owner))
  return row?.email ? 'ready' : 'not_own'
}

async function settingsOf(db: Queryable, owner: string): Promise<Settings> {
  const [row] = await db.select(settingsRow).from(notificationSettings).where(eq(notificationSettings.ownerId, owner))
  return row ?? { choices: {}, quietFrom: null, quietTo: null, digestAt: null }
}

export async function readNotificationPreferences(
  settings: PreferenceSettings,
  principal: Principal,
  language: string,
): Promise<NotificationPreferences> {
  const { db, kinds, pushKey } = settings
  const { owner } = principal
  const chosen = await settingsOf(db, owner)
  const choices = choicesOf(chosen)
  const [row] = await db
    .select({ devices: sql<number>`count(*)::int` })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.ownerId, owner))
  return {
    kinds: [...kinds].map(([key, { defaults, of, ...kind }]) => {
      const shown = of && inLanguage(of, language)
      return {
        ...kind,
        ...(shown && { moduleTitle: shown.title, title: shown.notifications?.[kind.kind]?.title ?? kind.title }),
        channels: choices[key] ?? defaults,
      }
    }),
    quiet: quietOf(chosen),
    digestAt: chosen.digestAt,
    mail: await mailStateOf(settings, principal),
    pushKey: principal.kind === 'guest' ? null : await pushKey(),
    devices: row?.devices ?? 0,
    timeZone: (await zoneOf(db, owner)).timeZone,
  }
}

/** Keeps what is given and leaves the rest as it is. */
export async function changeNotificationPreferences(
  { db, kinds }: Pick<PreferenceSettings, 'db' | 'kinds'>,
  owner: string,
  { kinds: chosen = [], quiet, digestAt }: NotificationPreferencesChange,
  now: Date,
): Promise<void> {
  const before = await settingsOf(db, owner)
  const choices = choicesOf(before)
  const changed: Choices = {}
  for (const { module, kind, channels } of chosen) {
    const key = kindKey(module, kind)
    const known = kinds.get(key)
    if (!known) throw new AppError('bad_request', 'There is no such kind of notification here.')
    const given = Object.fromEntries(Object.entries(channels).filter(([, value]) => value !== undefined))
    changed[key] = { ...(changed[key] ?? choices[key] ?? known.defaults), ...given }
  }
  const { timeZone } = await zoneOf(db, owner)
  const set = {
    ...(quiet !== undefined && { quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null }),
    ...(digestAt !== undefined && {
      digestAt,
      nextDigest: digestAt === null ? null : nextAt(now, digestAt, timeZone),
      digestTries: 0,
      // what came before it was asked for is old news
      ...(before.digestAt === null && { digestedTo: now }),
    }),
  }
  await db
    .insert(notificationSettings)
    .values({ ownerId: owner, choices: changed, ...set })
    .onConflictDoUpdate({
      target: notificationSettings.ownerId,
      set: { ...set, choices: sql`${notificationSettings.choices} || ${JSON.stringify(changed)}::jsonb` },
    })
}
