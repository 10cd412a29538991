import { numberIn } from '@atrium/domain/numbers/reading'
import { peopleNeeded } from '@atrium/domain/statistics/proportions'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

export interface Idea {
  line: number
  name: string
  hypothesis: string
  metric: string
  owner: string
  impact: number
  confidence: number
  ease: number
  /** Money of the file's own currency; null when not said. */
  cost: number | null
  /** Share today, 0–1. */
  rate: number
  /** Relative change hoped for: 0.1 is a tenth more. */
  lift: number
  /** People a week. */
  traffic: number
  /** What was taken since the file does not say: `rate`, `lift`, `traffic`. */
  assumed: string[]
}

/** Where an idea names none. A tenth is what most won experiments do not reach: it is named as assumed. */
const USUAL_LIFT = 0.1

/** Percent, with or without its sign: `12` and `12 %` are 0.12. */
export function shareIn(text: string): number | null {
  const value = numberIn(text)
  if (value === null) return null
  return value / 100
}

/** Ideas with their scores. Left out: without a name, scores that are missing or not 1 to 10, or said twice. */
export function ideasIn(
  table: Table,
  usual: { rate: number; traffic: number },
): { ideas: Idea[]; skipped: { line: number; why: string }[] } {
  const name = neededColumn(table, 'ideas', ['idea', 'experiment', 'name', 'title'])
  const scores = (['impact', 'confidence', 'ease'] as const).map((what) =>
    neededColumn(table, `${what} (1 to 10)`, [what]),
  )
  const find = (...names: string[]) => columnFor(table, names)
  const columns = {
    hypothesis: find('hypothesis', 'because', 'why'),
    metric: find('metric', 'number', 'kpi'),
    owner: find('owner', 'who'),
    cost: find('cost', 'budget'),
    rate: find('baseline', 'rate', 'conversion rate', 'current'),
    lift: find('lift', 'expected lift', 'effect', 'mde', 'uplift'),
    traffic: find('traffic', 'visitors a week', 'visitors', 'weekly visitors', 'people'),
  }
  const skipped: { line: number; why: string }[] = []
  const known = new Set<string>()
  const ideas = table.rows.flatMap(({ line, fields }): Idea[] => {
    const say = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const said = say(name)
    const [impact, confidence, ease] = scores.map((column) => numberIn(say(column)))
    const isScore = (score: number | null | undefined): score is number =>
      typeof score === 'number' && score >= 1 && score <= 10
    const leave = (why: string) => {
      skipped.push({ line, why })
      return []
    }
    if (said === '') return leave('no name')
    if (!isScore(impact) || !isScore(confidence) || !isScore(ease)) return leave('scores are missing or not 1 to 10')
    if (known.has(said.toLowerCase())) return leave('the same idea as above')
    known.add(said.toLowerCase())
    const [rate, lift, traffic] = [
      shareIn(say(columns.rate)),
      shareIn(say(columns.lift)),
      numberIn(say(columns.traffic)),
    ]
    const hasRate = rate !== null && rate > 0 && rate < 1
    const hasLift = lift !== null && lift > 0
    const hasTraffic = traffic !== null && traffic > 0
    return [
      {
        line,
        name: said.slice(0, 200),
        hypothesis: say(columns.hypothesis),
        metric: say(columns.metric) || 'conversion rate',
        owner: say(columns.owner),
        impact,
        confidence,
        ease,
        cost: numberIn(say(columns.cost)),
        rate: hasRate ? rate : usual.rate,
        lift: hasLift ? lift : USUAL_LIFT,
        traffic: hasTraffic ? traffic : usual.traffic,
        assumed: [hasRate ? '' : 'rate', hasLift ? '' : 'lift', hasTraffic ? '' : 'traffic'].filter(Boolean),
      },
    ]
  })
  return { ideas, skipped }
}

/** Sean Ellis' ICE score: the mean of impact, confidence and ease, each 1 to 10. */
export const iceOf = ({ impact, confidence, ease }: Pick<Idea, 'impact' | 'confidence' | 'ease'>): number =>
  (impact + confidence + ease) / 3

/** Whole weeks, at least two, so that each day of the week counts alike; null when the lift takes the share to 1 or above. */
export function durationOf({
  rate,
  lift,
  traffic,
}: Pick<Idea, 'rate' | 'lift' | 'traffic'>): { people: number; weeks: number } | null {
  const target = rate * (1 + lift)
  if (target >= 1) return null
  const people = peopleNeeded(rate, target)
  return { people, weeks: Math.max(2, Math.ceil((2 * people) / traffic)) }
}
