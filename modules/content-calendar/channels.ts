import { rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import { Zone } from './times.ts'

export const Network = z.enum([
  'x',
  'linkedin',
  'instagram',
  'facebook',
  'threads',
  'bluesky',
  'mastodon',
  'tiktok',
  'youtube',
  'pinterest',
  'other',
])
export type Network = z.infer<typeof Network>

export const Slot = z.object({
  /** 1 is Monday, 7 Sunday */
  day: z.number().int().min(1).max(7),
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time is written 09:30.'),
})
export type Slot = z.infer<typeof Slot>

export const Channel = z.object({
  network: Network,
  name: z
    .string()
    .overwrite((text) => text.trim())
    .min(1, 'A channel needs a name.')
    .max(100, 'A channel’s name has at most 100 characters.'),
  zone: Zone.default('UTC'),
  /** The weekly times at which it posts, on the clocks of its zone. */
  slots: z.array(Slot).max(200, 'A channel has at most 200 times a week.').default([]),
  /** Whether somebody has to approve a post before it is scheduled. */
  needsApproval: z.boolean().default(false),
})
export type Channel = z.output<typeof Channel>
export const ChannelRow = rowOf(Channel)
export type ChannelRow = z.infer<typeof ChannelRow>
