import { readabilityOf, wordsOf } from '../kit/readability.ts'

export interface Flag {
  /** From 1. */
  line: number
  words: string
  why: string
  /** What to write, or advice. */
  instead: string
  /** Other words stand in the text already. */
  isSwapped: boolean
}

// Stems of D. Gaucher, J. Friesen and A. C. Kay, “Evidence That Gendered Wording in Job Advertisements Exists and Sustains Gender
// Inequality” (2011), appendix A, as far as they are words of job posts.
const stems = (text: string) => new RegExp(`\\b(?:${text.trim().split(/\s+/).join('|')})[a-z-]*`, 'gi')
const MASCULINE = stems(
  'active adventur aggress ambitio analy assert athlet autonom boast challeng compet confiden courag decide decisi decision determin dominant domina force greedy headstrong hierarch hostil impulsive independen individual intellect lead logic masculine objective opinion outspoken persist principle reckless stubborn superior self-confiden self-sufficien self-relian',
)
const FEMININE = stems(
  'affectionate cheer commit communal compassion connect considerate cooperat co-operat depend emotiona empath feminine flatterable gentle honest interpersonal interdependen kind kinship loyal modesty nag nurtur pleasant polite quiet respon sensitiv submissive support sympath tender together trust understand warm whin yield',
)

/** Words of the lists in a text, and which of them there are more of. */
export function genderCoding(text: string): {
  masculine: string[]
  feminine: string[]
  coded: 'masculine' | 'feminine' | 'neutral'
} {
  const masculine = text.match(MASCULINE) ?? []
  const feminine = text.match(FEMININE) ?? []
  const more = masculine.length - feminine.length
  return { masculine, feminine, coded: more > 1 ? 'masculine' : more < -1 ? 'feminine' : 'neutral' }
}

/** What is to be written: `swap` fits in the place of the words, `say` is advice for the one who writes. */
const PHRASES: readonly { found: RegExp; why: string; swap?: string; say: string }[] = [
  { found: /\byoung(?:, dynamic)? (?=team\b)/gi, why: 'speaks of age', swap: '', say: 'team' },
  { found: /\b(?:youthful|young people)\b/gi, why: 'speaks of age', say: 'leave the age out' },
  {
    found: /\b(?:recent graduates?|digital natives?)\b/gi,
    why: 'speaks of age',
    say: 'say what somebody has to be able to do',
  },
  { found: /\bnative(?= (?:\p{L}+ )?speakers?\b)/giu, why: 'speaks of origin', swap: 'fluent', say: 'fluent' },
  {
    found: /\b(?:rock ?star|ninja|guru|superstar|wizard)(?=s?\b)/gi,
    why: 'says nothing and puts people off',
    swap: 'specialist',
    say: 'specialist',
  },
  { found: /\bsalesman\b/gi, why: 'names one gender', swap: 'salesperson', say: 'salesperson' },
  { found: /\bsalesmen\b/gi, why: 'names one gender', swap: 'salespeople', say: 'salespeople' },
  { found: /\bforeman\b/gi, why: 'names one gender', swap: 'supervisor', say: 'supervisor' },
  { found: /\bchairman\b/gi, why: 'names one gender', swap: 'chair', say: 'chair' },
  { found: /\bmanpower\b/gi, why: 'names one gender', swap: 'staff', say: 'staff' },
  { found: /\b(?:his\/her|his or her)\b/gi, why: 'leaves people out', swap: 'their', say: 'their' },
  { found: /\bs?he or s?he\b|\b(?:he\/she|s\/he)\b/gi, why: 'leaves people out', say: 'they, or the person' },
  {
    found: /\b(?:able-bodied|healthy and fit)\b/gi,
    why: 'leaves out people with disabilities',
    say: 'say what has to be done',
  },
  { found: /\bwork hard,? play hard\b/gi, why: 'promises overtime', say: 'say how work is planned' },
  {
    found: /\bunder (?:high )?pressure\b/gi,
    why: 'puts people off without saying what is meant',
    say: 'when dates are tight',
  },
  {
    found: /\bstress[- ]resistant\b/gi,
    why: 'puts people off without saying what is meant',
    say: 'calm when dates are tight',
  },
  { found: /\bfast[- ]paced\b/gi, why: 'says nothing', say: 'say how many tasks, and how often they change' },
  { found: /\bwears? many hats\b/gi, why: 'says nothing', say: 'name the tasks' },
]

