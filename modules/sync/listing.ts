import type { Order, Page, Stores } from '@atrium/contract/module'
import type sync from './module.ts'
import { FOLDERS_BELOW, SHOWN_BELOW } from './names.ts'
import type { Entry, StoredEntry } from './rows.ts'

type Store = Stores<typeof sync>

const ORDERS = {
  name: 'sort',
  '-name': '-sort',
  changed: 'modifiedAt',
  '-changed': '-modifiedAt',
  size: 'size',
  '-size': '-size',
} as const satisfies Record<string, Order<Entry>>

interface Asked {
  order: keyof typeof ORDERS
  folders: boolean
  limit: number
  after?: string | undefined
}

/** A page of what lies in a folder, without what systems keep there for themselves; how much it is, on the first. */
export async function pageOf(
  { entries }: Pick<Store, 'entries'>,
  parent: string,
  { order, folders, limit, after }: Asked,
): Promise<{ entries: StoredEntry[]; next: string | null; total: number | null }> {
  const where = { parent, sort: { lt: folders ? FOLDERS_BELOW : SHOWN_BELOW } }
  const isByName = ORDERS[order].endsWith('sort')
  // In another order the index of that order is to be read: a condition that another index has would have it all sorted.
  const among = isByName || folders ? where : { parent, isOfSystem: { ne: true } }
  const { rows, next }: Page<StoredEntry> = await entries.page({ where: among, order: ORDERS[order], limit, after })
  const isWhole = after === undefined && next === null
  return { entries: rows, next, total: isWhole ? rows.length : after === undefined ? await entries.count(where) : null }
}
