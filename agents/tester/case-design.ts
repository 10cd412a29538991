import type { Requirement } from './specification.ts'

// Cases by the black-box techniques of the ISTQB Foundation Level Syllabus 4.0, section 4.2: equivalence partitions,
// two-value boundary values, decisions.

export type Technique = 'boundary value' | 'partition' | 'decision' | 'negative' | 'example'

export interface Case {
  id: string
  requirement: string
  technique: Technique
  /** What is given or done. */
  when: string
  expected: string
  line: number
}

type Draft = Pick<Case, 'technique' | 'when' | 'expected'>

const NUMBER = String.raw`(-?\d[\d,]*(?:\.\d+)?)`
const UNIT = String.raw`(?:\s*(%|[A-Za-z€$£]{1,15}))?`

const numberOf = (text: string) => Number(text.replace(/,/g, ''))
/** The smallest difference of a number as it is written: 0.01 for 9.99. */
const stepOf = (...texts: string[]) => 10 ** -Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))
const plus = (value: number, step: number, times: number) => Number((value + step * times).toFixed(10))

const IGNORED = new Set([
  'and',
  'or',
  'to',
  'of',
  'is',
  'are',
  'in',
  'the',
  'a',
  'an',
  'with',
  'at',
  'for',
  'must',
  'shall',
])
const withUnit = (value: number, unit = '') => `${value}${unit && !IGNORED.has(unit.toLowerCase()) ? ` ${unit}` : ''}`

const accepted = (value: number, unit: string | undefined): Draft => ({
  technique: 'boundary value',
  when: `The value is ${withUnit(value, unit)}`,
  expected: 'Within the limit: the requirement’s normal outcome',
})
const refused = (value: number, unit: string | undefined): Draft => ({
  technique: 'boundary value',
  when: `The value is ${withUnit(value, unit)}`,
  expected: 'Outside the limit: refused or handled as a violation, with its reason',
})

/** Kinds of limits: what words say them, and the offsets in steps that are inside and outside. */
const LIMITS: readonly (readonly [RegExp, inside: number, outside: number])[] = [
  [
    new RegExp(
      String.raw`\b(?:at most|no more than|not more than|up to|a maximum of|maximum(?: is)?|not exceed|no longer than|within|max\.?)\s+${NUMBER}${UNIT}`,
      'gi',
    ),
    0,
    1,
  ],
  [
    new RegExp(
      String.raw`\b(?:at least|no less than|no fewer than|not less than|a minimum of|minimum(?: is)?|min\.?)\s+${NUMBER}${UNIT}`,
      'gi',
    ),
    0,
    -1,
  ],
  [new RegExp(String.raw`\b(?<!no |not )(?:more than|greater than|over|above|exceeds)\s+${NUMBER}${UNIT}`, 'gi'), 1, 0],
  [new RegExp(String.raw`\b(?<!no |not )(?:less than|fewer than|under|below)\s+${NUMBER}${UNIT}`, 'gi'), -1, 0],
]
const RANGES = [
  new RegExp(String.raw`\bbetween\s+${NUMBER}${UNIT}\s+and\s+${NUMBER}${UNIT}`, 'gi'),
  new RegExp(String.raw`\bfrom\s+${NUMBER}${UNIT}\s+to\s+${NUMBER}${UNIT}`, 'gi'),
  new RegExp(
    String.raw`(?<![\d.-])${NUMBER}()\s?(?:–|to)\s?${NUMBER}\s+(characters|digits|letters|items|days|hours|minutes|seconds|%)`,
    'gi',
  ),
]

/** Boundary values of every number that limits something, inside and outside. */
export function boundaries(text: string): Draft[] {
  const drafts: Draft[] = []
  let rest = text
  for (const range of RANGES) {
    for (const [whole, low = '', unit, high = '', last] of text.matchAll(range)) {
      if (!rest.includes(whole)) continue
      const [from, to, step] = [numberOf(low), numberOf(high), stepOf(low, high)]
      if (from >= to) continue
      const word = last || unit
      drafts.push(
        refused(plus(from, step, -1), word),
        accepted(from, word),
        accepted(to, word),
        refused(plus(to, step, 1), word),
      )
      rest = rest.replace(whole, ' ')
    }
  }
  for (const [limit, inside, outside] of LIMITS)
    for (const [, number = '', unit] of rest.matchAll(limit)) {
      const [value, step] = [numberOf(number), stepOf(number)]
      drafts.push(accepted(plus(value, step, inside), unit), refused(plus(value, step, outside), unit))
    }
  return drafts
}

