import { z } from 'zod'
import { fieldsOf, withoutDefault } from './field-facts.ts'
import { filtersOf, orderable } from './filters.ts'
import { RowVersion } from './integers.ts'
import { type Action, type Collection, type Order, rowOf } from './module.ts'

export const crudNames = ['add', 'list', 'get', 'change', 'changeAll', 'remove', 'restore'] as const
export type CrudName = (typeof crudNames)[number]

type Words = Pick<Action, 'examples' | 'resultTemplate' | 'triggers'> & { summary?: string }

export interface CrudOptions<S extends z.ZodObject, P extends string = ''> {
  /** What one of them is called: `book`. */
  one: string
  /** What several are called: `books`. */
  many: string
  /** How a list is ordered where nobody says: the newest first when absent. */
  order?: Order<z.output<S>> | readonly Order<z.output<S>>[]
  /** What stands behind the names of the actions where a module has several collections: `Author` makes `addAuthor`. */
  as?: P
  /** Sentences, triggers and another summary by action. */
  words?: Partial<Record<CrudName, Words>>
}

/** Rows that one call changes, removes or brings back. */
const AT_ONCE = 1_000
/** Rows of a page. */
const PAGE = 100

const One = z.object({ id: z.string('Say which one.').max(64) })
const Many = z
  .array(z.string().max(64), 'Say which ones.')
  .min(1, 'Say which ones.')
  .max(AT_ONCE, `At most ${AT_ONCE.toLocaleString('en')} at once.`)

type Undefaulted<F> = F extends z.ZodDefault<infer I> ? I : F
type Changes<S extends z.ZodObject> = { [K in keyof S['shape']]: z.ZodOptional<Undefaulted<S['shape'][K]>> }

/** Every field, none of them needed: what a change does not name stays as it is. */
export function changesOf<S extends z.ZodObject>(schema: S): z.ZodObject<Changes<S>> {
  const shape = Object.entries(schema.shape).map(([name, one]) => [name, withoutDefault(one as z.ZodType).optional()])
  return z.object(Object.fromEntries(shape)) as z.ZodObject<Changes<S>>
}

const article = (one: string) => `${/^(?:[aeio]|u(?!rl|ni|s[ei]))/i.test(one) ? 'an' : 'a'} ${one}`

/**
 * The actions that every collection of records needs, for `actions: { ...crud(books, { one: 'book', many: 'books' }) }`; what
 * they do is `crudHandlers`. An action of the same name behind them stands in their place.
 */
export function crud<S extends z.ZodObject, const P extends string = ''>(
  collection: Collection<S>,
  { one, many, order = '-createdAt', as, words = {} }: CrudOptions<S, P>,
) {
  const row = rowOf<S['shape']>(collection.schema as z.ZodObject<S['shape']>)
  const names = orderable(collection)
  const changes = changesOf(collection.schema)
  const title = collection.search[0] ?? fieldsOf(collection)[0]?.name
  const steps = [...names, 'createdAt', 'updatedAt'].flatMap((name) => [name, `-${name}`])
  const Step = z.enum(steps as [string, ...string[]], 'There is no such order.')
  const usual = (typeof order === 'string' ? [order] : [...order]) as string[]

  const actions = {
    add: {
      summary: `Add ${article(one)}`,
      effect: 'write' as const,
      input: collection.schema,
      output: row,
      ...(title && { resultTemplate: `Added: **{${title}}**.` }),
      ...words.add,
    },
    list: {
      summary: `List ${many}, by words and filters`,
      effect: 'read' as const,
      input: z.object({
        words: z.string().max(200, 'Search for at most 200 characters.').optional(),
        where: filtersOf(collection).optional(),
        order: z.array(Step).min(1).max(3).default(usual) as unknown as z.ZodDefault<
          z.ZodArray<z.ZodType<Order<z.output<S>>, Order<z.output<S>>>>
        >,
        after: z.string().max(10_000).optional().describe('The `next` of the page before'),
        limit: z.number().int().min(1).max(200, 'A page has at most 200 rows.').default(PAGE),
      }),
      output: z.object({ rows: z.array(row), next: z.string().nullable(), count: z.number() }),
      ...(title && { resultTemplate: { list: 'rows', none: `There are no ${many}.`, each: `**{${title}}**` } }),
      ...words.list,
    },
    get: { summary: `Show ${article(one)}`, effect: 'read' as const, input: One, output: row, ...words.get },
    change: {
      summary: `Change ${article(one)}`,
      effect: 'write' as const,
      input: changes.extend({ ...One.shape, version: RowVersion.optional() }),
      output: row,
      ...words.change,
    },
    changeAll: {
      summary: `Change several ${many} alike`,
      effect: 'write' as const,
      input: z.object({ ids: Many, change: changes }),
      output: z.object({ changed: z.number() }),
      ...words.changeAll,
    },
    remove: {
      summary: `Move ${many} to the trash`,
      effect: 'write' as const,
      input: z.object({ ids: Many }),
      output: z.object({ removed: z.number() }),
      ...words.remove,
    },
    restore: {
      summary: `Bring ${many} back from the trash`,
      effect: 'write' as const,
      input: z.object({ ids: Many }),
      output: z.object({ restored: z.number() }),
      ...words.restore,
    },
  }
  type Actions = typeof actions
  const named = Object.entries(actions).map(([name, action]) => [`${name}${as ?? ''}`, action])
  return Object.fromEntries(named) as { [K in keyof Actions as `${K}${P}`]: Actions[K] }
}
