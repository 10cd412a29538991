import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type wallet from '../module.ts'
import type { CategoryRow } from '../records.ts'
import { plain } from '../rules.ts'
import { say } from '../say.ts'
import { categoriesOf, refuseMore } from './bounded.ts'

export type Context = ActionContext<typeof wallet>
export type Stores = Context['store']

/** The envelopes that a new wallet begins with: group: names. */
const FIRST: readonly [string, readonly string[]][] = [
  ['Income', ['Income']],
  ['Bills', ['Rent', 'Electricity & water', 'Phone & internet', 'Insurance']],
  ['Everyday', ['Groceries', 'Eating out', 'Transport', 'Household', 'Health']],
  ['Wishes', ['Clothes', 'Fun', 'Gifts', 'Holidays']],
  ['Savings', ['Emergency fund']],
]

/** The categories in their order; the first ones are made where there are none yet. */
export async function ensureCategories(store: Stores): Promise<CategoryRow[]> {
  const known = await categoriesOf(store)
  if (known.length > 0) return known
  const rows = FIRST.flatMap(([group, names]) => names.map((name) => ({ group, name, isIncome: group === 'Income' })))
  return store.categories.insertMany(rows.map((row, order) => ({ ...row, order })))
}

const saidName = (name: string) =>
  plain(name)
    .replace(/[?!.]+$/, '')
    .replace(/^(?:my|the) /, '')
    .trim()

/** `groceries` and `grocery`, `clothes` and `clothing` begin alike: most of the shorter one, and five letters at least. */
const areAlike = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const least = Math.max(5, short.length - 3)
  return short.length >= 5 && long.length - short.length <= 4 && short.slice(0, least) === long.slice(0, least)
}

/** By its name as people say it; a beginning is enough where only one fits. undefined when none or several do. */
export function byName<T extends { name: string }>(rows: readonly T[], said: string): T | undefined {
  const wanted = saidName(said)
  const exact = rows.find(({ name }) => plain(name) === wanted)
  if (exact || wanted.length < 3) return exact
  const near = rows.filter(
    ({ name }) =>
      plain(name)
        .split(/[\s&]+/)
        .some((word) => word.startsWith(wanted)) || plain(name).includes(wanted),
  )
  if (near.length > 0) return near.length === 1 ? near[0] : undefined
  const alike = rows.filter(({ name }) => areAlike(plain(name), wanted))
  return alike.length === 1 ? alike[0] : undefined
}

/** Throws a sentence that names the ones there are. */
export function categoryNamed(rows: readonly CategoryRow[], said: string): CategoryRow {
  const found = byName(rows, said)
  if (found) return found
  const names = rows.filter(({ hidden }) => !hidden).map(({ name }) => name)
  throw new AppError('not_found', say('noCategory', { value: saidName(said), names: names.slice(0, 30).join(', ') }))
}

/** The group with most categories, where none is said; the first of several. */
function largestGroup(rows: readonly CategoryRow[]): string {
  const groups = [...Map.groupBy(rows, ({ group }) => group)].sort((a, b) => b[1].length - a[1].length)
  return groups[0]?.[0] ?? 'Everyday'
}

export const categories = {
  addCategory: async (
    { name, group: said, isIncome = false }: { name: string; group?: string; isIncome?: boolean },
    { store }: Context,
  ) => {
    const known = await ensureCategories(store)
    await refuseMore('categories', store)
    const order = Math.max(-1, ...known.map((row) => row.order)) + 1
    const group = said ?? largestGroup(known.filter((row) => row.isIncome === isIncome))
    return store.categories.insert({ name, group, isIncome, order })
  },
  changeCategory: (
    {
      id,
      version,
      ...change
    }: { id: string; version?: number; name?: string; group?: string; hidden?: boolean; keepsDebt?: boolean },
    { store }: Context,
  ) => store.categories.update(id, given(change), version),
  /** What was in it stands in no category, and what was given to it is to be budgeted again. */
  removeCategory: async ({ id }: { id: string }, { store }: Context) => {
    await store.categories.remove(id)
    return { ok: true }
  },
}

/** Without what was not said. */
export const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
