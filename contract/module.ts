import { z } from 'zod'
import type { Constraints } from './constraints.ts'
import { placeFields } from './field-facts.ts'
import type { KeptTotals } from './kept-totals.ts'
import type { ModelDoor } from './model-door.ts'
import type { ModuleActivity } from './module-activity.ts'
import type { Export, Import, ModuleFiles, ShareLinks } from './module-files.ts'
import type { Job, Later } from './module-jobs.ts'
import type { ModuleMail } from './module-mail.ts'
import type { Marked } from './module-marks.ts'
import type { ModuleSecrets, OutsideFetch } from './module-outside.ts'
import type { NewNotification, NotificationKind } from './notifications.ts'
import type { Person } from './people.ts'
import type { Principal } from './principal.ts'
import type { PageKind } from './public-pages.ts'
import type { Read } from './reading.ts'
import type { Referred } from './referred.ts'
import type { Sentence } from './sentence.ts'
import { SETTINGS, settingsParts } from './settings.ts'
import type { ReadTable } from './table-import.ts'

/** What an action does to the world. A `write` can be undone; a `send` leaves the workspace (an e-mail, a payment) and cannot. */
export type Effect = 'read' | 'write' | 'send'

export type IndexField<F extends string> = F | `-${F}`
/** `['name']`; or as people compare names, small and capital letters and blanks at the ends alike. */
export type UniqueKey<F extends string> = readonly F[] | { fields: readonly F[]; ignoreCase: true }

export interface Collection<S extends z.ZodObject = z.ZodObject> {
  schema: S
  /** Raise it when the shape changes and give `migrate`. */
  version: number
  /** Text fields (or arrays of text) that search reads; the first one names a row in sentences. */
  search: readonly (keyof z.infer<S> & string)[]
  /** A text field by which an import finds a row again. Empty values match nothing. */
  key?: keyof z.infer<S> & string
  /**
   * What lists ask for, for the database to find without looking at every row: the fields that are compared for equality first,
   * then those of the order, `-field` where it descends: `[['account', '-date'], ['due']]`. One that begins with a list has only the
   * rows with something in it, for `{ isEmpty: false }`: `[['parts', '-date']]`.
   */
  indexes?: readonly (readonly IndexField<keyof z.infer<S> & string>[])[]
  /** Fields whose values together no two live rows of a person may have; rows whose last of them is empty do not count. */
  unique?: readonly UniqueKey<keyof z.infer<S> & string>[]
  /**
   * Fields that hold the id of a row (or a list of ids): `{ account: { to: 'accounts', onRemove: 'cascade' } }`, of another module
   * `crm.contacts`. What is named has to be there when it is written; `onRemove` says what becomes of the row when it goes.
   */
  references?: { readonly [K in keyof z.infer<S> & string]?: Referred<keyof z.infer<S> & string> }
  /**
   * Rows of another collection of the module that a row cannot be without, where it names them by a text field of theirs, not by
   * their id: `{ note: { to: 'notes', by: 'guid' } }`. They come back from the trash with it.
   */
  needs?: { readonly [K in keyof z.infer<S> & string]?: { to: string; by: string } }
  /**
   * Its rows can be shared one by one. `opens` is the place of the module's page that shows one: `?item={id}`. Those with something in
   * the field `unless` cannot: `unless: 'feed'`. What the shared row is called is its owner's, unless an editor may rename it (`mayRename`).
   */
  shared?: { opens: string; unless?: keyof z.infer<S> & string; mayRename?: true }
  /**
   * Rows that lie in others, by the field that holds those ids: who is shared a folder is shared what is in it. Where rows with nothing
   * in the field lie in one all the same, `whenEmpty` says in which: `{ calendar: { to: 'calendars', whenEmpty: { main: 'main' } } }`.
   */
  partOf?: {
    readonly [K in keyof z.infer<S> & string]?:
      | string
      | { to: string; whenEmpty: Readonly<Record<string, string | number | boolean>> }
  }
  /**
   * Rows that have this text alike remind together (a series and its changed occurrences): when one is written, the reminders of
   * all are derived anew, and each sees the others (`context.together`).
   */
  remindsBy?: keyof z.infer<S> & string
  /**
   * Its rows are told of in what happened (`context.activity`): when they are made, go to the trash or come back, and when one of the
   * `fields` changes. `of` is the field that holds the id of the record which rows of this collection belong to there.
   */
  activity?: { fields: readonly (keyof z.infer<S> & string)[]; of?: keyof z.infer<S> & string }
  /** What the database holds besides, whoever writes and however many at once. */
  constraints?: Constraints<keyof z.infer<S> & string>
  /** What the rows come to, kept with every write: counts, sums and groups that ask for no other fields read no row. */
  totals?: readonly KeptTotals<keyof z.infer<S> & string>[]
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
  /** It asks the person's model (`context.model`): calls are counted as those of chat, and a key needs the scope of chat. */
  asksModel?: true
  /** Its owner's alone: not for whoever is shared a record. What ends something for good, or changes how the module works, says so. */
  notShared?: true
  /** Its answer is bytes for a screen, a picture or a sound: no model calls it, and no conversation keeps it. */
  notATool?: true
  input: I
  output: O
  /** Sentences that mean this action, for the Guide: `add a task {title}`. Each `{name}` is a field of the input. */
  examples?: readonly string[]
  /** Slash triggers of this action alone: `/task`. */
  triggers?: readonly string[]
  /** What the Guide says of the result; without it, every field in a table. */
  resultTemplate?: string | ResultTemplateList
}

