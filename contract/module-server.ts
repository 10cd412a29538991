import type { z } from 'zod'
import type { DavTree } from './dav.ts'
import type { DescribedCall } from './described-call.ts'
import type { ActionContext, Module, Row, SettingsOf } from './module.ts'
import type { ImportedFile, ShareLink, Written } from './module-files.ts'
import type { EventHandlers, JobHandlers } from './module-work.ts'
import type { Reminder, ReminderContext } from './notifications.ts'
import type { PageContent, PageRequest } from './page-content.ts'
import type { ResumableUploads } from './resumable.ts'
import type { Sentence } from './sentence.ts'
import { settingsHandlers } from './settings-handlers.ts'
import type { TableUnderstood } from './table-import.ts'

type Fields<M extends Module, C extends keyof M['collections']> = z.input<M['collections'][C]['schema']>

/** A row of an imported file, or the reason why it is none. */
export type Incoming<M extends Module = Module> =
  | {
      [C in keyof M['collections'] & string]: {
        collection: C
        data: Fields<M, C>
        /** The line it stands in, from 1, where the format has lines. */
        line?: number
        /** The id of the live row that it is, where the module itself knows; else the collection's key says. */
        id?: string
        /** What other rows of the file call it. */
        mark?: string
        /** Fields that name another row of this collection by its `mark`: they get its id once all rows are in. */
        links?: Readonly<Partial<Record<keyof Fields<M, C> & string, string>>>
        /**
         * What of it an existing row with the same key takes over: all of it when absent. Nothing changes when it answers
         * what the row has already.
         */
        merge?: (row: Row<z.output<M['collections'][C]['schema']>>) => Partial<Fields<M, C>>
      }
    }[keyof M['collections'] & string]
  | { refused: string | Sentence; line?: number; text?: string }
  /** What a table was taken for, told once before its rows. */
  | { understood: TableUnderstood }
  /** Called once all rows before it are there: what has to name them by their ids can find them. */
  | { kept: () => Promise<void> }

/**
 * Takes a file in row by row, as one of the module's readers finds them (`readersOf`). The core compares each with what is
 * there by the collection's `key`, shows it or saves it, and can undo the whole. It may also use the store: in a preview
 * everything it writes is taken back.
 */
export type Importer<M extends Module, O> = (
  file: ImportedFile,
  options: O,
  context: ActionContext<M>,
) => AsyncIterable<Incoming<M>>

/** Writes a file, by pieces where it may be long. */
export type Exporter<M extends Module, O> = (
  options: O,
  context: ActionContext<M>,
) => Promise<{ name: string; body: Written | Iterable<Written> | AsyncIterable<Written> }>

type OptionsOf<T> = T extends { options: infer S extends z.ZodType } ? z.output<S> : Record<string, never>

export type Importers<M extends Module> = {
  [K in keyof NonNullable<M['imports']> as NonNullable<M['imports']>[K] extends { table: string }
    ? never
    : K]: Importer<M, OptionsOf<NonNullable<M['imports']>[K]>>
}
export type Exporters<M extends Module> = {
  [K in keyof NonNullable<M['exports']>]: Exporter<M, OptionsOf<NonNullable<M['exports']>[K]>>
}

/** The call of a module's own address. */
export interface ModuleCall<M extends Module = Module> {
  request: Request
  params: Readonly<Record<string, string>>
  /** The caller's; behind a link, that of whoever made it, and it can only read. */
  context: ActionContext<M>
  /** What the caller came by; null on an address for the signed-in. */
  link: ShareLink | null
  /** Counts something as downloaded by the link, where this answer begins it: not each further range of it. */
  downloaded(answer: Response, target: string): Promise<void>
  /** This module's address as the caller knows it: `https://host/api/m/sync`. */
  base: string
  /** Answers by the tus protocol, at an address that `tusCalls` describes: the core speaks it, the module keeps what comes. */
  resume(uploads: ResumableUploads): Promise<Response>
}

/**
 * What an action cannot be: an upload, a feed, a public link. `/feed/:token` of the module `calendar` answers at
 * `/api/m/calendar/feed/:token`. What is known of it before the module's code is loaded: the door and the OpenAPI document
 * need no more.
 */
export interface DescribedRoute extends DescribedCall {
  /** HEAD comes to GET's. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  /**
   * `own`: for the signed-in, on their own records. `link`: for whoever has the token of a share link, which is the
   * path's `:token`; its password comes in the header `x-link-password` (URI-encoded) or as a form's `password`. Without
   * the right one the core answers `forbidden` with `details.password`: `missing` or `wrong`.
   */
  access: 'own' | 'link'
  /** Behind a link it is a read, unless the link has to allow it by name. */
  effect: 'read' | 'write'
  /** Of an address that writes behind a link: the name that the link has to have among what it `allows`. */
  allowedBy?: string
  /** What stands after the `?`, for the OpenAPI document: the handler reads it from the request. */
  query?: z.ZodType
}

type Answers<M extends Module> = (call: ModuleCall<M>) => Promise<Response> | Response

export interface ModuleRoute<M extends Module = Module> extends DescribedRoute {
  handle: Answers<M>
}

/**
 * Describes a module's own addresses, each under a name, in its `routes.ts`: a server reads them when it starts, `server.ts` at
 * the first call.
 */
export function defineRoutes<const R extends Readonly<Record<string, DescribedRoute>>>(routes: R): R {
  return routes
}

