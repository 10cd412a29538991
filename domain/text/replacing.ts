/** What was found of a text and put another in its place. */
export interface Replaced {
  text: string
  count: number
  /** Whether it stands there in other letters only: large for small. */
  isOtherCase: boolean
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(sign)
const before = (text: string, at: number) => (at === 0 ? undefined : [...text.slice(Math.max(0, at - 2), at)].at(-1))
const after = (text: string, at: number) => [...text.slice(at, at + 2)][0]

function replaced(text: string, places: readonly number[], length: number, by: string): string {
  let at = 0
  const parts: string[] = []
  for (const place of places) {
    parts.push(text.slice(at, place), by)
    at = place + length
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/** Every occurrence, as it is written; where there is none, in any case. `isWhole`: not within longer words. */
export function replaceAll(text: string, find: string, by: string, isWhole = false): Replaced {
  if (find === '') return { text, count: 0, isOtherCase: false }
  const placesIn = (where: string, what: string) => {
    const places: number[] = []
    for (let at = where.indexOf(what); at >= 0; ) {
      const isFree = !isWhole || !(isWordSign(before(text, at)) || isWordSign(after(text, at + what.length)))
      if (isFree) places.push(at)
      at = where.indexOf(what, isFree ? at + what.length : at + 1)
    }
    return places
  }
  const exact = placesIn(text, find)
  if (exact.length > 0) return { text: replaced(text, exact, find.length, by), count: exact.length, isOtherCase: false }
  // İ is longer in small letters: the places would not be those of the text.
  const [small, sought] = [text.toLowerCase(), find.toLowerCase()]
  const others = small.length === text.length && sought.length === find.length ? placesIn(small, sought) : []
  return { text: replaced(text, others, find.length, by), count: others.length, isOtherCase: others.length > 0 }
}
