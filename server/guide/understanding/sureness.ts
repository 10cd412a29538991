import type { Understood } from './understand.ts'

type Judged = Pick<Understood, 'aligned' | 'likely' | 'score'> & {
  meant: { target: { action: { effect: string } } | null }
}

/**
 * Whether a sentence is taken at its word: it fits an example, and its words are likely to mean that. What changes something wants to
 * fit better than what is merely looked up.
 */
export const isSure = ({ aligned, likely, meant }: Judged): boolean =>
  (aligned >= 0.95 && likely >= 0.1) ||
  (meant.target && meant.target.action.effect !== 'read'
    ? aligned >= 0.8 && likely >= 0.3
    : aligned >= 0.72 && likely >= 0.3)

/** Whether what it may mean is worth offering. */
export const isFair = ({ aligned, likely }: Judged): boolean =>
  aligned >= 0.5 && likely >= 0.2 && aligned + likely >= 0.9

/** Others that are not further from the best than this are looked at too: what they name may be there. */
export const NEAR = 0.3
/** Two that fit and are likely alike are both offered. */
export const areEqual = (one: Judged, other: Judged): boolean =>
  Math.abs(one.aligned - other.aligned) < 0.03 && other.likely > one.likely / 4 && one.likely > other.likely / 4
