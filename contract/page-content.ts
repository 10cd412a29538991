// What a public page shows, as data: the core alone turns it into HTML, so that nothing in it is ever code.

/** A file that the owner keeps with the module's records. Only those that a page names are in its visitors' reach. */
export interface PageFile {
  id: string
  name: string
  mime: string
}

/** What stands in one cell. Of an address only http(s) and mailto become a link. */
export interface PageCell {
  text: string
  url?: string
  files?: readonly PageFile[]
}

export type PageBlock =
  | { kind: 'heading'; text: string }
  /** A blank line parts paragraphs. */
  | { kind: 'text'; text: string }
  /** What is to be seen first: it was moved, it is over. */
  | { kind: 'notice'; text: string }
  | { kind: 'link'; link: PageCell }
  /** In the visitor's language, and on their clocks where their browser says which those are; without a time of day on the days that it names. */
  | { kind: 'moment'; moment: PageMoment }
  | { kind: 'table'; columns: readonly string[]; rows: readonly (readonly PageCell[])[]; empty?: string }
  /** What opens at a press: a question and its answer. */
  | { kind: 'folds'; items: readonly { title: PageCell; text: PageCell }[] }
  | { kind: 'files'; files: readonly PageFile[] }
  /** One of the kind's `allows`, filled in by whoever opens the page: the fields of its input. */
  | {
      kind: 'form'
      action: string
      title: string
      /** What its fields hold before anything was typed. */
      values?: Readonly<Record<string, string>>
    }

/** From when to when something is. */
export interface PageMoment {
  /** Local times, on the clocks of `zone`, or days; what lasts days has the day after its last as its end. */
  start: string
  end: string
  /** IANA */
  zone: string
}

export interface PageContent {
  /** Of a page that a link opens: nobody else gave it a title. */
  title?: string
  blocks: readonly PageBlock[]
  /** Given as `after` it answers what follows. */
  next?: string | null
}

/** What is asked of a page. */
export interface PageRequest {
  /** The record's id; empty for a page of a whole collection. */
  subject: string
  /** What the part before called `next`. */
  after: string | undefined
  /** The fields that its owner shows; null for all. */
  fields: readonly string[] | null
  /** BCP 47, of the page. */
  language: string
}
