import type { ActionContext } from '@atrium/contract/module'
import type wallet from '../module.ts'
import { plain } from '../rules.ts'
import { MOST } from '../server/bounded.ts'
import { ensureCategories } from '../server/categories.ts'
import type { Read, Refusal } from './entry.ts'

type Store = ActionContext<typeof wallet>['store']

/** Categories that one file may add; a list of more is no list of categories. */
const MADE_MAX = 500
const NAME_MAX = 80 // characters
/** The group of those whose file names none. */
const GROUP = 'Imported'

const clean = (text: string) => text.replace(/\s+/g, ' ').trim()

/** `Auto:Insurance` is Insurance in the group Auto. */
function parted(path: string): { group: string; name: string } {
  const names = path.split(':').map(clean).filter(Boolean)
  return { name: names.at(-1) ?? '', group: names.length > 1 ? (names[0] as string) : GROUP }
}

/** The categories that only ever take money in, by the whole file: they are income. */
async function incomeIn(read: () => AsyncIterable<Read> | Iterable<Read>): Promise<Map<string, boolean>> {
  const income = new Map<string, boolean>()
  for await (const entry of read()) {
    if ('refused' in entry) continue
    for (const { category, amount } of [entry, ...entry.splits]) {
      if (category === '') continue
      const key = plain(category)
      const said = entry.income.get(category)
      income.set(key, said ?? ((income.get(key) ?? true) && !amount.startsWith('-')))
    }
  }
  return income
}

interface FileCategories {
  /** The category of this name. One that is not there is made, where `isNew` says that it is needed; null when it cannot be. */
  idOf(path: string, isNew: () => Promise<boolean>): Promise<string | null>
  /** What was left out, in sentences. */
  left(): Refusal[]
}

/** Finds the categories that a file names, as other budgets do: one that the wallet does not have is added to it. */
export async function fileCategories(
  read: () => AsyncIterable<Read> | Iterable<Read>,
  store: Store,
): Promise<FileCategories> {
  const rows = [...(await ensureCategories(store))]
  const byPath = new Map<string, string>()
  const byName = new Map(rows.map((row) => [plain(row.name), row]))
  const left = new Map<string, { name: string; why: string; count: number }>()
  const made = new Set<string>()
  let income: Map<string, boolean> | null = null

  const known = (path: string): string | undefined => {
    const { group, name } = parted(path)
    const inGroup = rows.find((row) => plain(row.name) === plain(name) && plain(row.group) === plain(group))
    const named = byName.get(plain(path)) ?? inGroup ?? byName.get(plain(`${name} (${group})`))
    if (named) return named.id
    const other = byName.get(plain(name))
    // One that this file itself has put into another group is another one.
    return other && !made.has(other.id) ? other.id : undefined
  }

  return {
    idOf: async (path, isNew) => {
      const key = plain(path)
      if (key === '') return null
      const before = byPath.get(key) ?? known(path)
      if (before !== undefined) {
        byPath.set(key, before)
        return before
      }
      if (!(await isNew())) return null
      const { group, name: bare } = parted(path)
      const name = byName.has(plain(bare)) ? `${bare} (${group})` : bare
      const why =
        name === '' || name.length > NAME_MAX || group.length > NAME_MAX
          ? `a name has 1 to ${NAME_MAX} characters`
          : made.size >= MADE_MAX
            ? `one file may add ${MADE_MAX} categories`
            : rows.length >= MOST
              ? `a wallet has at most ${MOST.toLocaleString('en')} categories`
              : ''
      if (why !== '') {
        const entry = left.get(key) ?? { name: clean(path), why, count: 0 }
        left.set(key, { ...entry, count: entry.count + 1 })
        return null
      }
      income ??= await incomeIn(read)
      const order = rows.reduce((most, row) => Math.max(most, row.order), -1) + 1
      const row = await store.categories.insert({ name, group, isIncome: income.get(key) === true, order })
      rows.push(row)
      made.add(row.id)
      byName.set(plain(name), row)
      byPath.set(key, row.id)
      return row.id
    },
    left: () =>
      [...left.values()].map(({ name, why, count }) => ({
        text: name,
        refused: `The category “${name.slice(0, NAME_MAX)}” is left out of ${count === 1 ? 'one transaction' : `${count.toLocaleString('en')} transactions`}: ${why}.`,
      })),
  }
}
