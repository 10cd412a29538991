import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Queryable } from '../platform/database/connect.ts'

export interface Transactions {
  /** The database, or the transaction that the calling code runs in: what better-auth is given. */
  db: Database
  /** Runs `work` in one transaction; every query made through `db` meanwhile, better-auth's too, belongs to it. */
  inTransaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
}

/** better-auth opens no transaction that others can join, so its writes and ours could not stand or fall together. */
export function createTransactions(db: Database): Transactions {
  const current = new AsyncLocalStorage<Queryable>()
  const proxy = new Proxy(db, {
    get(target, property) {
      const source = current.getStore() ?? target
      const value: unknown = Reflect.get(source, property, source)
      return typeof value === 'function' ? value.bind(source) : value
    },
  })
  return { db: proxy, inTransaction: (work) => db.transaction((tx) => current.run(tx, () => work(tx))) }
}
