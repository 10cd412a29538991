import { z } from 'zod'

/** bytes of an archive to import */
export const IMPORT_MAX_BYTES = 6 * 1024 * 1024 * 1024

export const ImportFormat = z.enum(['atrium', 'chatgpt', 'claude'])
export type ImportFormat = z.infer<typeof ImportFormat>

/** One that was made, and lies to be fetched for a while. */
export const MadeArchive = z.object({
  id: z.string(),
  name: z.string(),
  /** bytes */
  size: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When it is removed. */
  endsAt: z.iso.datetime(),
  /** Where it is fetched. */
  link: z.string(),
})
export type MadeArchive = z.infer<typeof MadeArchive>

/** GET /api/data/archives, with the jobs that make one and take one in, as long as they wait or run. */
export const ArchiveList = z.object({
  archives: z.array(MadeArchive),
  making: z.string().nullable(),
  restoring: z.string().nullable(),
})
export type ArchiveList = z.infer<typeof ArchiveList>

/** POST /api/data/archives: a small one is made in the moment of the call. */
export const ArchiveJob = z.object({ job: z.string(), link: z.string().nullable() })
export type ArchiveJob = z.infer<typeof ArchiveJob>

/** POST /api/data/uploads */
export const SentArchive = z.object({ id: z.string(), name: z.string(), size: z.number().int() })
export type SentArchive = z.infer<typeof SentArchive>

/** How many of one kind of thing ("threads", "messages", "files", "memories", "tasks.items" …). */
export const ImportCount = z.object({
  kind: z.string(),
  added: z.number().int(),
  /** Here already, and left as it is. */
  present: z.number().int(),
  refused: z.number().int(),
})

/** POST /api/data/import: with ?preview=1 what would happen, otherwise what happened. All of it or nothing. */
export const ImportReport = z.object({
  format: ImportFormat,
  counts: z.array(ImportCount),
  /** The first hundred things that were refused, each with the reason. */
  refused: z.array(z.object({ what: z.string(), reason: z.string() })),
})
export type ImportReport = z.infer<typeof ImportReport>

/** What a job that has taken an archive in answers. */
export const RestoredArchive = z.object({ report: ImportReport })
export type RestoredArchive = z.infer<typeof RestoredArchive>

/** POST /api/data/uploads/:id/restore: `report` is null while it is under way. */
export const RestoreJob = z.object({ job: z.string(), report: ImportReport.nullable() })
export type RestoreJob = z.infer<typeof RestoreJob>
