import { Decimal } from 'decimal.js'

/** Decimal arithmetic to 60 significant digits: 0.1 + 0.2 is 0.3. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15 })
export type Exact = Decimal
