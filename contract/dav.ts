import type { ActionContext, Module } from './module.ts'

/** A thing in a module's tree, as WebDAV shows it (RFC 4918). */
export interface DavResource {
  /** Stays when it is moved. */
  id: string
  kind: 'collection' | 'file'
  /** As programs see it; in one folder no two have the same. */
  name: string
  /** bytes; 0 of a collection */
  size: number
  /** Its media type; empty of a collection */
  mime: string
  /** A strong entity tag in its quotes; null where there is none. */
  etag: string | null
  /** ISO 8601 */
  createdAt: string
  modifiedAt: string
  /** What programs have set, by Clark name (`{urn:x}colour`): the whole element as XML. */
  properties: Readonly<Record<string, string>>
  /** What a collection is besides that is a calendar; what lies in it are objects of iCalendar. */
  calendar?: DavCalendar
}

/** A collection of RFC 4791. */
export interface DavCalendar {
  /** What people call it; `name` stands in addresses. */
  title: string
  /** `#1e90ff` */
  colour: string
  /** Another one after anything in it has changed. */
  mark: string
}

/** Where something is to stand. */
export interface DavPlace {
  parent: DavResource
  name: string
  /** What stands there already. */
  there: DavResource | null
}

/** What comes with bytes. */
export interface DavSent {
  mime: string
  /** When the file was last changed where it comes from, if the program says so. */
  modifiedAt: string | null
}

/**
 * A module's things as a tree of folders and files, for the programs that speak WebDAV. The core speaks the protocol (names, locks,
 * conditions, depths); each call here is one change of the module's, with its history and undo. It throws an AppError with a sentence for
 * what cannot be.
 */
export interface DavTree<M extends Module = Module> {
  /**
   * What stands at a path; the top for the empty one, which is what is shared where the caller has one record of somebody's alone.
   * null when there is nothing.
   */
  find(context: ActionContext<M>, path: readonly string[]): Promise<DavResource | null>
  /** The names from the top to a thing; null when it is not there. A tree whose things are shared one by one has it. */
  pathOf?(context: ActionContext<M>, id: string): Promise<readonly string[] | null>
  /** The things of these ids that are there, by one look. A tree whose things are shared one by one has it. */
  byIds?(context: ActionContext<M>, ids: readonly string[]): Promise<DavResource[]>
  /** What lies in a collection, by its name. */
  list(context: ActionContext<M>, collection: DavResource): Promise<DavResource[]>
  /** Answers GET and HEAD of a file, with its ranges and its tag. */
  read(context: ActionContext<M>, file: DavResource, request: Request): Promise<Response>
  /**
   * Takes bytes, for a new file or over the one that is there: as they come, never all at once. What stands there by then is to be
   * looked for after the last of them: from then on no other program's call writes names.
   */
  write(
    context: ActionContext<M>,
    place: DavPlace,
    bytes: AsyncIterable<Uint8Array>,
    sent: DavSent,
  ): Promise<DavResource>
  makeCollection(context: ActionContext<M>, place: DavPlace): Promise<DavResource>
  /** To the trash, with everything in it. */
  remove(context: ActionContext<M>, resource: DavResource): Promise<void>
  /** In the place of what is there, if something is. `isDeep`: with everything in it. */
  copy(context: ActionContext<M>, resource: DavResource, place: DavPlace, isDeep: boolean): Promise<void>
  move(context: ActionContext<M>, resource: DavResource, place: DavPlace): Promise<void>
  /** All that programs have set of it from now on. */
  setProperties(context: ActionContext<M>, resource: DavResource, properties: Record<string, string>): Promise<void>
  /** Calendars that lie in it: then programs that speak CalDAV find them. */
  calendars?: DavCalendars<M>
}

/** What else is asked of a tree with calendars. An object is an event with its changed occurrences: all that has one UID. */
export interface DavCalendars<M extends Module = Module> {
  /** The objects of a calendar of which something is in a time: from `from` to before `to`, ever where one is null. */
  between(context: ActionContext<M>, calendar: DavResource, from: Date | null, to: Date | null): Promise<DavResource[]>
  /** Those of a calendar's objects that have one of these names. */
  named(context: ActionContext<M>, calendar: DavResource, names: readonly string[]): Promise<DavResource[]>
  /** Each of these objects as iCalendar, in their order. */
  texts(context: ActionContext<M>, objects: readonly DavResource[]): Promise<string[]>
  /** What has changed since a mark, and the names of what is not there any more; null when nobody can say. */
  since(
    context: ActionContext<M>,
    calendar: DavResource,
    mark: string,
  ): Promise<{ changed: DavResource[]; gone: string[] } | null>
  /** What a program sent, read outside of the server's process. Throws `bad_request` for what is no object of a calendar. */
  parse(context: ActionContext<M>, text: string): Promise<unknown>
  /** Keeps what `parse` gave. Throws `conflict` when another object of the calendar has its UID. */
  put(context: ActionContext<M>, place: DavPlace, parsed: unknown): Promise<void>
  /** What a program calls a calendar, and in which colour it shows it. */
  describe(context: ActionContext<M>, calendar: DavResource, said: { title?: string; colour?: string }): Promise<void>
}
