import { fileInput, type Job, playbook } from '@atrium/contract/playbook'
import { addWorkingDays } from '@atrium/domain/dates/working-days'
import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { nextWorkingDay, todayOf } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { mainCurrency, readPipeline } from './deal.ts'
import { type Concerned, concernedDeals } from './deal-health.ts'
import { byStage, categoryOf, type Figures, pipelineFigures, quarterOf } from './pipeline-figures.ts'
import { QUESTIONS } from './questions.ts'
import { DEALS } from './samples.ts'

export const PROJECT = 'sales'
const CRITERIA = [
  'Every row of the file is in the figures, or named with the reason why not.',
  'The forecast is told by amount and by probability, against the target where there is one.',
  'Every open deal that is overdue, silent or without a next step is named, with what to do.',
] as const

const input = z.object({
  deals: fileInput('Deals (CSV): stage, amount, close date, last activity, next step', '.csv,.tsv,.txt'),
  target: z.number().min(0).max(1e12).optional().meta({ title: 'Target of this quarter (your answer when empty)' }),
  tasks: z.number().int().min(0).max(30).default(10).meta({ title: 'Tasks for at most so many deals' }),
})

const money = (value: number, currency: string) =>
  `${Math.round(value).toLocaleString('en-US')}${currency ? ` ${currency}` : ''}`

function figuresText(figures: Figures, currency: string, today: string, target: number | null): string {
  const { name } = quarterOf(today)
  const needed = figures.winRate ? 1 / figures.winRate : 3
  const line = (what: string, value: string) => `| ${what} | ${value} |`
  return [
    '| | |',
    '|---|---:|',
    line('Open deals', `${figures.open}, ${money(figures.openAmount, currency)}`),
    line('By probability', money(figures.weighted, currency)),
    line(`Shall close by the end of ${name}`, `${figures.closing.count}, ${money(figures.closing.amount, currency)}`),
    line('Of that by probability', money(figures.closing.weighted, currency)),
    line(`Won in ${name}`, money(figures.wonAmount, currency)),
    ...(figures.gap === null
      ? []
      : [line(`Missing to the target of ${money(target ?? 0, currency)}`, money(figures.gap, currency))]),
    ...(figures.coverage === null
      ? []
      : [
          line(
            'Coverage (open amount of the quarter ÷ missing)',
            `${rounded(figures.coverage)}×, needed ${rounded(needed)}×`,
          ),
        ]),
    line(
      'Win rate',
      figures.winRate === null ? 'none decided' : `${percent(figures.winRate)} of ${figures.won + figures.lost}`,
    ),
    line('Average won deal', figures.averageWon === null ? '–' : money(figures.averageWon, currency)),
    line('Days to win', figures.cycleDays === null ? '–' : String(Math.round(figures.cycleDays))),
    line('Sales velocity', figures.velocity === null ? '–' : `${money(figures.velocity, currency)} a day`),
  ].join('\n')
}

