import { type CrudName, crudNames } from './crud.ts'
import type { ActionContext, ListOptions, Module, Store } from './module.ts'
import type { Handlers } from './module-server.ts'

type Data = Record<string, unknown>
type Context = ActionContext<Module>
type Asked = Pick<ListOptions<Data>, 'where' | 'words' | 'order' | 'limit'> & { after?: string }

const handlers: Record<CrudName, (input: never, store: Store<Data>) => Promise<unknown>> = {
  add: (data: Data, store) => store.insert(data),
  list: async (asked: Asked, store) => {
    const page = await store.page(asked)
    // What fits on one page needs no counting.
    const isWhole = page.next === null && asked.after === undefined
    return { ...page, count: isWhole ? page.rows.length : await store.count(asked.where, asked.words) }
  },
  get: ({ id }: { id: string }, store) => store.get(id),
  change: ({ id, version, ...change }: { id: string; version?: number }, store) => store.update(id, change, version),
  changeAll: async ({ ids, change }: { ids: string[]; change: Data }, store) => {
    for (const id of new Set(ids)) await store.update(id, change)
    return { changed: new Set(ids).size }
  },
  remove: async ({ ids }: { ids: string[] }, store) => {
    await store.removeAll(ids)
    return { removed: new Set(ids).size }
  },
  restore: async ({ ids }: { ids: string[] }, store) => {
    for (const id of new Set(ids)) await store.restore(id)
    return { restored: new Set(ids).size }
  },
}

/**
 * What the actions of `crud` do: `{ ...crudHandlers(module, 'books'), add: … }`, where what stands behind takes the place of one.
 * `as` is that of `crud`.
 */
export function crudHandlers<M extends Module, const P extends string = ''>(
  _: M,
  collection: keyof M['collections'] & string,
  as?: P,
): Pick<Handlers<M>, `${CrudName}${P}` & keyof M['actions']> {
  const made = crudNames.map((name) => [
    `${name}${as ?? ''}`,
    (input: never, { store }: Context) =>
      handlers[name](input, (store as Readonly<Record<string, unknown>>)[collection] as Store<Data>),
  ])
  return Object.fromEntries(made) as Pick<Handlers<M>, `${CrudName}${P}` & keyof M['actions']>
}
