import type { Intent } from '../intent.ts'
import { compound } from './compound.ts'
import { discount } from './discount.ts'
import { fuel } from './fuel.ts'
import { loan } from './loan.ts'
import { markup } from './markup.ts'
import { salary } from './salary.ts'
import { savings } from './savings.ts'
import { split } from './split.ts'
import { tip } from './tip.ts'
import { unitPrice } from './unitprice.ts'
import { vat } from './vat.ts'

export const moneyIntents: readonly Intent[] = [
  ...[loan, compound, savings, discount, markup, vat],
  ...[tip, split, salary, fuel, unitPrice],
]
