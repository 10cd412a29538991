import { defineIntent, type Intent } from '../intent.ts'
import { now } from './now.ts'
import { examples } from './say.ts'
import { zoneAnswer } from './zone.ts'

/** Times of one place in another, differences of zones, hours that suit both, flights. */
const zone = defineIntent({
  id: 'time.zone',
  slots: {
    time: { kind: 'date' },
    arrival: { kind: 'date' },
    from: { kind: 'text' },
    to: { kind: 'text' },
    span: { kind: 'duration' },
  },
  examples: examples('time.zone'),
  reply: ({ from, to }, context, language) => zoneAnswer(context, language, from ?? to),
})

export const timeIntents: readonly Intent[] = [now, zone]
