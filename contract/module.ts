import type { z } from 'zod'
import type { Principal } from './principal.ts'

/** What an action does to the world. A `write` can be undone; a `send` leaves the workspace (an e-mail, a payment) and cannot. */
export type Effect = 'read' | 'write' | 'send'

export interface Collection<S extends z.ZodObject = z.ZodObject> {
  schema: S
  /** Raise it when the shape changes and give `migrate`. */
  version: number
  /** Text fields that search reads. */
  search: readonly (keyof z.infer<S> & string)[]
  /** Brings data written under an older version to the newest shape. */
  migrate?: (data: Record<string, unknown>, from: number) => Record<string, unknown>
}

export function collection<S extends z.ZodObject>(
  schema: S,
  options: Omit<Collection<S>, 'schema' | 'search'> & { search?: Collection<S>['search'] },
): Collection<S> {
  return { schema, search: [], ...options }
}

export interface Action<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  summary: string
  effect: Effect
  input: I
  output: O
  /** Sentences that mean this action, for the Guide: `add a task {title}`. Each `{name}` is a field of the input. */
  says?: readonly string[]
  /** Slash triggers of this action alone: `/task`. */
  triggers?: readonly string[]
}

export interface Module {
  id: string
  title: string
  summary: string
  kind: 'module' | 'flobot' | 'action'
  industries: readonly string[]
  tier: 'free' | 'school' | 'pro' | 'pro_plus' | 'builder'
  triggers: readonly string[]
  /** A lucide icon name. */
  icon: string
  /** The page's path; `/m`-less and absolute: `/tasks`. */
  route?: string
  collections: Readonly<Record<string, Collection>>
  actions: Readonly<Record<string, Action>>
}

/** Declares a module. The result is plain data: it is published to the browser, so it imports contract and zod only. */
export function defineModule<const M extends Module>(module: M): M {
  return module
}

/** A stored row: the collection's data and what the core knows about it. */
export type Row<T> = T & { id: string; version: number; createdAt: string; updatedAt: string }

export type Where<T> = {
  [K in keyof T]?: T[K] | { lt?: T[K]; lte?: T[K]; gt?: T[K]; gte?: T[K]; ne?: T[K]; in?: T[K][] }
}

export interface ListOptions<T> {
  where?: Where<T>
  /** A field, `-field` for descending; the newest first when absent. */
  order?: (keyof T & string) | `-${keyof T & string}` | 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'
  /** 1–1000, 100 when absent. */
  limit?: number
  offset?: number
}

/** One collection of one person (or team): every call is fenced to it. Writes are optimistic by version: a stale `update` throws `conflict`. */
export interface Store<T> {
  insert(data: T): Promise<Row<T>>
  insertMany(data: readonly T[]): Promise<Row<T>[]>
  /** Throws `not_found`. */
  get(id: string): Promise<Row<T>>
  list(options?: ListOptions<T>): Promise<Row<T>[]>
  count(where?: Where<T>): Promise<number>
  search(words: string, limit?: number): Promise<Row<T>[]>
  /** Applies `change` to the row as it is now. Give `version` to refuse (`conflict`) when somebody was faster. */
  update(id: string, change: Partial<T> | ((row: Row<T>) => Partial<T>), version?: number): Promise<Row<T>>
  /** Moves the row to the trash. */
  remove(id: string): Promise<void>
  restore(id: string): Promise<Row<T>>
}

export type Stores<M extends Module> = {
  [K in keyof M['collections']]: Store<z.infer<M['collections'][K]['schema']>>
}

export interface ActionContext<M extends Module> {
  store: Stores<M>
  now: Date
  /** IANA name of the person's time zone, `UTC` when unknown. */
  timeZone: string
  principal: Principal
  signal: AbortSignal
  /** Calls another module's action with the same rights: `ctx.call('sync.read', { id })`. */
  call(action: string, input: unknown): Promise<unknown>
}

export type Handlers<M extends Module> = {
  [K in keyof M['actions']]: (
    input: z.infer<M['actions'][K]['input']>,
    context: ActionContext<M>,
  ) => Promise<z.input<M['actions'][K]['output']>> | z.input<M['actions'][K]['output']>
}

export interface ModuleServer<M extends Module = Module> {
  module: M
  handlers: Handlers<M>
}

/** Declares what a module's actions do: one function per action. */
export function defineServer<M extends Module>(module: M, handlers: Handlers<M>): ModuleServer<M> {
  return { module, handlers }
}
