import type { Intent } from '../intent.ts'
import { add } from './add.ts'
import { age } from './age.ts'
import { countdown } from './countdown.ts'
import { difference } from './difference.ts'
import { holiday } from './holiday.ts'
import { weekday } from './weekday.ts'
import { workdays } from './workdays.ts'

export const dateIntents: readonly Intent[] = [difference, age, countdown, workdays, weekday, add, holiday]
