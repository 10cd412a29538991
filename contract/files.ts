import { z } from 'zod'

export const FILE_MAX_BYTES = 50 * 1024 * 1024

/** An uploaded file. `hasText` says whether readable text was found in it. */
export const StoredFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number(),
  url: z.string(),
  hasText: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type StoredFile = z.infer<typeof StoredFile>

const BY_ID = 'A file is named by its id.'

/**
 * A file in a field of a record. Whoever writes says its `id`, which `POST /api/m/<module>/files/<collection>/<field>` answered; the
 * rest is what the server knows of it, whatever was said.
 */
export const HeldFile = z.object(
  {
    id: z.string(BY_ID).min(1, BY_ID).max(64, BY_ID),
    name: z.string().max(1000).default(''),
    mime: z.string().max(200).default('application/octet-stream'),
    /** bytes */
    size: z.number().min(0).default(0),
  },
  BY_ID,
)
export type HeldFile = z.infer<typeof HeldFile>

/** What a field of files takes. */
export const FileLimits = z.object({
  /** Files of one record. */
  most: z.number(),
  /** bytes of one file */
  largest: z.number(),
  /** Kinds, as `image/png`, `image/*`; any where none is named. */
  accepts: z.array(z.string()),
})
export type FileLimits = z.infer<typeof FileLimits>
