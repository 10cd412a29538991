import { z } from 'zod'

/** A kind of page that people can publish. */
export interface PageKind {
  /** What it is called where it is published: `A list`. */
  title: string
  /** What visitors see, in a sentence. */
  summary: string
  /** The collection of whose records each has a page of its own; absent for a page of everything of the owner's. */
  of?: string
  /** The core itself shows the records of this collection with its fields: `listPage`. */
  table?: string
  /** Actions that visitors may call where the owner lets them. Never one that is a `send`. */
  allows?: readonly string[]
  /**
   * It has no address that somebody chooses: it is opened by a link that the module makes, whose subject begins with the kind's name and a
   * colon, at `/p/l/<token>`. Visitors may call what the link allows.
   */
  byLink?: boolean
  /** An export and an import of the module by which visitors take what is shown into their own workspace, or as a file. */
  copy?: { export: string; import: string }
}

/** A page of all records of a collection with fields, in a table; `takes` names the action by which visitors may add one. */
export const listPage = <const C extends string>(table: C, { many, takes }: { many: string; takes?: string }) => ({
  title: `A public list of ${many}`,
  summary: `Whoever has the address sees your ${many}, and cannot change them.`,
  table,
  ...(takes !== undefined && { allows: [takes] }),
})

/** Short words of letters and digits, parted by dashes. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const Slug = z
  .string('A page needs an address.')
  .trim()
  .toLowerCase()
  .min(3, 'An address has at least 3 characters.')
  .max(60, 'An address has at most 60 characters.')
  .regex(SLUG, 'An address is letters from a to z, digits and dashes: summer-reading.')

const PASSWORD_MAX = 200
const parts = {
  slug: Slug,
  title: z
    .string('A page needs a title.')
    .trim()
    .min(1, 'A page needs a title.')
    .max(200, 'A title has at most 200 characters.'),
  description: z.string().trim().max(500, 'A description has at most 500 characters.'),
  /** BCP 47 */
  language: z.string().max(35),
  isListed: z.boolean(),
  password: z
    .string()
    .min(1, 'A password needs a character.')
    .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters.`)
    .nullable(),
  expiresAt: z.iso.datetime('A moment is written like 2026-12-31T18:00:00Z.').nullable(),
  allows: z.array(z.string().max(32)).max(10),
  fields: z.array(z.string().max(100)).min(1, 'Choose a field to show.').max(100).nullable(),
}

/** POST /api/pages */
export const NewPage = z.object({
  module: z.string().max(32),
  kind: z.string().max(32),
  subject: z.string().max(64).default(''),
  slug: parts.slug,
  title: parts.title,
  description: parts.description.default(''),
  language: parts.language.default('en'),
  isListed: parts.isListed.default(false),
  password: parts.password.default(null),
  expiresAt: parts.expiresAt.default(null),
  allows: parts.allows.default([]),
  fields: parts.fields.default(null),
})
export type NewPage = z.input<typeof NewPage>

/** PATCH /api/pages/<id>: what is not said stays. */
export const PageChange = z.object({
  ...z.object(parts).partial().shape,
  /** Whether the address that it had leads to the new one, or is free for others. */
  keepsOldAddress: z.boolean().default(true),
})
export type PageChange = z.input<typeof PageChange>

export const PublicPage = z.object({
  id: z.string(),
  module: z.string(),
  kind: z.string(),
  subject: z.string(),
  slug: z.string(),
  /** The whole address. */
  url: z.string(),
  /** Addresses that lead to it. */
  oldSlugs: z.array(z.string()),
  title: z.string(),
  description: z.string(),
  language: z.string(),
  isListed: z.boolean(),
  hasPassword: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  allows: z.array(z.string()),
  fields: z.array(z.string()).nullable(),
  createdAt: z.iso.datetime(),
  /** How many people opened it, by the day (of UTC); days without anybody are left out. */
  visits: z.object({ total: z.number(), days: z.array(z.object({ day: z.string(), visits: z.number() })) }),
})
export type PublicPage = z.infer<typeof PublicPage>

/** GET /api/pages */
export const PublicPages = z.object({ pages: z.array(PublicPage) })

/** POST /p/<slug>/copy: a file that waits to be imported into the caller's own workspace. */
export const PageCopy = z.object({ module: z.string(), import: z.string(), upload: z.string(), title: z.string() })
export type PageCopy = z.infer<typeof PageCopy>
