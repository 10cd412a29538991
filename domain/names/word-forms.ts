import { editDistance } from './edit-distance.ts'

/** Forms of English verbs that no ending tells, each with the word itself: `paid pay`. */
const FORMS = `ate eat, began begin, begun begin, bought buy, broke break, broken break, brought bring, built build, came come, caught catch,
  chose choose, chosen choose, done do, did do, drank drink, drew draw, drawn draw, driven drive, drove drive, eaten eat, fed feed, felt feel,
  flew fly, flown fly, forgot forget, found find, gave give, given give, got get, gone go, grew grow, heard hear, held hold, hung hang,
  kept keep, knew know, laid lay, led lead, left leave, lent lend, lit light, lost lose, made make, met meet, paid pay, ran run, rang ring,
  rung ring, said say, sang sing, sat sit, saw see, seen see, sent send, sewn sew, shown show, slept sleep, sold sell, spent spend,
  spoke speak, spoken speak, stuck stick, swam swim, swept sweep, taken take, taught teach, thought think, threw throw, thrown throw,
  told tell, took take, torn tear, went go, woke wake, won win, wore wear, worn wear, written write, wrote write`
const IRREGULAR = new Map(FORMS.split(/,\s+/).map((pair) => pair.split(' ') as [string, string]))

/** The word without what English puts at its end: only comparable with itself. `written`, `writing` and `writes` are `writ` as `write` is. */
export function rootOf(word: string): string {
  let root = IRREGULAR.get(word) ?? word
  if (root.length < 4) return root
  if (root.endsWith('ies') && root.length > 4) root = `${root.slice(0, -3)}y`
  else if (root.endsWith('ied') && root.length > 4) root = `${root.slice(0, -3)}y`
  else if (/(?:ss|x|ch|sh)es$/.test(root)) root = root.slice(0, -2)
  else if (/[^s]s$/.test(root)) root = root.slice(0, -1)
  if (root.endsWith('ing') && root.length > 5) root = root.slice(0, -3)
  else if (root.endsWith('ed') && root.length > 4) root = root.slice(0, -2)
  if (root.endsWith('e') && root.length > 3) root = root.slice(0, -1)
  return /([bdgkmnprt])\1$/.test(root) ? root.slice(0, -1) : root
}

/** Whether a word tells of what has been done: `called`, `paid`. */
export const isDeed = (word: string): boolean => IRREGULAR.has(word) || (word.length > 4 && word.endsWith('ed'))

/** Letters that two words begin with alike. */
function sharedStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Whether what was said is another form of a word, or its beginning. Both are folded. */
export function isFormOf(said: string, word: string): boolean {
  if (said === word) return true
  if (said.length >= 3 && word.startsWith(said)) return true
  if (said.length < 3 || word.length < 3) return false
  if (rootOf(said) === rootOf(word)) return true
  const [start, longer] = [sharedStart(said, word), Math.max(said.length, word.length)]
  return start >= 4 && longer - start <= 3 && start / longer >= 0.6 && said.at(-1) === word.at(-1)
}

/** Whether what was said is a word with letters that changed places or with one that is wrong within it: “maria” is not “mario”. */
export function isSlipOf(said: string, word: string): boolean {
  if (said.length < 5 || said[0] !== word[0] || /\d/.test(said)) return false
  const isSwapped = [...said].sort().join('') === [...word].sort().join('')
  return editDistance(said, word, 2) <= (isSwapped ? 2 : 1) && (isSwapped || said.at(-1) === word.at(-1))
}

/** Whether what was said is another form of a word, its beginning, or was meant to be it. Both are folded. */
export function isLikeWord(said: string, word: string): boolean {
  if (isFormOf(said, word)) return true
  if (said.length < 3 || word.length < 3) return false
  const [start, longer] = [sharedStart(said, word), Math.max(said.length, word.length)]
  if (start >= 4 && longer - start <= 3 && start / longer >= 0.6) return true
  if (said.length < 5 || said[0] !== word[0] || /\d/.test(said)) return false
  const most = said.length < 8 ? 1 : 2
  return editDistance(said, word, most) <= most
}
