import { z } from 'zod'

/** Somebody who can be named in a record's field. */
export const Person = z.object({
  /** Of their account. */
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** GET /api/people: who can be named in the scope of the call. */
export const People = z.object({ people: z.array(Person) })
export type People = z.infer<typeof People>
