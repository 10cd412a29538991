import { PERIOD } from './periods.ts'

// What stands in the text of a contract: clauses, parties, who owes what by when, what is usual and missing, what is left
// blank. Words alone are read; what they mean in law is for a lawyer. Modal verbs after Kenneth Adams, "A Manual of Style for
// Contract Drafting".

export interface Clause {
  /** `4.2`; empty above the first number. */
  number: string
  line: number
  text: string
}

/** Clauses of a text that is looked at. */
export const CLAUSES_MAX = 2_000
const HEAD = /^\s*(?:(?:section|article|clause|§)\s*)?(\d{1,3}(?:\.\d{1,3}){0,4})[.)]?\s+(?=\S)/i

/** Paragraphs by their numbers: a line with a number begins one, an empty line ends it. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  let open: Clause | null = null
  let number = ''
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (!line) {
      open = null
      continue
    }
    const found = HEAD.exec(raw)?.[1]
    if (found) number = found
    if (!open || found) {
      if (clauses.length >= CLAUSES_MAX) break
      open = { number, line: at + 1, text: found ? raw.replace(HEAD, '').trim() : line }
      clauses.push(open)
    } else open.text += ` ${line}`
  }
  return clauses
}

export interface Term {
  term: string
  line: number
  /** Occurrences beside its definition. */
  uses: number
}

