import { z } from 'zod'

/**
 * Hashcash for whoever has no account: the SHA-256 of `challenge.nonce` begins with so many zero bits. A person's browser has it in a
 * second; who sends a thousand forms pays for each.
 */
export const LinkWork = z.object({ challenge: z.string().max(500), bits: z.number().int() })
export type LinkWork = z.infer<typeof LinkWork>

export const beginsWithZeros = (digest: Uint8Array, bits: number): boolean => {
  for (let at = 0; at < bits; at++) if (((digest[at >> 3] ?? 255) >> (7 - (at & 7))) & 1) return false
  return true
}

/** GET /api/m/<module>/links/<token>: what this link lets one do. */
export const LinkOffer = z.object({
  subject: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  actions: z.array(z.object({ name: z.string(), summary: z.string(), input: z.record(z.string(), z.unknown()) })),
  work: LinkWork,
})
export type LinkOffer = z.infer<typeof LinkOffer>

/** POST /api/m/<module>/links/<token>/<action> */
export const LinkCall = z.object({
  input: z.unknown(),
  work: z.object({ challenge: z.string().max(500), nonce: z.string().max(40) }),
  /** A field that no person sees: what fills it in is a program. */
  website: z.string().max(200).default(''),
})
export type LinkCall = z.input<typeof LinkCall>
