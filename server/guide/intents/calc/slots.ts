import type { Slots } from '../intent.ts'

/** What sentences about numbers hold; the numbers are read from the sentence itself, with the words between them. */
export const calcSlots = {
  figure: { kind: 'number', isMany: true, required: true },
  rate: { kind: 'percent', isMany: true },
} as const satisfies Slots
