// CVSS 3.1 base score, FIRST.org "Common Vulnerability Scoring System v3.1: Specification Document", sections 7.1 and 7.4.

export type Rating = 'critical' | 'high' | 'medium' | 'low' | 'none'

const WEIGHTS: Record<string, Record<string, number>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
}
const PRIVILEGES = {
  unchanged: { N: 0.85, L: 0.62, H: 0.27 },
  changed: { N: 0.85, L: 0.68, H: 0.5 },
} as Record<string, Record<string, number>>

/** Appendix A: rounding up to one decimal without the errors of floating point. */
function roundUp(score: number): number {
  const whole = Math.round(score * 100_000)
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10
}

/** The metrics of `CVSS:3.1/AV:N/AC:L/…`; null when it is no vector of version 3. */
export function vectorOf(text: string): Readonly<Record<string, string>> | null {
  if (!/^CVSS:3\.[01]\//.test(text.trim())) return null
  return Object.fromEntries(
    text
      .trim()
      .split('/')
      .slice(1)
      .map((pair) => pair.split(':') as [string, string]),
  )
}

/** The base score from 0 to 10 of a vector; null when it is none or lacks a base metric. */
export function baseScore(text: string): number | null {
  const vector = vectorOf(text)
  if (!vector) return null
  const weight = (metric: string) => WEIGHTS[metric]?.[vector[metric] ?? '']
  const [av, ac, ui, c, i, a] = ['AV', 'AC', 'UI', 'C', 'I', 'A'].map(weight)
  const isChanged = vector.S === 'C'
  const pr = PRIVILEGES[isChanged ? 'changed' : 'unchanged']?.[vector.PR ?? '']
  if (!['U', 'C'].includes(vector.S ?? '')) return null
  if ([av, ac, ui, c, i, a, pr].some((one) => one === undefined)) return null
  const [AV, AC, UI, C, I, A, PR] = [av, ac, ui, c, i, a, pr] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const iss = 1 - (1 - C) * (1 - I) * (1 - A)
  const impact = isChanged ? 7.52 * (iss - 0.029) - 3.25 * (iss - 0.02) ** 15 : 6.42 * iss
  if (impact <= 0) return 0
  const exploitability = 8.22 * AV * AC * PR * UI
  return roundUp(Math.min((isChanged ? 1.08 : 1) * (impact + exploitability), 10))
}

/** Section 5, the qualitative severity rating scale. */
export const ratingOf = (score: number): Rating =>
  score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'none'
