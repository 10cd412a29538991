import { daysBetween } from '@atrium/domain/dates/days'
import { folded } from '@atrium/domain/names/folding'
import { numberIn } from '@atrium/domain/numbers/reading'
import { listIn } from '../kit/answers.ts'
import type { Lead } from './lead.ts'

// Two axes, as in Oracle Eloqua's lead scoring model: who it is (profile, A to D) and what it did (engagement, 1 to 4).

/** The ideal customer, of the onboarding's answers. An empty list does not matter. */
export interface IdealCustomer {
  industries: readonly string[]
  roles: readonly string[]
  /** Number of people, both included; null does not matter. */
  size: { from: number; to: number } | null
}

/** `20-500`, `20 to 500`, `up to 50`, `over 200`, `100+`. */
export function sizeIn(answer: string): IdealCustomer['size'] {
  const numbers = [...answer.matchAll(/\d[\d.,]*/g)]
    .map(([text]) => numberIn(text))
    .filter((value): value is number => value !== null)
  const [first, second] = numbers
  if (first === undefined) return null
  if (second !== undefined) return { from: Math.min(first, second), to: Math.max(first, second) }
  if (/up to|at most|under|below|less|max|<|bis/i.test(answer)) return { from: 1, to: first }
  return { from: first, to: Number.MAX_SAFE_INTEGER }
}

const AUDIENCE = /^(industr(?:y|ies)|roles?|size)\s*[:=]\s*(.+)$/i

/** `industries: …`, `roles: …` and `size: …` by lines, which take the place of the answers; other lines are told. */
export function audienceIn(text: string): { told: Record<string, string>; unread: string[] } {
  const told: Record<string, string> = {}
  const unread: string[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, name = '', value = ''] = AUDIENCE.exec(line) ?? []
    if (name) told[/^i/i.test(name) ? 'industries' : /^r/i.test(name) ? 'roles' : 'size'] = value
    else if (line !== '') unread.push(line)
  }
  return { told, unread }
}

export const idealCustomer = (answers: Record<string, string>): IdealCustomer => ({
  industries: listIn(answers.industries ?? ''),
  roles: listIn(answers.roles ?? ''),
  size: sizeIn(answers.size ?? ''),
})

/** Points of the profile, 100 in all; those of what does not matter go to the others. */
const WEIGHTS = { seniority: 30, role: 25, industry: 25, size: 20 } as const

/** How far up a job title is, as a share of the points. The first that fits. */
const SENIORITY: readonly [RegExp, number, string][] = [
  // Before the heads: an assistant to the CEO is no CEO.
  [/\b(?:assistant|intern|trainee|student|praktikant|werkstudent|apprentice)\b/, 0.1, 'assists'],
  [
    /\b(?:chief|c[eotfirmps]o|president|(?<!product )owner|founder|co founder|cofounder|partner(?! manager)|managing director|geschaftsfuhrer(?:in)?|inhaber(?:in)?|gerant|pdg|general manager)\b(?<!vice president)/,
    1,
    'decides',
  ],
  [
    /\b(?:vp|svp|evp|vice president|director|head|leiter(?:in)?|directeur|directrice|director[ae])\b/,
    0.85,
    'leads a department',
  ],
  [/\b(?:manager|lead|principal|supervisor|team leader|teamleiter(?:in)?|responsable)\b/, 0.6, 'leads a team'],
  [/\b(?:senior|sr|specialist|consultant|architect|expert)\b/, 0.35, 'advises'],
]

export interface Score {
  /** 0 to 100 */
  fit: number
  /** 0 to 100 */
  intent: number
  profile: 'A' | 'B' | 'C' | 'D'
  engagement: 1 | 2 | 3 | 4
  /** `B1` */
  grade: string
  /** 60 parts fit, 40 parts intent: the order within a grade. */
  rank: number
  next: 'now' | 'this week' | 'nurture' | 'leave'
  reasons: string[]
  /** What the file does not tell, so that it gave no points. */
  unknown: string[]
}

const has = (text: string, term: string) => ` ${folded(text)} `.includes(` ${folded(term)} `)
/** `manufactur` for `Manufacturing`, `operations` for `VP Operations`. */
const touches = (text: string, term: string) =>
  has(text, term) ||
  (folded(term).length >= 5 &&
    folded(text)
      .split(' ')
      .some((word) => word.startsWith(folded(term).replace(/(?:ing|er|e?s)$/, ''))))

/** Departments that titles name by their initials or otherwise. */
const OFFICES: readonly [RegExp, string][] = [
  [/\bcoo\b|chief operating/, 'operations'],
  [/\bcfo\b|chief financial/, 'finance'],
  [/\bcto\b|chief technology/, 'technology it engineering'],
  [/\bcio\b|chief information/, 'it information technology'],
  [/\bcmo\b/, 'marketing'],
  [/\bcro\b|chief revenue/, 'sales revenue'],
  [/\bchro\b|chief people/, 'hr people human resources'],
  [/\bciso\b/, 'security'],
]
/** Whoever leads the whole company decides for each department, if not alone. */
const LEADS_ALL =
  /\b(?:ceo|chief executive|founder|cofounder|(?<!product )owner|managing director|(?<!vice )president|geschaftsfuhrer(?:in)?|inhaber(?:in)?|general manager|pdg|gerant)\b/

