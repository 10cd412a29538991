import type { Slots } from '../intent.ts'

/** What sentences about money speak of; which amount is which is told by what stands beside it (`said.ts`). */
export const moneySlots = {
  amount: { kind: 'money', isMany: true, required: true },
  /** An amount or a count without a currency. */
  figure: { kind: 'number', isMany: true },
  rate: { kind: 'percent', isMany: true },
  term: { kind: 'duration', isMany: true },
  size: { kind: 'quantity', isMany: true },
  by: { kind: 'date' },
} as const satisfies Slots
