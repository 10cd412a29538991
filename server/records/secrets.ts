import { AppError } from '@atrium/contract/errors'
import type { ModuleSecrets } from '@atrium/contract/module-outside'
import type { Principal } from '@atrium/contract/principal'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { KeyCipher } from '../models/key-cipher.ts'
import type { Database, Queryable } from '../platform/database/connect.ts'
import { uuid } from '../platform/ids.ts'
import type { Log } from '../platform/telemetry.ts'
import type { Frame } from './performing.ts'
import { changes, moduleSecrets } from './tables.ts'

/** Of one module, and characters of each. */
const MOST = 50
export const LONGEST = 10_000
export const NAME = /^[A-Za-z][\w.-]{0,63}$/
/** A text that short would be found everywhere, and so it hides nothing. */
const HIDES = 6

export interface Secrets {
  of(frame: Frame, module: string, readOnly: boolean): ModuleSecrets
  /** What a person types in, or removes where it is null, with a line in the audit that says who and which. */
  change(
    principal: Pick<Principal, 'owner' | 'userId'>,
    module: string,
    name: string,
    value: string | null,
  ): Promise<void>
  /** When each was set. */
  list(scope: string, module: string): Promise<{ name: string; setAt: Date }[]>
  /** A guest's become the person's, sealed anew; what the person has already stays. */
  claim(tx: Queryable, from: string, to: string): Promise<void>
}

export function createSecrets(db: Database, cipher: KeyCipher, log: Pick<Log, 'warn'>): Secrets {
  const mine = (scope: string, module: string, name?: string) =>
    and(
      eq(moduleSecrets.scopeId, scope),
      eq(moduleSecrets.module, module),
      name === undefined ? undefined : eq(moduleSecrets.name, name),
    )
  /** What is sealed for one place opens in no other. */
  const placeOf = (scope: string, module: string, name: string) => `${scope} ${module} ${name}`

  const rowOf = async (scope: string, module: string, name: string, on: Queryable = db) => {
    const [row] = await on
      .select()
      .from(moduleSecrets)
      .where(mine(scope, module, name))
    return row
  }
  const put = async (row: typeof moduleSecrets.$inferSelect, on: Queryable = db) => {
    const { ciphertext, setAt } = row
    await on
      .insert(moduleSecrets)
      .values(row)
      .onConflictDoUpdate({
        target: [moduleSecrets.scopeId, moduleSecrets.module, moduleSecrets.name],
        set: { ciphertext, setAt },
      })
  }

  async function set(scope: string, module: string, name: string, value: string, on: Queryable = db): Promise<void> {
    if (!NAME.test(name)) throw new Error(`no name of a secret: ${name}`)
    if (value === '' || value.length > LONGEST)
      throw new AppError('bad_request', `A secret has 1 to ${LONGEST} characters.`)
    const [count] = await on.select({ n: sql<number>`count(*)::int` }).from(moduleSecrets).where(mine(scope, module))
    if ((count?.n ?? 0) >= MOST && !(await rowOf(scope, module, name, on)))
      throw new AppError('conflict', `There are ${MOST} secrets already. Remove some that nobody needs.`)
    const ciphertext = cipher.seal(value, placeOf(scope, module, name))
    await put({ scopeId: scope, module, name, ciphertext, setAt: new Date() }, on)
  }

  /** Answers whether there was one. */
  async function remove(scope: string, module: string, name: string, on: Queryable = db): Promise<boolean> {
    const gone = await on
      .delete(moduleSecrets)
      .where(mine(scope, module, name))
      .returning({ name: moduleSecrets.name })
    return gone.length > 0
  }

  const change: Secrets['change'] = ({ owner, userId }, module, name, value) =>
    db.transaction(async (tx) => {
      if (value !== null) await set(owner, module, name, value, tx)
      else if (!(await remove(owner, module, name, tx))) return
      const action = `${module}.${value === null ? 'removeSecret' : 'setSecret'}`
      await tx
        .insert(changes)
        .values({ id: uuid(), scopeId: owner, action, via: 'http', input: { name }, actorId: userId })
    })

  const list = (scope: string, module: string) =>
    db
      .select({ name: moduleSecrets.name, setAt: moduleSecrets.setAt })
      .from(moduleSecrets)
      .where(mine(scope, module))
      .orderBy(asc(moduleSecrets.name))

  return {
    change,
    list,
    of(frame, module, readOnly) {
      const { scope } = frame.unit
      const hide = (value: string) => value.length >= HIDES && frame.hidden.add(value)
      const changing = async (name: string, work: () => Promise<unknown>) => {
        if (readOnly) throw new Error(`An action of ${module} that is declared a read changed the secret ${name}`)
        const before = await rowOf(scope, module, name)
        frame.takeBack.push(() => (before ? put(before) : remove(scope, module, name)))
        await work()
      }
      return {
        async get(name) {
          if (frame.principal.link) throw new AppError('forbidden', 'Behind a link no secret can be read.')
          const row = await rowOf(scope, module, name)
          if (!row) return null
          const value = cipher.open(row.ciphertext, placeOf(scope, module, name))
          if (value === null) log.warn({ module, name }, 'a secret was sealed under another SESSION_SECRET')
          else hide(value)
          return value
        },
        async set(name, value) {
          hide(value)
          await changing(name, () => set(scope, module, name, value))
        },
        remove: (name) => changing(name, () => remove(scope, module, name)),
        names: async () => (await list(scope, module)).map(({ name }) => name),
      }
    },
    async claim(tx, from, to) {
      const rows = await tx.delete(moduleSecrets).where(eq(moduleSecrets.scopeId, from)).returning()
      for (const { module, name, ciphertext, setAt } of rows) {
        const value = cipher.open(ciphertext, placeOf(from, module, name))
        if (value === null) continue
        const sealed = cipher.seal(value, placeOf(to, module, name))
        await tx
          .insert(moduleSecrets)
          .values({ scopeId: to, module, name, ciphertext: sealed, setAt })
          .onConflictDoNothing()
      }
    },
  }
}
