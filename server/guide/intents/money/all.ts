import type { Intent } from '../intent.ts'
import { split, tip } from './bill.ts'
import { compound } from './compound.ts'
import { fuel } from './fuel.ts'
import { loan } from './loan.ts'
import { pay } from './pay.ts'
import { percentOff } from './percent-off.ts'
import { percentOn } from './percent-on.ts'
import { savingGoal } from './saving-goal.ts'
import { taxIn, taxOn } from './tax.ts'
import { unitPrice } from './unit-price.ts'

export const moneyIntents: readonly Intent[] = [
  ...[loan, compound, savingGoal, percentOff, percentOn, taxOn, taxIn],
  ...[tip, split, pay, fuel, unitPrice],
]
