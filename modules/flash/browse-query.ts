/** What a search looks at. Texts are as people see them. */
export interface Browsed {
  fields: readonly { name: string; text: string }[]
  tags: readonly string[]
  deck: string
  type: string
  state: 'new' | 'learning' | 'review' | 'relearning'
  suspended: boolean
  buried: boolean
  isDue: boolean
  /** Days since it was added and since its last review; null when there was none. */
  addedDays: number
  ratedDays: number | null
  numbers: { ivl: number; lapses: number; reps: number; d: number; s: number; r: number | null; due: number | null }
}
type Matches = (card: Browsed) => boolean

/** Small letters without accents: `Café` is found by `cafe`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** `*` any letters, `_` one. Without them it is enough to stand anywhere, or, as `whole`, to be all of it. */
function pattern(text: string, whole: boolean): (value: string) => boolean {
  const wanted = folded(text)
  if (!/[*_]/.test(wanted)) return (value) => (whole ? folded(value) === wanted : folded(value).includes(wanted))
  const source = wanted
    .replace(/[\\^$.|?+()[\]{}]/g, '\\$&')
    .replace(/\*+/g, '[^]*?')
    .replaceAll('_', '[^]')
  const expression = new RegExp(whole ? `^${source}$` : source)
  return (value) => expression.test(folded(value))
}

const STATES: Record<string, Matches> = {
  new: ({ state }) => state === 'new',
  learn: ({ state }) => state === 'learning' || state === 'relearning',
  review: ({ state }) => state === 'review' || state === 'relearning',
  due: ({ isDue }) => isDue,
  suspended: ({ suspended }) => suspended,
  buried: ({ buried }) => buried,
}

export const PROPERTY = /^(ivl|lapses|reps|d|s|r|due)(<=|>=|!=|=|<|>)(-?\d+(?:\.\d+)?)$/

function numeric(text: string): Matches | null {
  const read = PROPERTY.exec(text)
  if (!read) return null
  const [, name, sign, number] = read
  const wanted = Number(number)
  return ({ numbers }) => {
    const value = numbers[name as keyof Browsed['numbers']]
    if (value === null) return false
    if (sign === '<') return value < wanted
    if (sign === '>') return value > wanted
    if (sign === '<=') return value <= wanted
    if (sign === '>=') return value >= wanted
    return (value === wanted) === (sign === '=')
  }
}

/** Whether a deck of this name is meant by `deck:`: it, or one inside it. */
export function deckNamed(text: string): (name: string) => boolean {
  if (text === '*') return () => true
  const is = pattern(text, true)
  const inside = pattern(`${text}::*`, true)
  return (name) => is(name) || inside(name)
}

function term(name: string | null, text: string): Matches {
  if (name === null) {
    const has = pattern(text, false)
    return ({ fields, tags }) => fields.some((field) => has(field.text)) || tags.some(has)
  }
  if (name === 'deck') {
    const isMeant = deckNamed(text)
    return ({ deck }) => isMeant(deck)
  }
  if (name === 'tag') {
    if (text === 'none') return ({ tags }) => tags.length === 0
    const is = pattern(text, true)
    const inside = pattern(`${text}::*`, true)
    return ({ tags }) => tags.some((tag) => is(tag) || inside(tag))
  }
  if (name === 'note') {
    const is = pattern(text, true)
    return ({ type }) => is(type)
  }
  const state = name === 'is' ? STATES[text.toLowerCase()] : undefined
  if (state) return state
  const number = name === 'prop' ? numeric(text.toLowerCase()) : null
  if (number) return number
  if (name === 'added' && /^\d+$/.test(text)) return ({ addedDays }) => addedDays < Number(text)
  if (name === 'rated' && /^\d+$/.test(text)) return ({ ratedDays }) => ratedDays !== null && ratedDays < Number(text)
  const has = pattern(text, true)
  const isField = pattern(name, true)
  const words = pattern(`${name}:${text}`, false)
  // A field's name, or just words with a colon in them.
  return ({ fields }) => fields.some((field) => (isField(field.name) ? has(field.text) : words(field.text)))
}

export interface Token {
  not: boolean
  name: string | null
  text: string
}

type Piece = Token | '(' | '-(' | ')' | 'or'

/** The words, names and brackets of a search. */
export function tokens(query: string): Piece[] {
  const found: Piece[] = []
  const next = /\s*(?:(-?\(|\))|(-?)(?:([\p{L}][\p{L}\d_]*):)?(?:"([^"]*)"?|([^\s()"]+)))/uy
  let at = 0
  while (at < query.length) {
    next.lastIndex = at
    const read = next.exec(query)
    if (!read) {
      at += 1
      continue
    }
    at = next.lastIndex
    const [, bracket, not, name, quoted, bare] = read
    if (bracket) found.push(bracket as Piece)
    else if (bare?.toLowerCase() === 'or' && !not && !name) found.push('or')
    else if (!(bare?.toLowerCase() === 'and' && !not && !name)) {
      const colon = quoted !== undefined && !name ? /^(deck|tag|note):(.*)$/.exec(quoted) : null
      found.push({
        not: not === '-',
        name: colon?.[1] ?? name?.trim().toLowerCase() ?? null,
        text: colon?.[2] ?? quoted ?? bare ?? '',
      })
    }
  }
  return found
}

/**
 * Reads a search as Anki's browser has it: words, "phrases", `deck:`, `tag:`, `note:`, `is:`, `prop:`, `added:`, `rated:`,
 * `field:`, `-` for not, `or`, brackets. All terms must match. What cannot be read is searched for as it stands.
 */
export function readQuery(query: string): Matches {
  const list = tokens(query.slice(0, 500))
  let at = 0
  function any(): Matches {
    const parts = [all()]
    while (list[at] === 'or') {
      at += 1
      parts.push(all())
    }
    return parts.length === 1 ? (parts[0] as Matches) : (card) => parts.some((part) => part(card))
  }
  function all(): Matches {
    const parts: Matches[] = []
    for (;;) {
      const token = list[at]
      if (token === undefined || token === ')' || token === 'or') break
      at += 1
      if (token === '(' || token === '-(') {
        const inside = any()
        parts.push(token === '(' ? inside : (card) => !inside(card))
        if (list[at] === ')') at += 1
        continue
      }
      const matches = term(token.name, token.text)
      parts.push(token.not ? (card) => !matches(card) : matches)
    }
    return (card) => parts.every((part) => part(card))
  }
  const groups: Matches[] = []
  while (at < list.length) {
    groups.push(any())
    if (list[at] === ')') at += 1
  }
  return (card) => groups.every((group) => group(card))
}

/** Notes that a search by meaning finds at most. */
export const NEAREST_MOST = 100

const FILTERS = new Set(['deck', 'tag', 'note', 'is', 'prop', 'added', 'rated'])

/** What a text asks for by its meaning, and by what cards are: of `heart is:due` the heart, and `is:due`. */
export function meantBy(query: string): { text: string; filter: string } {
  const filters: string[] = []
  const text = query.replace(/(?<=^|\s)-?([\p{L}\d_]+):(?:"[^"]*"|[^\s"()]+)(?=\s|$)/gu, (term, name: string) => {
    if (!FILTERS.has(name.toLowerCase())) return term
    filters.push(term)
    return ''
  })
  return { text: text.replace(/\s+/g, ' ').trim(), filter: filters.join(' ') }
}
