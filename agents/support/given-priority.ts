/** ITIL: 1 is the highest. */
export type Priority = 1 | 2 | 3 | 4

const GIVEN: readonly [RegExp, Priority][] = [
  [/urgent|critical|blocker|p ?1\b|sev(?:erity)? ?1\b|highest|^1$/i, 1],
  [/high|p ?2\b|sev(?:erity)? ?2\b|^2$/i, 2],
  [/low|minor|trivial|p ?4\b|^4$/i, 4],
  [/normal|medium|p ?3\b|^3$/i, 3],
]
/** What the file calls it; null when it is unknown. */
export const givenPriority = (text: string): Priority | null =>
  GIVEN.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null
