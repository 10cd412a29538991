import { z } from 'zod'
import { INTEGER_MAX } from './integers.ts'
import { TableUnderstood } from './table-import.ts'

/** A kind of file that a module reads: what it is called, which files it takes, and into which collection most rows go. */
export interface Import {
  summary: string
  /** Endings with their dot, lower case: `.ofx`. */
  accepts: readonly string[]
  /** What the person may choose besides the file: an account, a date format. */
  options?: z.ZodObject
  /** The core itself takes it, as a table of this collection: `tableImport`. */
  table?: string
}

/** A kind of file that a module writes. */
export interface Export {
  summary: string
  /** An ending with its dot. */
  extension: string
  mime: string
  options?: z.ZodObject
}

/** A file that has been uploaded to be imported. What stands in it is found out by the module's readers alone. */
export interface ImportedFile {
  /** Says to `read` which file is meant. */
  upload: string
  name: string
  /** bytes */
  size: number
  /** To be kept as it is, never to be looked into: that is a reader's. */
  bytes(): AsyncIterable<Uint8Array>
}

/** A piece of a file that is written. */
export type Written = string | Uint8Array

const Place = z.object({ line: z.number().optional(), title: z.string() })
/** What an import would do or has done. The lists hold the first 100 of each kind; the numbers count all. */
export const ImportReport = z.object({
  added: z.number(),
  changed: z.number(),
  /** In the workspace already, as it is. */
  same: z.number(),
  /** The same row a second time in the file. */
  duplicate: z.number(),
  refused: z.number(),
  /** Of a table that the core reads: what it was understood as. */
  table: TableUnderstood.optional(),
  rows: z.object({
    added: z.array(Place),
    changed: z.array(Place.extend({ fields: z.array(z.string()) })),
    duplicate: z.array(Place),
    refused: z.array(z.object({ line: z.number().optional(), text: z.string(), reason: z.string() })),
  }),
})
export type ImportReport = z.infer<typeof ImportReport>

/** POST /api/uploads: a file that waits to be imported, for a day. */
export const Upload = z.object({ id: z.string(), name: z.string(), size: z.number() })
export type Upload = z.infer<typeof Upload>

/** POST /api/m/<module>/imports/<name> */
export const ImportRequest = z.object({
  upload: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Only says what would happen. */
  preview: z.boolean().default(false),
})
export const ImportAnswer = z.object({ report: ImportReport, change: z.string().nullable() })
export type ImportAnswer = z.infer<typeof ImportAnswer>

/** POST /api/m/<module>/imports/<name>/job: goes on when the caller leaves, and is listed in Activity. */
export const ImportJobRequest = ImportRequest.omit({ preview: true }).extend({
  /** How many rows a preview has counted, so that it can be said how far it is. */
  rows: z.number().int().min(0).max(INTEGER_MAX).optional(),
})
/** `result` is null as long as it is under way: the job answers it. */
export const ImportJob = z.object({ job: z.string(), result: ImportAnswer.nullable() })
export type ImportJob = z.infer<typeof ImportJob>

/** A file that is made in the background; `link` is where it is fetched from, null as long as it is made. */
export const ExportJob = z.object({ job: z.string(), link: z.string().nullable() })
export type ExportJob = z.infer<typeof ExportJob>

/** A file that a record holds: its picture, its attachment, its bytes. */
export interface KeptFile {
  id: string
  name: string
  mime: string
  /** bytes */
  size: number
  /** hex */
  sha256: string
}

export interface SentFile {
  name: string
  mime: string
  bytes: AsyncIterable<Uint8Array>
}

/** The files of the person (or team) whose records the action works on. */
export interface ModuleFiles {
  /** Keeps bytes. Throws `too_large` when there is no room left. In a preview it keeps nothing and answers an id all the same. */
  save(name: string, mime: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<KeptFile>
  /**
   * Keeps many, some together at a time, and answers each in its place: thousands of pictures of a package. The bytes of one are
   * taken before the next is asked for. Throws as `save` does.
   */
  saveAll(sent: AsyncIterable<SentFile>): AsyncIterable<KeptFile>
  /** null when there is no such file */
  find(id: string): Promise<KeptFile | null>
  /** Throws `not_found`. `start` and `end` (inclusive) in bytes. */
  read(id: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /** The text found in it (PDF, DOCX, plain text …); null when there is none. */
  text(id: string): Promise<string | null>
  /** For good, once the action has succeeded: undo does not bring it back. What lies in the trash may still need it. */
  remove(id: string): Promise<void>
}

/** Something of a person's that others may open by an address alone. */
export interface ShareLink {
  id: string
  /** Only known when it is made; the database has its hash. */
  token?: string
  /** The module's own word for what it opens: a record's id, `feed`. */
  subject: string
  /** The actions of the module that whoever has it may call, and no others: `book`. */
  allows: readonly string[]
  hasPassword: boolean
  expiresAt: string | null
  createdAt: string
  /** How often it was opened. */
  uses: number
  /** How often something was downloaded by it, and when last. */
  downloads: number
  downloadedAt: string | null
}

export interface ShareLinks {
  create(link: {
    subject: string
    allows?: readonly string[]
    password?: string
    expiresAt?: Date
  }): Promise<ShareLink & { token: string }>
  /**
   * The one link of this subject, with the same token each time, made where there is none: what stands in every mail to somebody. When
   * it ends is as said last.
   */
  standing(link: {
    subject: string
    allows?: readonly string[]
    expiresAt?: Date
  }): Promise<ShareLink & { token: string }>
  /** Of one subject; without one, those that people made, and not what stands in mails. */
  list(subject?: string): Promise<ShareLink[]>
  /** Throws `not_found`. */
  revoke(id: string): Promise<void>
}
