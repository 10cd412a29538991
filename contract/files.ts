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