const DEFINED =
  /[("“]{1,3}(?:the\s+|hereinafter\s+)?["“]([A-Z][\p{L}\d &-]{1,50})["”]\)?|["“]([A-Z][\p{L}\d &-]{1,50})["”]\s+(?:means|shall mean|has the meaning)/gu

/** Terms in quotation marks that are defined, and how often they are used. */
export function definedTerms(clauses: readonly Clause[]): Term[] {
  const whole = clauses.map(({ text }) => text).join('\n')
  const terms = new Map<string, Term>()
  for (const { text, line } of clauses)
    for (const [, inBrackets, before] of text.matchAll(DEFINED)) {
      const term = (inBrackets ?? before ?? '').trim()
      if (!term || terms.has(term) || terms.size >= 300) continue
      const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      terms.set(term, {
        term,
        line,
        uses: (whole.match(new RegExp(`\\b${escaped}(?:s|’s|'s)?\\b`, 'g'))?.length ?? 1) - 1,
      })
    }
  return [...terms.values()]
}

/** Names of those who contract: `Acme Ltd (the “Supplier”)`, in the first clauses. */
export function partiesOf(clauses: readonly Clause[]): string[] {
  const found = clauses
    .slice(0, 30)
    .flatMap(({ text }) =>
      [...text.matchAll(/\(\s*(?:the\s+|hereinafter\s+)?["“]([A-Z][\p{L}\d -]{1,40})["”]\s*\)/gu)].map(
        ([, name]) => name as string,
      ),
    )
  const known = found.filter((name) =>
    /^(the )?(supplier|customer|client|buyer|seller|vendor|provider|licensor|licensee|landlord|tenant|lessor|lessee|contractor|company|consultant|employer|employee|agency|partner|processor|controller|disclos\w+|recipient|lender|borrower|service provider|party [ab])$/i.test(
      name,
    ),
  )
  return [...new Set(known.length > 0 ? known : found.slice(0, 2))]
}

export type Duty = 'duty' | 'ban' | 'right'

export interface Obligation {
  clause: string
  line: number
  /** Empty when the sentence names no party. */
  who: string
  kind: Duty
  text: string
  /** `within 30 days`, `by 31 March 2026`, `monthly`; empty when it says none. */
  when: string
}

const KINDS: readonly (readonly [Duty, RegExp])[] = [
  ['ban', /\b(shall not|must not|may not|will not|agrees not to|shall refrain|is prohibited)\b/i],
  [
    'duty',
    /\b(shall|must|agrees to|undertakes to|is obliged to|is required to|will (?!be (?:the|a)\b)|warrants|covenants|shall be responsible)\b/i,
  ],
  ['right', /\b(may|is entitled to|has the right to|reserves the right)\b/i],
]
const WHEN = [
  new RegExp(
    `\\b(?:within|with|no later than|not later than|at least|prior written notice of|upon|on|for a period of)\\s+(?:a period of\\s+)?(?:not less than\\s+)?${PERIOD.source.replace(/^\\b/, '')}(?:[’']?\\s+(?:after|before|of|from|following|prior to|prior|notice|written notice)[^,.;]{0,60})?`,
    'i',
  ),
  /\b(?:by|before|on|until|no later than)\s+(?:\d{1,2}(?:st|nd|rd|th)?\s+\p{L}+\s+\d{4}|\p{L}+\s+\d{1,2},\s+\d{4}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/iu,
  /\b(immediately|promptly|without (?:undue )?delay|daily|weekly|monthly|quarterly|annually|each (?:month|quarter|year)|on demand|at all times)\b/i,
]

const sentencesOf = (text: string) => text.split(/(?<=[.;])\s+(?=[A-Z(“"])/)

/** Sentences that bind or allow, in their order. */
export function obligationsOf(clauses: readonly Clause[], parties: readonly string[]): Obligation[] {
  return clauses.flatMap(({ number, line, text }) =>
    sentencesOf(text).flatMap((sentence) => {
      const kind = KINDS.find(([, words]) => words.test(sentence))
      if (!kind || sentence.length < 15) return []
      const lead = sentence.slice(0, kind[1].exec(sentence)?.index ?? 0)
      const who = parties
        .map((party) => ({ party, at: lead.toLowerCase().lastIndexOf(party.toLowerCase()) }))
        .filter(({ at }) => at >= 0)
        .sort((a, b) => b.at - a.at)[0]?.party
      const each = /\b(each|either|both|neither|the) part(y|ies)\b/i.exec(lead)?.[0]
      return [
        {
          clause: number,
          line,
          who: who ?? (each ? each.toLowerCase() : ''),
          kind: kind[0] === 'duty' && /\b(neither|no) part(y|ies)\b/i.test(lead) ? 'ban' : kind[0],
          text: sentence.trim().slice(0, 1_500),
          when:
            WHEN.map((words) => words.exec(sentence)?.[0] ?? '')
              .find(Boolean)
              ?.trim() ?? '',
        },
      ]
    }),
  )
}

/** Clauses that a commercial contract usually has, and words that show them. */
const USUAL: readonly (readonly [string, RegExp])[] = [
  ['Term and end', /\b(initial term|term of this agreement|commence\w*|effective date|expir\w+)\b/i],
  ['Renewal', /\b(renew\w*|extend(ed)? automatically)\b/i],
  [
    'Termination for convenience',
    /\bterminate\w*\b.{0,120}\b(convenience|any time|without cause|prior (written )?notice|months?[’']? notice|days?[’']? notice)/i,
  ],
  ['Termination for cause', /\bterminat\w*\b.{0,160}\b(breach|insolven\w*|default|cause)/i],
  ['Payment and prices', /\b(invoice\w*|fees?|payment|price)\b/i],
  ['Limit of liability', /\b(liability\b.{0,160}\b(limited|exceed|cap)|limitation of liability)/i],
  ['Indemnity', /\bindemnif\w+|\bhold harmless\b/i],
  ['Confidentiality', /\bconfidential\w*/i],
  ['Data protection', /\b(personal data|data protection|gdpr|privacy)\b/i],
  ['Intellectual property', /\b(intellectual property|copyright|licen[cs]e (?:to|grant))/i],
  ['Assignment', /\bassign(ment|s|ed)?\b/i],
  ['Force majeure', /\bforce majeure\b|\bbeyond (its|their) (reasonable )?control\b/i],
  ['Governing law', /\bgoverned by\b|\bgoverning law\b/i],
  ['Jurisdiction or arbitration', /\b(jurisdiction|courts? of|arbitrat\w+)\b/i],
  ['Whole agreement', /\bentire agreement\b|\bsupersedes\b/i],
  ['Notices in writing', /\bnotices?\b.{0,80}\b(in writing|written|e-?mail|post)\b/i],
]

export const usualClauses = (clauses: readonly Clause[]): { what: string; found: Clause | null }[] =>
  USUAL.map(([what, words]) => ({ what, found: clauses.find(({ text }) => words.test(text)) ?? null }))

const BLANK =
  /\[[●•_\s]{0,60}\]|_{3,}|\b(TBD|TBC|to be (?:agreed|confirmed|inserted))\b|\[(?:insert|date|name|amount)[^\]]{0,60}\]|\bXX+\b/i

/** What is left blank, and references to clauses that are not there. */
export function loose(clauses: readonly Clause[]): { line: number; what: string }[] {
  const numbers = new Set(
    clauses.flatMap(({ number }) => number.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))),
  )
  const found: { line: number; what: string }[] = []
  for (const { text, line } of clauses) {
    const blank = BLANK.exec(text)?.[0]
    if (blank) found.push({ line, what: `left blank: ${blank.slice(0, 60)}` })
    for (const [said, number = ''] of text.matchAll(
      /\b(?:section|clause|article)\s+(\d{1,3}(?:\.\d{1,3}){0,4})(?!\s*(?:of the|of Regulation|GDPR|\(\d))/gi,
    ))
      if (!numbers.has(number)) found.push({ line, what: `${said} is not in the text` })
  }
  return found
}
