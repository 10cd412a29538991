import { useAddress as useWritten } from '@atrium/web/kit'
import { z } from 'zod'
import { View } from '../readings.ts'

export const views = View.options

/** What the page shows stands in its address, so that back, reload and sharing work. */
const Address = z.object({
  view: View.optional(),
  /** A project by its id; by its name in links from before projects were records. */
  project: z.string().max(64).optional(),
  as: z.enum(['list', 'board']).optional(),
  /** In a team: whose tasks, by the id of their account. */
  who: z.string().max(64).optional(),
  context: z.string().max(60).optional(),
  q: z.string().max(200).optional(),
})

export const useAddress = () => useWritten(Address)
