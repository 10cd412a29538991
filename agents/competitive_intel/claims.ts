export interface Claim {
  line: number
  kind: string
  text: string
  /** The words that make it one. */
  words: string
  /** What would show it. */
  proof: string
}

const KINDS: readonly { kind: string; pattern: RegExp; proof: string }[] = [
  {
    kind: 'comparison',
    pattern:
      /\b(?:(?:\w{2,}er|(?:more|less|fewer) \w+) than(?! \d)|compared (?:to|with)|versus|vs\.?|unlike|outperform\w*|beats?|instead of|switch(?:ed|ing)? from)\b/i,
    proof: 'Which product, which version, which day and which measure; like must be compared with like.',
  },
  {
    kind: 'superlative',
    pattern:
      /\b(?:best|fastest|cheapest|leading|leader|largest|easiest|safest|most (?:\w+)|number one|no\. ?1|#1|only|first|unmatched|unrivalled|unbeatable)\b/i,
    proof: 'A ranking or test with its date, its field and who made it; without one it is puffery.',
  },
  {
    kind: 'figure',
    pattern:
      /\b\d[\d.,]*\s?(?:%|percent|x\b|×|times|hours?|minutes?|days?|customers|companies|teams|users|countries|integrations|reviews|stars?)/i,
    proof: 'How it was counted, of how many, and when.',
  },
  {
    kind: 'promise',
    pattern:
      /\b(?:guarantee\w*|always|never|zero|100\s?%|risk-free|unlimited|money back|no hidden|free (?:forever|for))\b/i,
    proof: 'The terms: what is excluded, and what happens if it is not kept.',
  },
  {
    kind: 'authority',
    pattern:
      /\b(?:award\w*|certified|certification|iso ?\d{4,5}|soc ?2|gdpr|hipaa|gartner|forrester|g2|capterra|trusted by|recommended by|accredited|compliant)\b/i,
    proof: 'The certificate or ranking itself, its scope and whether it still holds.',
  },
  {
    kind: 'price',
    pattern:
      /(?:[€$£]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:€|EUR|USD|GBP)\b|\b(?:half the price|save up to|cheaper|discount)\b)/i,
    proof: 'The price list of that day, with terms and taxes.',
  },
]

const segments = new Intl.Segmenter('en', { granularity: 'sentence' })
const CLAIMS_MAX = 1_000

/**
 * Sentences that claim something about a product, by kind: what advertising law calls objective claims (they need proof before
 * they are made: FTC Policy Statement Regarding Advertising Substantiation 1984; Directive 2006/114/EC on comparisons) and
 * superlatives that may be mere puffery. Found by words: some are none. A sentence
 * that names `us` is a comparison.
 */
export function claimsIn(text: string, us = ''): Claim[] {
  const claims: Claim[] = []
  for (const [at, line] of text.split('\n').entries())
    for (const { segment } of segments.segment(line.slice(0, 5_000))) {
      const said = segment.replace(/\s+/g, ' ').trim()
      if (said.split(' ').length < 3) continue
      for (const { kind, pattern, proof } of KINDS) {
        const isOfUs = kind === 'comparison' && us.length > 2 && said.toLowerCase().includes(us.toLowerCase())
        const words = pattern.exec(said)?.[0] ?? (isOfUs ? us : null)
        if (words === null) continue
        claims.push({ line: at + 1, kind, text: said.slice(0, 500), words, proof })
        if (claims.length >= CLAIMS_MAX) return claims
      }
    }
  return claims
}

/** Whether a claim can be shown right or wrong: figures, comparisons, prices, authorities; a superlative only with a figure or a source in its sentence. */
export const isCheckable = ({ kind, text }: Pick<Claim, 'kind' | 'text'>): boolean =>
  kind === 'superlative'
    ? /\d|according to|rated|ranked|award/i.test(text.replace(/#1|no\. ?1/gi, ''))
    : kind !== 'promise' || /\d|days?|back|refund/i.test(text)
