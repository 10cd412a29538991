import { folded } from '../kit/similar-names.ts'
import { askedIn, type Ticket } from '../kit/tickets.ts'

/** ITIL's matrix of impact and urgency gives the priority: 1 is the highest. */
export interface Triage {
  priority: 1 | 2 | 3 | 4
  why: string
  /** Why a person has to answer; null when none has to. */
  handOver: string | null
}

// English with the commonest words of German, French and Spanish.
const SENSITIVE: readonly [RegExp, string][] = [
  [
    /\b(?:ignore (?:all |any |your |the |previous )*instructions|system prompt|password list|passwords of|api keys? of)\b/iu,
    'asks for what is nobody’s to give',
  ],
  [
    /\b(?:refund|money back|charged (?:twice|wrong)|charge-?back|double charge|overcharged|rückerstattung|erstattung|remboursement|reembolso)\b/iu,
    'asks for money back',
  ],
  [
    /\b(?:lawyer|attorney|legal action|sue|lawsuit|court|anwalt|avocat|abogado|consumer protection)\b/iu,
    'speaks of law',
  ],
  [
    /\b(?:hacked|breach|phishing|stolen|unauthori[sz]ed|security (?:issue|hole|vulnerability)|leak(?:ed)?|someone else(?:’|')?s? account)\b/iu,
    'speaks of security',
  ],
  [
    /\b(?:gdpr|delete (?:all )?my (?:data|account)|my personal data|data protection|datenschutz|rgpd)\b/iu,
    'asks about personal data',
  ],
  [
    /\b(?:suicid\w*|kill myself|self-?harm|injur(?:y|ed)|allergic|hospital|emergency)\b/iu,
    'speaks of health or danger',
  ],
  [/\b(?:threat(?:en)?|kill you|police|bomb)\b/iu, 'threatens'],
  [/\b(?:journalist|press inquiry|press enquiry|newspaper)\b/iu, 'is from the press'],
  [/\b(?:cancel (?:my |our |the )?(?:subscription|contract|plan|account)|kündig\w+|résili\w+)\b/iu, 'wants to leave'],
]
const ANGRY =
  /\b(?:unacceptable|ridiculous|scam|fraud|worst|terrible|useless|furious|disgust\w*|third time|again and again|still no (?:answer|reply|response)|waste of (?:time|money)|unverschämt|arnaque)\b|!{2,}/iu
const WIDE =
  /\b(?:all (?:of )?(?:our |my )?(?:users|staff|people|colleagues|customers|sites)|everyone|everybody|whole (?:team|company|office)|company-?wide|nobody can|production)\b/iu
const BLOCKED =
  /\b(?:down|outage|cannot (?:log ?in|work|access|open|pay)|can(?:’|')?t (?:log ?in|work|access|open|pay)|locked out|blocked|data loss|lost (?:all|my|our)|urgent(?:ly)?|asap|immediately|deadline|dringend)\b/iu
const WISH = /\b(?:feature request|would be nice|suggestion|wish|idea|in future|wunsch)\b/iu

const GIVEN: readonly [RegExp, Triage['priority']][] = [
  [/urgent|critical|blocker|p ?1\b|sev(?:erity)? ?1\b|highest|^1$/i, 1],
  [/high|p ?2\b|sev(?:erity)? ?2\b|^2$/i, 2],
  [/low|minor|trivial|p ?4\b|^4$/i, 4],
  [/normal|medium|p ?3\b|^3$/i, 3],
]
export const givenPriority = (text: string): Triage['priority'] | null =>
  GIVEN.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null

/** @param words those that always go to a person, of the onboarding */
export function triage(ticket: Ticket, words: readonly string[]): Triage {
  const text = askedIn(ticket).slice(0, 5000)
  const isWide = WIDE.test(text)
  const isBlocked = BLOCKED.test(text)
  const own = words.find((word) => ` ${folded(text)} `.includes(` ${folded(word)} `))
  const sensitive = SENSITIVE.find(([pattern]) => pattern.test(text))?.[1]
  const handOver =
    sensitive ??
    (own ? `has the word “${own}”` : null) ??
    (isWide && isBlocked ? 'many people cannot work' : ANGRY.test(text) ? 'is angry' : null)
  const found: [Triage['priority'], string] =
    isWide && isBlocked
      ? [1, 'many people cannot work']
      : isBlocked
        ? [2, 'somebody cannot work']
        : isWide
          ? [2, 'it touches many people']
          : WISH.test(text)
            ? [4, 'a wish']
            : [3, 'a question']
  const given = givenPriority(ticket.priority)
  // The desk's own priority is lowered by nothing that stands in the text: anybody can write “urgent”, nobody writes “low”.
  const priority = given !== null && given <= found[0] ? given : found[0]
  return {
    priority,
    why: priority === given && given !== found[0] ? `the file says ${ticket.priority}` : found[1],
    handOver,
  }
}
