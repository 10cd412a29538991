/** Places in an answer where its JSON may begin; more than these are not tried. */
const TRIES = 8
/** characters; many times of what a model is allowed */
const LONGEST = 500_000

/** The end of the object or list that begins here; null when it does not end. */
function endOf(text: string, start: number): number | null {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return null
}

/** The first object in a model's answer, with prose or a fence around it or not; undefined when there is none. */
export function jsonIn(answer: string): Record<string, unknown> | undefined {
  const text = answer.slice(0, LONGEST)
  let from = 0
  for (let tries = 0; tries < TRIES; tries++) {
    const start = text.indexOf('{', from)
    if (start < 0) return undefined
    const end = endOf(text, start)
    if (end !== null)
      try {
        return JSON.parse(text.slice(start, end)) as Record<string, unknown>
      } catch {
        // not JSON; what follows may be
      }
    from = start + 1
  }
  return undefined
}

/** The whole objects of a list that broke off: `{"items": [{…}, {…}, {"a`. */
export function itemsOfBroken(answer: string, list: string): unknown[] {
  const text = answer.slice(0, LONGEST)
  const items: unknown[] = []
  const begun = text.indexOf(`"${list}"`)
  if (begun < 0) return items
  let at = text.indexOf('[', begun)
  if (at < 0) return items
  for (;;) {
    const start = text.indexOf('{', at)
    if (start < 0 || !/^[\s,[]*$/.test(text.slice(at, start))) return items
    const end = endOf(text, start)
    if (end === null) return items
    try {
      items.push(JSON.parse(text.slice(start, end)))
    } catch {
      return items
    }
    at = end
  }
}
