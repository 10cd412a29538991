import type { Intent } from '../intent.ts'
import { arithmeticIntent } from './arithmetic.ts'
import { average } from './average.ts'
import { fraction } from './fraction.ts'
import { percent } from './percent.ts'

export const calcIntents: readonly Intent[] = [arithmeticIntent, percent, average, fraction]
