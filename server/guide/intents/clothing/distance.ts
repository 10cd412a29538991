import type { FoundWord } from '../words.ts'

/** “In US”, “to UK”: what a size is to be turned into, however near it stands. */
const WANTED = /(?:^|\s)(?:to|in|into|for|as|en|a|à|em|para|nach|naar|na|w|в|ke|di|إلى|in the|to the)\s+$/iu
const FARTHER = 12

/** How far a country's name stands from a figure, in characters; what it is to be turned into counts as farther. */
export function distanceTo(
  question: string,
  { index, length }: FoundWord,
  [start, end]: readonly [number, number],
): number {
  const gap = index < start ? start - index - length : index - end
  return WANTED.test(question.slice(Math.max(0, index - 12), index)) ? gap + FARTHER : gap
}
