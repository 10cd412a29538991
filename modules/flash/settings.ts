import { field } from '@atrium/contract/fields'
import { z } from 'zod'

export const Settings = z.object({
  dayStartsAt: field
    .number({
      label: 'Hour at which a new day begins',
      help: 'What you study past midnight, before this hour, belongs to the evening before. From 0 to 23.',
      required: true,
      isWhole: true,
      min: 0,
      max: 23,
    })
    .default(4),
  remindAt: field
    .number({
      label: 'Hour at which you are told how many cards are due',
      help: 'From 0 to 23; empty for never. Another hour counts from tomorrow on. How it reaches you stands under Settings, Notifications.',
      isWhole: true,
      min: 0,
      max: 23,
    })
    .default(8),
})
