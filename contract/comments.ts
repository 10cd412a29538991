import { z } from 'zod'

/** UTF-16 units of one comment. */
export const COMMENT_MAX = 5_000

/** What somebody said about a record. */
export const Comment = z.object({
  id: z.string(),
  text: z.string(),
  /** What its author is called; null where they have left and nobody knows. */
  by: z.string().nullable(),
  isMine: z.boolean(),
  at: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})
export type Comment = z.infer<typeof Comment>

/** A page of a record's comments, the oldest of the page first. */
export const Comments = z.object({
  comments: z.array(Comment),
  /** The id that those before this page are asked for with; null where there are none. */
  before: z.string().nullable(),
  total: z.int(),
  /** Whether the caller may say something, and take away what others said. */
  canWrite: z.boolean(),
  canModerate: z.boolean(),
})
export type Comments = z.infer<typeof Comments>

export const NewComment = z.object({
  text: z
    .string()
    .trim()
    .min(1, 'A comment needs a text.')
    .max(COMMENT_MAX, `A comment has at most ${COMMENT_MAX.toLocaleString('en')} characters.`),
})
export type NewComment = z.infer<typeof NewComment>
