export interface NetPromoter {
  count: number
  promoters: number
  passives: number
  detractors: number
  /** −100 to 100. */
  score: number
  /** Half of the 95 % interval, in points; null of fewer than two answers. */
  margin: number | null
}

export const kindOf = (answer: number): 'promoter' | 'passive' | 'detractor' =>
  answer >= 9 ? 'promoter' : answer >= 7 ? 'passive' : 'detractor'

/**
 * The Net Promoter Score of answers from 0 to 10 (Reichheld, “The One Number You Need to Grow”, 2003): share of 9 and 10 less share
 * of 0 to 6. Its margin by the variance of the difference of two shares of one sample: 1.96 × √((p + d − (p − d)²) ÷ n). Null of no
 * answers.
 */
export function netPromoter(answers: readonly number[]): NetPromoter | null {
  const count = answers.length
  if (count === 0) return null
  const of = (kind: string) => answers.filter((answer) => kindOf(answer) === kind).length
  const [promoters, passives, detractors] = [of('promoter'), of('passive'), of('detractor')]
  const [p, d] = [promoters / count, detractors / count]
  return {
    count,
    promoters,
    passives,
    detractors,
    score: 100 * (p - d),
    margin: count < 2 ? null : 100 * 1.96 * Math.sqrt((p + d - (p - d) ** 2) / count),
  }
}