/** `one of red, green or blue`: each, and one that is not among them. */
function partitions(text: string): Draft[] {
  const [, list] = /\b(?:one of|either)(?: the following)?:?\s+([^.;]{3,200})/i.exec(text) ?? []
  if (!list) return []
  const values = list
    .split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/)
    .map((value) => value.trim().replace(/^["“'‘]|["”'’]$/g, ''))
    .filter((value) => value !== '' && value.split(' ').length <= 4)
  if (values.length < 2) return []
  return [
    ...values
      .slice(0, 12)
      .map((value) => ({ technique: 'partition' as const, when: `The value is “${value}”`, expected: 'Accepted' })),
    {
      technique: 'partition',
      when: `The value is none of ${values.join(', ')}`,
      expected: 'Refused, and the values that are allowed are named',
    },
    { technique: 'partition', when: 'The value is left out', expected: 'Refused, or the documented default' },
  ]
}

/** EARS: `When/If/While <condition>, <response>`, or the condition behind. */
function decisions(text: string): Draft[] {
  const lead = /^(?:when|if|while|once|after)\s+(.{3,200}?),\s*(?:then\s+)?(.{3,})$/i.exec(text)
  const trail = /^(.{3,}?)\s+(?:when|if|while|once|unless)\s+(.{3,200})$/i.exec(text)
  const isUnless = /\sunless\s/i.test(text) && !lead
  const [condition, outcome] = lead ? [lead[1], lead[2]] : trail ? [trail[2], trail[1]] : []
  if (!condition || !outcome) return []
  const [met, unmet] = [`${clean(condition)}`, `It is not so that ${inside(condition)}`]
  return [
    { technique: 'decision', when: isUnless ? unmet : met, expected: clean(outcome) },
    { technique: 'decision', when: isUnless ? met : unmet, expected: `It does not happen that ${inside(outcome)}` },
  ]
}

/** As part of another sentence. */
const inside = (text: string) => clean(text).replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (first) => first.toLowerCase())
const clean = (text: string) => text.trim().replace(/[.;,]+$/, '')

function negatives(text: string): Draft[] {
  const only =
    /\bonly\s+((?:[\w-]+\s+){0,3}?[\w-]+)\s+(?:may|can|must be able to|are allowed to|is allowed to)\s+(.{3,})/i.exec(
      text,
    )
  if (only)
    return [
      { technique: 'negative', when: `${clean(only[1] ?? '')}: ${clean(only[2] ?? '')}`, expected: 'It is done' },
      {
        technique: 'negative',
        when: `Anybody but ${clean(only[1] ?? '')}: ${clean(only[2] ?? '')}`,
        expected: 'Refused; nothing is changed',
      },
    ]
  const ban = /\b(?:must not|shall not|should not|cannot|can not|may not|must never)\s+(.{3,})/i.exec(text)
  if (ban)
    return [
      {
        technique: 'negative',
        when: `Try it: ${clean(ban[1] ?? '')}`,
        expected: 'It does not happen; the reason is told',
      },
    ]
  if (/\b(is|are) (required|mandatory)\b/i.test(text))
    return [
      { technique: 'negative', when: 'It is left out or empty', expected: 'Refused; what is missing is named' },
      { technique: 'negative', when: 'It is there', expected: 'Accepted' },
    ]
  return []
}

/** The cases of requirements; each has at least one, an example of its normal outcome. */
export function casesOf(requirements: readonly Requirement[]): Case[] {
  return requirements.flatMap(({ id, text, line }) => {
    const derived = [...boundaries(text), ...partitions(text), ...decisions(text), ...negatives(text)]
    const hasPositive = derived.some(({ technique }) => technique === 'decision' || technique === 'partition')
    const drafts: Draft[] = hasPositive
      ? derived
      : [{ technique: 'example', when: 'A usual case of it', expected: clean(text) }, ...derived]
    const seen = new Set<string>()
    return drafts
      .filter(({ when }) => !seen.has(when) && seen.add(when))
      .map((draft, at) => ({ id: `${id}-T${at + 1}`, requirement: id, line, ...draft }))
  })
}
