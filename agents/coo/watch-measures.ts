import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import {
  type ControlChart,
  controlChart,
  type Measure,
  missesTarget,
  POINTS_LEAST,
  type Signal,
} from './control-chart.ts'
import { readMeasures } from './measures-file.ts'
import { MEASURES_SAMPLE } from './samples.ts'

const criteria = [
  'Each measure is judged by limits from its own data, or it is said why not.',
  'Every exception names its rows, its owner and the decision it needs.',
] as const

const SAID: Readonly<Record<Signal, string>> = {
  outside: 'outside its natural limits',
  run: 'eight or more in a row on one side of the average',
  'near the limit': 'three of four near a limit',
}

const input = z.object({
  measures: fileInput('Measures: date, measure, value; target, direction, owner', '.csv,.tsv,.txt'),
  last: z
    .number()
    .int()
    .min(1)
    .max(52)
    .meta({ title: 'An exception counts when it is among the last so many values' })
    .default(4),
})

export const watchMeasures = playbook({
  id: 'watchMeasures',
  title: 'Watch the measures',
  summary:
    'Tells signal from noise in your measures with control charts, and hands in only the exceptions that need a decision, each with its owner; what merely varies is left alone.',
  examples: ['kpi review', 'control chart', 'watch the metrics', 'kpi exceptions', 'operating metrics'],
  input,
  uses: [],
  criteria,
  withoutModel: ['A guess at the causes; the exceptions say where to look.'],
  sample: { files: { 'measures.csv': MEASURES_SAMPLE }, input: { measures: 'file:measures.csv' } },
  async run(job, given) {
    const file = readMeasures(await job.file(given.measures))
    const judged = file.measures.map((measure) => ({
      measure,
      chart: controlChart(measure.points.map(({ value }) => value)),
    }))
    const exceptions = judged.flatMap(({ measure, chart }) => exceptionsOf(measure, chart, given.last))
    const few = judged.filter(({ chart }) => chart === null)
    const quiet = judged.filter(({ measure }) => !exceptions.some(({ name }) => name === measure.name))
    const ownerless = exceptions.filter(({ owner }) => owner === '')
    await job.note(`${counted(file.measures.length, 'measure')}, ${counted(exceptions.length, 'exception')}.`)
    await job.deliver({
      title: 'Measures: exceptions that need a decision',
      summary: `${counted(file.measures.length, 'measure')} were read. ${exceptions.length === 0 ? 'None needs a decision: what moved lies within its usual variation.' : `${counted(exceptions.length, 'exception')} in the last ${given.last} values need a decision: ${[...new Set(exceptions.map(({ name }) => name))].slice(0, 6).join(', ')}.`} ${
        quiet.length > 0
          ? `Leave alone: ${quiet
              .map(({ measure }) => measure.name)
              .slice(0, 8)
              .join(', ')}.`
          : ''
      }`,
      blocks: [
        ...tableBlock(
          'Exceptions',
          {
            name: 'Measure',
            when: 'When',
            value: 'Value',
            what: 'What is seen',
            owner: 'Owner',
            decision: 'Decision needed',
            where: 'Rows',
          },
          exceptions.map((one) => ({ ...one, owner: one.owner || 'nobody' })),
        ),
        ...tableBlock(
          'All measures',
          {
            name: 'Measure',
            last: 'Last',
            average: 'Average',
            lower: 'Lower limit',
            upper: 'Upper limit',
            target: 'Target',
            capable: 'Can it meet the target?',
            count: 'Values',
            owner: 'Owner',
          },
          judged.map(({ measure, chart }) => rowOf(measure, chart)),
        ),
        textBlock(
          'How it was judged',
          `Natural limits are the average ± 2.66 × the mean moving range (XmR chart, Wheeler). A value within them is noise: to act on it makes things worse. Rules: outside a limit; eight in a row on one side; three of four near a limit. ${file.note}`,
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: file.name,
          place: `${counted(file.rows, 'row')}, ${counted(file.measures.length, 'measure')}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          judged.length + few.length,
          few.length,
          few.length === 0
            ? `${judged.length} charts.`
            : `Fewer than ${POINTS_LEAST} values: ${few.map(({ measure }) => measure.name).join(', ')}.`,
        ],
        [
          exceptions.length,
          ownerless.length,
          ownerless.length === 0
            ? `${counted(exceptions.length, 'exception')}, each with rows and owner.`
            : `${counted(ownerless.length, 'exception')} without an owner.`,
        ],
      ),
      couldNot: sentences(
        file.unread.length > 0 &&
          `Not read: ${linesOf(file.unread.map(({ line }) => line))} (${[...new Set(file.unread.map(({ reason }) => reason))].slice(0, 4).join(', ')}).`,
        few.length > 0 &&
          `No limits for ${few.map(({ measure }) => measure.name).join(', ')}: ${POINTS_LEAST} values are the least.`,
        'Why a measure moved is for its owner to find out; a chart does not know.',
      ),
    })
  },
})

interface Exception {
  name: string
  when: string
  value: number
  what: string
  owner: string
  decision: string
  where: string
}

const sideOf = (value: number, centre: number, isMoreBetter: boolean | null) =>
  isMoreBetter === null ? 'changed' : value > centre === isMoreBetter ? 'better' : 'worse'

function exceptionsOf(measure: Measure, chart: ControlChart | null, last: number): Exception[] {
  const from = measure.points.length - last
  const base = { name: measure.name, owner: measure.owner }
  const found = (chart?.signals ?? []).filter(({ index }) => index >= from)
  const latest = found.at(-1)
  const point = latest ? measure.points[latest.index] : undefined
  if (chart && latest && point) {
    const side = sideOf(point.value, chart.centre, measure.isMoreBetter)
    const rules = [...new Set(found.map(({ rule }) => SAID[rule]))].join('; ')
    return [
      {
        ...base,
        when: point.at,
        value: point.value,
        what: `A signal for the ${side === 'changed' ? 'different' : side}: ${rules}.`,
        decision: side === 'better' ? 'Find what helped, and keep it.' : 'Find the cause; decide who acts and by when.',
        where: linesOf(found.map(({ index }) => measure.points[index]?.line ?? 0)),
      },
    ]
  }
  const current = measure.points.at(-1)
  const recent = measure.points.slice(-last)
  if (!current || recent.length < last || !recent.every(({ value }) => missesTarget(measure, value) === true)) return []
  const canMeet = chart
    ? measure.isMoreBetter
      ? chart.upper >= (measure.target ?? 0)
      : chart.lower <= (measure.target ?? 0)
    : null
  return [
    {
      ...base,
      when: current.at,
      value: current.value,
      what: `The last ${last} values miss the target of ${measure.target}, without a signal.`,
      decision:
        canMeet === false
          ? 'The process as it is cannot meet the target: change the process, or the target.'
          : 'It meets the target only by luck: decide whether the process is to change.',
      where: linesOf(recent.map(({ line }) => line)),
    },
  ]
}

function rowOf(measure: Measure, chart: ControlChart | null) {
  const round = (value: number | undefined) => (value === undefined ? null : rounded(value, 2))
  const { target, isMoreBetter } = measure
  const capable =
    chart === null || target === null || isMoreBetter === null
      ? 'unknown'
      : (isMoreBetter ? chart.lower >= target : chart.upper <= target)
        ? 'always'
        : (isMoreBetter ? chart.upper < target : chart.lower > target)
          ? 'never'
          : 'sometimes'
  return {
    name: measure.unit ? `${measure.name} (${measure.unit})` : measure.name,
    last: measure.points.at(-1)?.value ?? null,
    average: round(chart?.centre),
    lower: round(chart?.lower),
    upper: round(chart?.upper),
    target,
    capable,
    count: measure.points.length,
    owner: measure.owner || 'nobody',
  }
}