/** The described addresses with what answers at each: `routes: answering(routes, { feed: … })`. */
export function answering<M extends Module, R extends Readonly<Record<string, DescribedRoute>>>(
  routes: R,
  answers: { [K in keyof R]: Answers<M> },
): ModuleRoute<M>[] {
  return Object.entries(routes).map(([name, described]) => ({ ...described, handle: answers[name as keyof R] }))
}

export type Handlers<M extends Module> = {
  [K in keyof M['actions']]: (
    input: z.output<M['actions'][K]['input']>,
    context: ActionContext<M>,
  ) => Promise<z.input<M['actions'][K]['output']>> | z.input<M['actions'][K]['output']>
}

/**
 * What each row of a collection reminds of. Derived anew whenever a row is written, whoever writes it, and when one of its
 * reminders has come: a row that repeats gives the next one after `now`. What lies in the past reminds nobody.
 */
export type Reminders<M extends Module> = {
  readonly [C in keyof M['collections']]?: (
    row: Row<z.output<M['collections'][C]['schema']>>,
    context: ReminderContext & {
      /**
       * The module's settings, the owner's of the row. They may move a reminder or leave it out; what reminds of nothing as they
       * are declared reminds of nothing. When they change, all rows remind anew.
       */
      settings: SettingsOf<M>
      /** The live rows that remind together with this one, itself among them, where the collection says by what (`remindsBy`). */
      together?: readonly Row<z.output<M['collections'][C]['schema']>>[]
    },
  ) => readonly Reminder[]
}

/** What else is to be done, in the same change, when a person has brought a row of a collection back from the trash. */
export type OnRestore<M extends Module> = {
  readonly [C in keyof M['collections']]?: (
    row: Row<z.output<M['collections'][C]['schema']>>,
    context: ActionContext<M>,
  ) => Promise<void>
}

type PageNames<M extends Module> = keyof NonNullable<M['pages']> & string
type Copied<M extends Module, K extends PageNames<M>> = NonNullable<M['pages']>[K] extends { copy: { export: string } }
  ? { export: (page: PageRequest, context: ActionContext<M>) => Promise<Record<string, unknown>> }
  : { export?: never }

/** A page that somebody published: it reads as its owner would, and cannot write. */
export type PageParts<M extends Module> = {
  [K in PageNames<M> as NonNullable<M['pages']>[K] extends { table: string } ? never : K]: {
    content: (page: PageRequest, context: ActionContext<M>) => Promise<PageContent>
  } & Copied<M, K>
}

/** What a module does besides its actions. */
export interface ServerParts<M extends Module> {
  imports?: Importers<M>
  exports?: Exporters<M>
  /** What `routes.ts` describes, with what answers (`answering`). */
  routes?: readonly ModuleRoute<M>[]
  jobs?: JobHandlers<M>
  /** What it does when an action has changed something. */
  on?: EventHandlers<M>
  reminders?: Reminders<M>
  onRestore?: OnRestore<M>
  /** Where the module's readers of files stand: `new URL('./readers.ts', import.meta.url)`. Nothing else imports them. */
  readers?: URL
  /** Its things as programs see them by WebDAV, where the module says `dav`. */
  dav?: DavTree<M>
  pages?: PageParts<M>
}

/** A module and its handlers as the core holds them, whichever module it is. */
export interface ModuleServer {
  module: Module
  handlers: Readonly<Record<string, (input: never, context: never) => unknown>>
  imports: Readonly<Record<string, (file: never, options: never, context: never) => AsyncIterable<unknown>>>
  exports: Readonly<Record<string, (options: never, context: never) => Promise<unknown>>>
  routes: readonly ModuleRoute<never>[]
  jobs: Readonly<Record<string, (input: never, context: never) => Promise<unknown>>>
  on: Readonly<Record<string, (event: never, context: never) => unknown>>
  reminders: Readonly<
    Record<
      string,
      (row: never, context: ReminderContext & { settings: Record<string, unknown> }) => readonly Reminder[]
    >
  >
  onRestore: Readonly<Record<string, (row: never, context: never) => Promise<void>>>
  readers: string | null
  dav: DavTree<never> | null
  pages: Readonly<
    Record<
      string,
      {
        content: (page: PageRequest, context: never) => Promise<PageContent>
        /** The options of the export that visitors take. */
        export?: (page: PageRequest, context: never) => Promise<Record<string, unknown>>
      }
    >
  >
}

/** Declares what a module's actions do: one function per action, import and export. */
export function defineServer<M extends Module>(
  module: M,
  handlers: Handlers<M>,
  { imports, exports, routes, reminders, onRestore, jobs, on, readers, dav, pages }: ServerParts<M> = {},
): ModuleServer {
  return {
    module,
    handlers: { ...handlers, ...settingsHandlers(module) } as ModuleServer['handlers'],
    imports: (imports ?? {}) as ModuleServer['imports'],
    exports: (exports ?? {}) as ModuleServer['exports'],
    routes: (routes ?? []) as ModuleServer['routes'],
    jobs: (jobs ?? {}) as ModuleServer['jobs'],
    on: (on ?? {}) as ModuleServer['on'],
    reminders: (reminders ?? {}) as ModuleServer['reminders'],
    onRestore: (onRestore ?? {}) as ModuleServer['onRestore'],
    readers: readers?.href ?? null,
    dav: (dav ?? null) as ModuleServer['dav'],
    pages: (pages ?? {}) as ModuleServer['pages'],
  }
}