const attention = (concerned: readonly Concerned[]) =>
  tableBlock(
    'Deals that need something, most at stake first',
    {
      deal: 'Deal',
      company: 'Company',
      owner: 'Owner',
      stage: 'Stage',
      amount: 'Amount',
      close: 'Close date',
      silent: 'Days silent',
      concerns: 'What is wrong',
      next: 'Next',
      line: 'Line',
    },
    concerned.map(({ deal, concerns, silentDays }) => ({
      deal: deal.name,
      company: deal.company,
      owner: deal.owner,
      stage: deal.stage,
      amount: deal.amount,
      close: deal.closeOn ?? '',
      silent: silentDays,
      concerns: concerns.map(({ says }) => says).join('; '),
      next: concerns[0]?.next ?? '',
      line: deal.line,
    })),
  )

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const table = readTable(await job.file(given.deals))
  const today = todayOf(job)
  const pipeline = readPipeline(table)
  const currency = mainCurrency(pipeline.deals)
  const foreign = pipeline.deals.filter((deal) => deal.currency !== '' && deal.currency !== currency)
  const deals = pipeline.deals.filter((deal) => !foreign.includes(deal))
  const target = given.target ?? numberIn(answers.target ?? '')
  const silence = Number(answers.silence) || 14
  const figures = pipelineFigures(deals, today, target)
  const concerned = concernedDeals(deals, today, silence, figures)
  const guessed = deals.filter(({ outcome, isGivenProbability }) => outcome === 'open' && !isGivenProbability).length
  await job.note(`${counted(deals.length, 'deal')}: ${figures.open} open, ${figures.won} won, ${figures.lost} lost.`)

  const on = nextWorkingDay(job)
  const tasks = concerned.slice(0, given.tasks).map(
    ({ deal, concerns, weighted }, at): ListedTask => ({
      title: `${deal.name}${deal.company && deal.company !== deal.name ? `, ${deal.company}` : ''}: ${concerns[0]?.next ?? ''}`,
      priority: weighted > 0 && at < 3 ? 'A' : 'B',
      due: addWorkingDays(on, Math.floor(at / 5)),
      project: PROJECT,
    }),
  )
  const put = await putTasks(
    job,
    tasks,
    `${counted(tasks.length, 'deal')} with the most at stake: one next step for each, five a day.`,
  )

  const stages = byStage(deals).map((one) => ({
    ...one,
    amount: Math.round(one.amount),
    probability: percent(one.probability),
    weighted: Math.round(one.weighted),
  }))
  const categories = (['commit', 'best case', 'pipeline'] as const).map((category) => {
    const here = deals.filter((deal) => deal.outcome === 'open' && categoryOf(deal) === category)
    return `${category} ${money(
      here.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      currency,
    )} (${here.length})`
  })
  const worst = concerned[0]
  await job.deliver({
    title: `Pipeline of ${table.name} on ${today}: ${money(figures.weighted, currency)} by probability`,
    summary: `${counted(figures.open, 'open deal')} of ${money(figures.openAmount, currency)}; ${concerned.length} need something. ${
      figures.coverage === null
        ? ''
        : `The open amount covers what is missing to the target ${rounded(figures.coverage)} times. `
    }${put.sentence}`,
    blocks: [
      textBlock(
        'Forecast',
        `${figuresText(figures, currency, today, target)}\n\nForecast categories: ${categories.join(', ')}.${
          worst
            ? `\n\nMost at stake: **${shownAs(worst.deal.name, 100)}**, ${shownAs(worst.concerns.map(({ says }) => says).join('; '))}.`
            : ''
        }`,
      ),
      ...tableBlock(
        'Open deals by stage',
        {
          stage: 'Stage',
          count: 'Deals',
          amount: `Amount${currency ? `, ${currency}` : ''}`,
          probability: 'Probability',
          weighted: 'Weighted',
        },
        stages,
      ),
      ...attention(concerned),
    ],
    sources: [{ kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` }],
    evidence: evidenceFor(
      CRITERIA,
      [
        table.rows.length,
        table.rows.length - (figures.open + figures.won + figures.lost + foreign.length),
        `${figures.open} open + ${figures.won} won + ${figures.lost} lost + ${foreign.length} in another currency = ${table.rows.length} rows.`,
      ],
      [
        figures.open,
        null,
        target === null
          ? 'By amount and probability; no target was given.'
          : `Target ${money(target, currency)}, missing ${money(figures.gap ?? 0, currency)}.`,
      ],
      [
        concerned.length,
        concerned.filter(({ concerns }) => concerns.some(({ next }) => next === '')).length,
        `${concerned.length} of ${figures.open} open deals; silent means more than ${silence} days.`,
      ],
    ),
    couldNot: sentences(
      'What was said in calls and mails is not in the file: without a model and a mailbox the reasons stay those of the dates and stages.',
      guessed > 0 &&
        `${counted(guessed, 'open deal')} without a probability: that of the usual stages was taken (20, 40, 60, 80, 90 %), not your own.`,
      target === null && 'There is no target, so no coverage.',
      pipeline.missing.length > 0 && `The file has no ${pipeline.missing.join(', no ')}.`,
      pipeline.badDates.length > 0 && `Dates that are none: ${linesOf(pipeline.badDates)}.`,
      pipeline.dateNote,
      pipeline.badAmounts.length > 0 &&
        `Amounts that are none or below 0 count as nothing: ${linesOf(pipeline.badAmounts)}.`,
      foreign.length > 0 &&
        `Deals in another currency than ${currency} are not added up: ${linesOf(foreign.map(({ line }) => line))}.`,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const reviewPipeline = playbook({
  id: 'reviewPipeline',
  title: 'Review the pipeline and forecast the quarter',
  summary:
    'Forecast by stage and probability, coverage of the target, win rate, cycle and velocity, and every deal that is overdue, silent or without a next step.',
  examples: ['pipeline', 'forecast', 'deals', 'pipeline review', 'coverage', 'win rate', 'stale deals'],
  input,
  uses: [TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['Why a deal stands still is told by its dates and stage, not by what was said.'],
  sample: { files: { 'deals.csv': DEALS }, input: { deals: 'file:deals.csv', target: 180_000 } },
  run,
})