function profileOf(lead: Lead, ideal: IdealCustomer): Pick<Score, 'fit' | 'reasons' | 'unknown'> {
  const reasons: string[] = []
  const unknown: string[] = []
  let points = 0
  let most = 0
  const weigh = (weight: number, share: number, reason: string) => {
    most += weight
    points += weight * share
    reasons.push(`${reason} (${share > 0 ? '+' : ''}${Math.round(weight * share)} of ${weight})`)
  }
  const missing = (weight: number, what: string) => {
    most += weight
    unknown.push(what)
  }
  if (lead.role === '') {
    missing(WEIGHTS.seniority, 'role')
    if (ideal.roles.length > 0) most += WEIGHTS.role
  } else {
    const level = SENIORITY.find(([pattern]) => pattern.test(folded(lead.role)))
    weigh(WEIGHTS.seniority, level?.[1] ?? 0.2, `“${lead.role.slice(0, 60)}” ${level?.[2] ?? 'gives no rank'}`)
    if (ideal.roles.length > 0) {
      const title = folded(lead.role)
      const offices = OFFICES.filter(([pattern]) => level?.[1] !== 0.1 && pattern.test(title)).map(([, name]) => name)
      const wanted = ideal.roles.find((role) => touches([lead.role, ...offices].join(' '), role))
      const isHead = level?.[1] === 1 && LEADS_ALL.test(title)
      const said = wanted ? `role you look for: ${wanted}` : isHead ? 'leads the whole company' : 'no role you look for'
      weigh(WEIGHTS.role, wanted ? 1 : isHead ? 0.5 : 0, said)
    }
  }
  if (ideal.industries.length > 0) {
    if (lead.industry === '') missing(WEIGHTS.industry, 'industry')
    else {
      const wanted = ideal.industries.find((one) => touches(lead.industry, one) || touches(one, lead.industry))
      weigh(WEIGHTS.industry, wanted ? 1 : 0, `industry: ${lead.industry.slice(0, 60)}`)
    }
  }
  if (ideal.size) {
    if (lead.employees === null) missing(WEIGHTS.size, 'size')
    else {
      const { from, to } = ideal.size
      const isIn = lead.employees >= from && lead.employees <= to
      const isNear = lead.employees >= from / 2 && lead.employees <= to * 2
      weigh(WEIGHTS.size, isIn ? 1 : isNear ? 0.5 : 0, `${lead.employees.toLocaleString('en')} people`)
    }
  }
  return { fit: Math.round((100 * points) / most), reasons, unknown }
}

/** How warm a source is by nature, in points of 100. The first that fits. */
const SOURCES: readonly [RegExp, number][] = [
  [/referr|recommend|empfehlung|introduc/i, 35],
  [/demo|contact form|inbound|pricing|trial|chat|hand.?rais/i, 35],
  [/webinar|event|fair|booth|expo|summit|conference|messe|meetup/i, 20],
  [/download|white ?paper|e-?book|newsletter|content|organic|website|blog/i, 15],
  [/linkedin|social|ad\b|ads\b|campaign/i, 10],
]

/** What source and last activity give together at most. */
const ENGAGEMENT_MAX = 65

function engagementOf(lead: Lead, today: string): Pick<Score, 'intent' | 'reasons' | 'unknown'> {
  const reasons: string[] = []
  const unknown: string[] = []
  const source = lead.source ? (SOURCES.find(([pattern]) => pattern.test(lead.source))?.[1] ?? 0) : null
  if (source === null) unknown.push('source')
  else reasons.push(`source: ${lead.source.slice(0, 60)} (+${source})`)
  const days = lead.lastActivity ? daysBetween(lead.lastActivity, today) : null
  // A date that lies ahead is an appointment or a mistake: it proves no activity.
  const recency = days === null || days < 0 ? 0 : days <= 7 ? 30 : days <= 30 ? 20 : days <= 90 ? 10 : 0
  if (days === null) unknown.push('last activity')
  else
    reasons.push(
      days < 0 ? `activity on ${lead.lastActivity}, which lies ahead (+0)` : `active ${days} days ago (+${recency})`,
    )
  return { intent: Math.round(((source ?? 0) + recency) / (ENGAGEMENT_MAX / 100)), reasons, unknown }
}

const NEXT: Readonly<Record<string, Score['next']>> = {
  A1: 'now',
  A2: 'now',
  B1: 'now',
  A3: 'this week',
  B2: 'this week',
  C1: 'this week',
  A4: 'nurture',
  B3: 'nurture',
  B4: 'nurture',
  C2: 'nurture',
}

/**
 * Fit and intent of a lead. Profile: A from 75 points, B from 50, C from 25. Engagement: 1 from 70 points, 2 from 45, 3 from
 * 20. What the file does not tell gives no points and is named.
 */
export function scoreLead(lead: Lead, ideal: IdealCustomer, today: string): Score {
  const profile = profileOf(lead, ideal)
  const engagement = engagementOf(lead, today)
  const { fit } = profile
  const { intent } = engagement
  const letter = fit >= 75 ? 'A' : fit >= 50 ? 'B' : fit >= 25 ? 'C' : 'D'
  const figure = intent >= 70 ? 1 : intent >= 45 ? 2 : intent >= 20 ? 3 : 4
  const grade = `${letter}${figure}`
  return {
    fit,
    intent,
    profile: letter,
    engagement: figure,
    grade,
    rank: Math.round(0.6 * fit + 0.4 * intent),
    next: NEXT[grade] ?? 'leave',
    reasons: [...profile.reasons, ...engagement.reasons],
    unknown: [...profile.unknown, ...engagement.unknown],
  }
}