/**
 * A list told row by row. In a sentence `{field}` is a field of the result (of a row, in `each`) or of the input, in the
 * person's own number and date style; what stands in `[…]` is left out when one of its fields is empty:
 * `Spent {amount}[ at {payee}].`
 */
export interface ResultTemplateList {
  /** The field of the output that is the list; absent when the output is one. */
  list?: string
  /** Said when it is empty. */
  none: string
  each: string
  /** A sentence after the list. */
  after?: string
}

export interface Secret {
  title: string
  /** What it is for, and where to find it. */
  summary?: string
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
  imports?: Readonly<Record<string, Import>>
  exports?: Readonly<Record<string, Export>>
  jobs?: Readonly<Record<string, Job>>
  /** The actions, of this or another module, that its `on` answers to when they have changed something: `['tasks.done']`. */
  listens?: readonly string[]
  /**
   * What people choose once for all of it, fields with defaults (contract/fields.ts): `z.object({ dayStartsAt: field.choice(…) })`. Each
   * person and team has one record of them, with a form; read by `context.settings()`, changed by the action `changeSettings`.
   */
  settings?: z.ZodObject
  /** What a person may have it keep encrypted: tokens, keys. Set by PUT /api/modules/<id>/secrets/<name>, read by `context.secrets`. */
  secrets?: Readonly<Record<string, Secret>>
  /** What people are told of: `{ due: { title: 'A task is due', defaults: { inbox: true, push: true, mail: false } } }`. */
  notifications?: Readonly<Record<string, NotificationKind>>
  /** Programs reach its things by WebDAV, under this name: `server.ts` gives the tree (contract/dav.ts), with calendars or files in it. */
  dav?: { title: string; calendars?: boolean }
  /** What people can make public at an address of their choice: `server.ts` says what stands there (contract/page-content.ts). */
  pages?: Readonly<Record<string, PageKind>>
}

/** Declares a module. The result is plain data: it is published to the browser, so it imports contract and zod only. */
export function defineModule<const M extends Module>(module: M): M {
  const whole = withSettings(module)
  for (const [name, { schema }] of Object.entries(whole.collections)) placeFields(`${whole.id}:${name}`, schema.shape)
  for (const [name, { input }] of Object.entries(whole.actions))
    if (input instanceof z.ZodObject) placeFields(`${whole.id}:${name}`, input.shape as Record<string, z.ZodType>)
  return whole
}

function withSettings<const M extends Module>(module: M): M {
  const { settings, collections, actions } = module
  if (!settings) return module
  const parts = settingsParts(settings)
  for (const name of Object.keys(parts.actions))
    if (Object.hasOwn(actions, name))
      throw new Error(`${module.id}: the action “${name}” is the core’s where there are settings`)
  if (Object.hasOwn(collections, SETTINGS)) throw new Error(`${module.id}: the collection “${SETTINGS}” is the core’s`)
  return {
    ...module,
    collections: { ...collections, [SETTINGS]: parts.collection },
    actions: { ...actions, ...parts.actions },
  }
}