/** Phrases to write differently, by line. */
export const flagsIn = (text: string): Flag[] =>
  text.split('\n').flatMap((content, at) =>
    PHRASES.flatMap(({ found, why, swap, say }) =>
      [...content.matchAll(found)].map((match) => ({
        line: at + 1,
        words: match[0].trim(),
        why,
        instead: say,
        isSwapped: swap !== undefined,
      })),
    ),
  )

/** The text with the words exchanged for which others fit in their place; capitals stay. */
export const mended = (text: string): string =>
  PHRASES.reduce(
    (out, { found, swap }) =>
      swap === undefined
        ? out
        : out.replace(found, (was) => (/^\p{Lu}/u.test(was) ? swap.charAt(0).toUpperCase() + swap.slice(1) : swap)),
    text,
  )

export interface PostCheck {
  text: string
  state: 'pass' | 'fail'
  note: string
}

const LINES_OF_MUSTS = /(?:must|require|you (?:have|bring)|what you (?:need|bring)|qualification|profile|we expect)/i

/** Demands of a post: list items under a heading that asks for them, but not those under one that says nice to have. */
export function demandsIn(text: string): string[] {
  let isMust = false
  return text.split('\n').flatMap((line) => {
    const item = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line)?.[1]
    if (item) return isMust ? [item] : []
    if (line.trim() !== '') isMust = LINES_OF_MUSTS.test(line) && !/nice|plus|advantage|optional|welcome/i.test(line)
    return []
  })
}

const DEMANDS_MAX = 7

/** What a good post has; places, pay and hours by their words. */
export function checkPost(text: string): PostCheck[] {
  const words = wordsOf(text).length
  const demands = demandsIn(text)
  const years = [...text.matchAll(/(\d+)\s*\+?\s*(?:-|–|to)?\s*(?:\d+\s*)?years?/gi)]
    .map((match) => Number(match[1]))
    .filter((value) => value < 50)
  const longest = Math.max(0, ...years)
  const readable = readabilityOf(text)
  const { masculine, feminine, coded } = genderCoding(text)
  const check = (isGood: boolean, name: string, note: string): PostCheck => ({
    text: name,
    state: isGood ? 'pass' : 'fail',
    note,
  })
  return [
    check(
      /(?:[€$£]|\b(?:EUR|USD|GBP|CHF|salary|pay|wage|per (?:hour|year|month))\b)[^\n]{0,40}\d|\d[\d.,]*\s?(?:k\b|[€$£]|EUR|USD|GBP|CHF)/i.test(
        text,
      ),
      'Names the pay',
      'A range is asked for by the EU’s directive 2023/970 and by several states of the US.',
    ),
    check(
      /\b(?:remote|hybrid|on[- ]?site|office|location|from home)\b|\bplace\*{0,2}:/i.test(text) ||
        /\b[Ii]n \p{Lu}\p{Ll}+/u.test(text),
      'Names the place',
      'Where, and how much from home.',
    ),
    check(
      /\b(?:full[- ]?time|part[- ]?time|\d{1,2}\s?(?:hours|h)\b|hours a week)/i.test(text),
      'Names the hours',
      'Full time, part time, shifts.',
    ),
    check(
      /\b(?:permanent|temporary|fixed[- ]term|contract|freelance|intern)/i.test(text),
      'Names the kind of contract',
      'Permanent or until when.',
    ),
    check(/\b(?:apply|send|application|contact|e-?mail)\b/i.test(text), 'Says how to apply', 'What to send, to whom.'),
    check(
      demands.length <= DEMANDS_MAX,
      `Demands at most ${DEMANDS_MAX} things`,
      `${demands.length} demands in lists; every further one keeps good people away.`,
    ),
    check(
      longest <= 5,
      'Asks for years only where they are needed',
      longest > 0 ? `${longest} years: ask for what somebody can do.` : 'No years are asked for.',
    ),
    check(words >= 150 && words <= 700, 'Is neither too short nor too long', `${words} words; 150 to 700 are read.`),
    check(
      readable === null || readable.ease >= 40,
      'Reads easily',
      readable === null ? 'Too short to say.' : `Flesch ${Math.round(readable.ease)}, 40 and above wanted.`,
    ),
    check(
      coded !== 'masculine',
      'Is not worded for one gender',
      `Its words are ${coded}. Of the masculine list: ${[...new Set(masculine.map((word) => word.toLowerCase()))].slice(0, 8).join(', ') || 'none'}; of the feminine: ${[...new Set(feminine.map((word) => word.toLowerCase()))].slice(0, 8).join(', ') || 'none'}.`,
    ),
  ]
}
