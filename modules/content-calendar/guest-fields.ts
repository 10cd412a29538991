import { z } from 'zod'

/** Of one event; a mail goes to each. */
export const MOST_GUESTS = 100
/** characters */
export const MOST_NOTED = 1000

export const Role = z.enum(['chair', 'required', 'optional', 'informed'])
export type Role = z.infer<typeof Role>
export const Answer = z.enum(['open', 'accepted', 'declined', 'tentative'])
export type Answer = z.infer<typeof Answer>

export const Address = z
  .string('A guest needs an e-mail address.')
  .trim()
  .toLowerCase()
  .pipe(z.email('That is no e-mail address.').max(254, 'That is no e-mail address.'))
const Name = z
  .string()
  .overwrite((name) => name.replace(/[\p{Cc}"]+/gu, ' ').trim())
  .max(200, 'A name has at most 200 characters.')

export const SaidGuest = z.object({ address: Address, name: Name.optional(), role: Role.optional() })

export const Guest = z.object({
  address: z.string().max(254),
  name: z.string().max(200),
  role: Role,
  status: Answer,
  /** DTSTAMP of the answer; empty before there is one. */
  answeredAt: z.string(),
  /** What they said with it. */
  note: z.string().max(MOST_NOTED).optional(),
})
export type Guest = z.infer<typeof Guest>

/** Who takes part. Those of a series are of all of it. */
export const Guests = z.object({
  attendees: z.array(Guest).max(1000),
  /** Whoever invited the person; null of one's own events. */
  organizer: z.object({ address: z.string(), name: z.string() }).nullable(),
  /** As which of the attendees the person was invited; null where they are none. */
  me: z.string().nullable(),
  /** SEQUENCE of the last invitation, one's own or that of who organises it. */
  sequence: z.number().int(),
  /** DTSTAMP of the last message of who organises it. */
  stamp: z.string(),
  /** Of one's own: to whom the last invitation went, whom it did not reach, and what it said of time and place. Null before there was one. */
  sent: z
    .object({
      /** In whose name: it stays theirs when somebody else of a team goes on. */
      by: z.object({ address: z.string(), name: z.string() }),
      ...{ at: z.string(), to: z.array(z.string()), failed: z.array(z.string()) },
      ...{ print: z.string(), time: z.string() },
      /** When it was to begin then (`2026-11-10T12:00 Europe/Berlin`), and before that where it was moved. */
      ...{ start: z.string().optional(), before: z.string().optional() },
    })
    .nullable(),
})
export type Guests = z.infer<typeof Guests>

export const NO_GUESTS: Guests = { attendees: [], organizer: null, me: null, sequence: 0, stamp: '', sent: null }
