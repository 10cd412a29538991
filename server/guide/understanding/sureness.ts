/** What is judged of something that a sentence may mean. */
interface Judged {
  aligned: number
  likely: number
  captured: Readonly<Record<string, string>>
  weights: readonly number[]
  meant: { target: { action: { effect: string } } | null }
}

/** Weight of a word from which on it says something. */
export const TELLING = 1

/** How well a sentence has to fit, and how likely its words have to be: what changes something more than what is looked up. */
const LEAST = {
  change: { aligned: 0.8, likely: 0.2 },
  read: { aligned: 0.72, likely: 0.3 },
  own: { aligned: 0.85, likely: 0.3 },
} as const

/** Whether a sentence is taken at its word. */
export function isSure({ aligned, likely, captured, weights, meant }: Judged): boolean {
  if (aligned >= 0.95 && likely >= 0.03) return true
  if (aligned >= 0.98 && weights.filter((weight) => weight >= TELLING).length >= 2) return true
  // “Add a task”: it only leads to a question.
  if (aligned >= 0.9 && Object.keys(captured).length === 0) return true
  const effect = meant.target?.action.effect
  const least = LEAST[effect === undefined ? 'own' : effect === 'read' ? 'read' : 'change']
  return aligned >= least.aligned && likely >= least.likely
}

/** Whether what it may mean is worth offering. */
export const isFair = ({ aligned, likely }: Judged): boolean =>
  aligned >= 0.5 && likely >= 0.2 && aligned + likely >= 0.9

/** Others that are not further from the best than this are looked at too: what they name may be there. */
export const NEAR = 0.3

/** Two that fit and are likely alike are both offered. */
export const areEqual = (one: Judged, other: Judged): boolean =>
  Math.abs(one.aligned - other.aligned) < 0.03 && other.likely > one.likely / 4 && one.likely > other.likely / 4

/** The likeliest first: what is sure before what is not, and of those what fits best; the words alone say little of what is fitted. */
export const byLikelihood = (a: Judged & { score: number }, b: Judged & { score: number }): number => {
  const [sureA, sureB] = [isSure(a), isSure(b)]
  if (sureA !== sureB) return sureA ? -1 : 1
  return sureA ? b.aligned * 4 + b.likely - (a.aligned * 4 + a.likely) : b.score - a.score
}
