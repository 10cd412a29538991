import { z } from 'zod'

/** bytes of an archive to import */
export const IMPORT_MAX_BYTES = 6 * 1024 * 1024 * 1024

export const ImportFormat = z.enum(['atrium', 'chatgpt', 'claude'])
export type ImportFormat = z.infer<typeof ImportFormat>

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