/** What the core knows about every row; a collection cannot have fields of these names. */
export const RowFields = z.object({
  id: z.string(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** A stored row: the collection's data and what the core knows about it. */
export type Row<T> = T & z.infer<typeof RowFields>

/** The schema of a collection's rows, for outputs: `output: z.array(rowOf(Card))`. */
export const rowOf = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend(RowFields.shape)

type Condition<V> = {
  lt?: NonNullable<V>
  lte?: NonNullable<V>
  gt?: NonNullable<V>
  gte?: NonNullable<V>
  ne?: V
  in?: readonly V[]
  /** None of these; an empty value is none of them, unless null is among them. */
  notIn?: readonly V[]
  /** For an array field: contains this element, or an object that has these fields, with these very values. */
  /** A list without, or with anything in it. */
  isEmpty?: NonNullable<V> extends readonly unknown[] ? boolean : never
  has?: NonNullable<V> extends readonly (infer E)[] ? (E extends object ? Partial<E> : E) : never
  /** For an array of objects: one of them fits all of this. */
  some?: NonNullable<V> extends readonly (infer E)[] ? Where<E> : never
  /** For a text: these letters stand in it, whatever their case. */
  contains?: NonNullable<V> extends string ? string : never
}

/** Fields that must all match. A null matches null and absent; an undefined asks nothing. */
export type Where<T> = { [K in keyof T]?: T[K] | Condition<T[K]> } & {
  /** One of these must fit besides. */
  or?: readonly Where<T>[]
}

export type Order<T> =
  | (keyof T & string)
  | `-${keyof T & string}`
  | 'createdAt'
  | '-createdAt'
  | 'updatedAt'
  | '-updatedAt'

export interface ListOptions<T> {
  where?: Where<T>
  /** Only rows that hold all these words, as `search` finds them; blank ones ask for nothing. */
  words?: string
  /** A field, `-field` for descending, or several; empty values come last either way. The newest first when absent. */
  order?: Order<T> | readonly Order<T>[]
  /** 1–1000, 100 when absent. */
  limit?: number
  offset?: number
  /** The rows in the trash instead of the live ones. */
  trashed?: boolean
}

/** A part of a list, and where it goes on. */
export interface Page<R> {
  rows: R[]
  /** Given as `after` it answers what follows; null at the end. */
  next: string | null
}

type NumberField<T> = { [K in keyof T & string]: NonNullable<T[K]> extends number ? K : never }[keyof T & string]

export interface GroupOptions<T, S extends string = NumberField<T>, E extends string = keyof T & string> {
  where?: Where<T>
  /** As for a list: what all that a search finds comes to. */
  words?: string
  /** Number fields; empty values count as nothing. */
  sum?: readonly S[]
  /** Fields with an order (numbers, dates, texts): their least and their greatest value, null when all are empty. */
  min?: readonly E[]
  max?: readonly E[]
  /** Dates and moments by their period: the key is the day, the Monday of the week, the month `2026-11` or the year. */
  every?: { [K in keyof T & string]?: 'day' | 'week' | 'month' | 'year' }
  /** IANA name: on whose clocks moments have their day. UTC when absent. */
  timeZone?: string
  /** Only the rows that come after this place of a list: its order, and what its page called `next`. */
  beyond?: { order: Order<T> | readonly Order<T>[]; after: string }
  /** The elements of this list in the place of the rows: fields that they have stand for the rows' of the same name in `by` and `sum`. */
  parts?: keyof T & string
  /** One of the sums instead of the number of rows: the groups with the least of it first, `-field` with the most. */
  order?: S | `-${S}`
  /** So many of the groups, the first ones. Others are left out without a word. */
  limit?: number
}

/** The rows that agree in some fields, as one. */
export interface Group<T, K extends keyof T & string, S extends string, E extends string> {
  key: { [F in K]: T[F] }
  count: number
  sum: Record<S, number>
  min: { [F in E & keyof T]: T[F] | null }
  max: { [F in E & keyof T]: T[F] | null }
}

/**
 * One collection of one person (or team): every call is fenced to it. What an action writes is saved together when its
 * handler returns, or not at all. `N` is what a new row needs: `T` without the fields that have defaults.
 */
export interface Store<T, N = T> extends Marked<Row<T>> {
  insert(data: N): Promise<Row<T>>
  insertMany(data: readonly N[]): Promise<Row<T>[]>
  /** Throws `not_found`. */
  get(id: string): Promise<Row<T>>
  /** Those of these rows that live, in the order in which they were made. */
  getAll(ids: readonly string[]): Promise<Row<T>[]>
  list(options?: ListOptions<T>): Promise<Row<T>[]>
  /**
   * A page of a list that is found by its place, however far down: `after` is what the page before called `next`. Rows that come or go
   * meanwhile neither repeat nor hide others. Throws `bad_request` for an `after` of another order.
   */
  page(options?: Omit<ListOptions<T>, 'offset'> & { after?: string | undefined }): Promise<Page<Row<T>>>
  /**
   * Every row that matches, one after the other, of one moment: for exports, and long reads that keep little of each. What is shown
   * as a list is asked for by `page`.
   */
  each(options?: Pick<ListOptions<T>, 'where' | 'words' | 'order'>): AsyncIterable<Row<T>>
  /** `words` as for a list: how many a search finds. */
  count(where?: Where<T>, words?: string): Promise<number>
  /** The sum of a number field, made in the database. */
  sum(field: NumberField<T>, where?: Where<T>, words?: string): Promise<number>
  /**
   * Counts, sums and extremes of the rows that agree in these fields, made in the database, the largest group first:
   * `store.payments.groupBy(['account'], { sum: ['cents'], max: ['date'] })`. Throws `too_large` above 10,000 groups.
   */
  groupBy<K extends keyof T & string, S extends NumberField<T> = never, E extends keyof T & string = never>(
    by: readonly K[],
    options?: GroupOptions<T, S, E>,
  ): Promise<Group<T, K, S, E>[]>
  /** Rows that hold all these words (the last may be unfinished), best first. */
  search(words: string, limit?: number): Promise<Row<T>[]>
  /**
   * The rows whose field of hexadecimal digits differs from `to` in the fewest bits, compared in the database: where the bits are the
   * signs of a vector's numbers, those that are alike in meaning are among the first. Only fields as long as `to` are compared.
   */
  nearest(field: keyof T & string, to: string, options?: Pick<ListOptions<T>, 'where' | 'limit'>): Promise<Row<T>[]>
  /** Applies `change` to the row as it is now. Give `version` to refuse (`conflict`) when somebody was faster. */
  update(id: string, change: Partial<T> | ((row: Row<T>) => Partial<T>), version?: number): Promise<Row<T>>
  /**
   * Changes many rows, locked together. Answers which fields changed, by id: none for a row that stayed as it was. An id that
   * no live row here has is left out.
   */
  updateMany(changes: ReadonlyMap<string, (row: Row<T>) => Partial<T>>): Promise<Map<string, string[]>>
  /** Moves the row to the trash. */
  remove(id: string, version?: number): Promise<void>
  /** Several at once, though one takes another along. Throws `not_found` when one of them is not there. */
  removeAll(ids: readonly string[]): Promise<void>
  /** Brings the row back from the trash. */
  restore(id: string): Promise<Row<T>>
}

export type Stores<M extends Module> = {
  [K in keyof M['collections']]: Store<z.output<M['collections'][K]['schema']>, z.input<M['collections'][K]['schema']>>
}

export type SettingsOf<M extends Module> = M extends { settings: infer S extends z.ZodObject }
  ? z.output<S>
  : Record<string, unknown>

export interface ActionContext<M extends Module> extends Later<M> {
  store: Stores<M>
  /** The module's settings, the owner's of the records: what was never set is as it declares. */
  settings(): Promise<SettingsOf<M>>
  now: Date
  /** IANA name of the person's time zone, `UTC` when unknown. */
  timeZone: string
  /** BCP 47 tag of the language that the person's page speaks, `en` when unknown. For sentences that lie in files and names. */
  language: string
  /** A sentence in that language. */
  said(sentence: Sentence): string
  principal: Principal
  signal: AbortSignal
  files: ModuleFiles
  /** Who can be named in fields of kind `person`: the members of the team, in one's own things oneself. */
  people(): Promise<readonly Person[]>
  links: ShareLinks
  activity: ModuleActivity
  fetch: OutsideFetch
  secrets: ModuleSecrets
  mail: ModuleMail
  /** Has a file read by a reader of the module's `readers.ts`, in a confined process. Typed: `readersOf`. */
  read: Read
  /** Has a table read as rows of these fields, as the core reads those of collections: CSV, TSV, XLSX, JSON. */
  readTable: ReadTable
  /** The person's model, its answers checked. */
  model: ModelDoor
  /** Tells the person, or the team's members, with what is written or not at all: at once after that, or at a time. */
  notify(notification: NewNotification): Promise<void>
  /** Takes back the one of this key that has not come yet. */
  withdraw(key: string): Promise<void>
  /** Calls another module's action with the same rights and in the same change: `ctx.call('sync.read', { id })`. */
  call(action: string, input: unknown): Promise<unknown>
}
