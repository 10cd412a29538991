// Requirements in a text: one sentence that binds is one requirement. Words of RFC 2119; EARS (Mavin et al. 2009) for
// conditions; smells after ISO/IEC/IEEE 29148:2018, 5.2.7, "Requirement language criteria".

/** Requirements of which cases are made. */
export const REQUIREMENTS_MAX = 300

export type Strength = 'must' | 'should' | 'may'

export interface Requirement {
  /** The text's own (`REQ-4`, `3.2.1`), else `R1`, `R2` … */
  id: string
  line: number
  text: string
  strength: Strength
  /** What makes it hard to test, in words. */
  smells: string[]
}

const STRENGTHS: readonly (readonly [Strength, RegExp])[] = [
  ['must', /\b(must|shall|is required|are required|cannot|can not|may not|has to|have to|mandatory|will)\b/i],
  ['should', /\b(should|recommended|ought to)\b/i],
  ['may', /\b(may|can|optional(ly)?|is able to|are able to)\b/i],
]

const SMELLS: readonly (readonly [string, RegExp])[] = [
  [
    'subjective',
    /\b(user[- ]friendly|easy|easily|intuitive|simple|nice|pleasant|appropriate(ly)?|suitable|reasonable|adequate|sufficient(ly)?|good|modern)\b/i,
  ],
  [
    'without a measure',
    /\b(fast|quick(ly)?|slow|soon|promptly|immediately|efficient(ly)?|robust|scalable|responsive|high performance|real[- ]time|minimal|often|frequently)\b/i,
  ],
  ['open-ended', /\b(etc\.?|and so on|including but not limited to|such as|and\/or|e\.g\.)|\.\.\./i],
  [
    'a loophole',
    /\b(if possible|as appropriate|where practical|if necessary|as far as possible|normally|usually|generally|as needed)\b/i,
  ],
  ['still open', /\b(tbd|tba|to be (defined|determined|decided|confirmed))\b|\?\?/i],
  ['absolute', /\b(always|all|every|100 ?%)(?=\s)/i],
]

const ID = /^\s*(?:[-*•]\s*)?(?:\[?((?:[A-Z][A-Z0-9]{0,9}[-_ ]?\d[\w.-]*)|\d+(?:\.\d+)+)\]?[.:)\s-]+)/
const BULLET = /^\s*(?:[-*•]|\d+[.)]|#{1,6})\s+/

/** Sentences of a line; abbreviations and decimals do not end one. */
const sentencesOf = (line: string): string[] =>
  line
    .split(/(?<=[.!?])\s+(?=[A-Z“"])/)
    .map((one) => one.trim())
    .filter(Boolean)

/** Every sentence that binds, by its line; headings and explanations are none. */
export function requirementsIn(text: string): Requirement[] {
  const found: Requirement[] = []
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    if (!raw.trim()) continue
    const own = ID.exec(raw)?.[1]?.trim()
    const line = raw.replace(own ? ID : BULLET, '').trim()
    let part = 0
    for (const sentence of sentencesOf(line)) {
      // What a text numbers, it demands, whatever its verb.
      const strength =
        STRENGTHS.find(([, words]) => words.test(sentence))?.[0] ?? (own && /^[A-Z]/.test(own) ? 'must' : undefined)
      if (!strength || sentence.length < 12 || found.length >= REQUIREMENTS_MAX) continue
      const smells = SMELLS.flatMap(([what, words]) => {
        const word = words.exec(sentence)?.[0]?.trim()
        return word ? [`${what}: “${word}”`] : []
      })
      const modals = sentence.match(/\b(must|shall|should)\b/gi)?.length ?? 0
      if (modals > 1) smells.push(`${modals} demands in one sentence`)
      part++
      found.push({
        id: own ? (part > 1 ? `${own}/${part}` : own) : `R${found.length + 1}`,
        line: at + 1,
        text: sentence.slice(0, 1_000),
        strength,
        smells,
      })
    }
  }
  return found
}
