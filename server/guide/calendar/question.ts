import type { NumberStyle } from '@atrium/domain/numbers/number-style'
import type { Moment } from './reading.ts'

/** Who asks: what is "now" and "here", and how numbers are written. */
export interface Asker {
  moment: Moment
  style: NumberStyle
}

/** A way to ask about time. `answer` gives null when the parts turn out to be something else. */
export interface Question {
  pattern: RegExp
  answer: (groups: Record<string, string | undefined>, asker: Asker) => Promise<string | null> | string | null
}
