import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays, isoWeekday } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { numberIn } from '@atrium/domain/numbers/reading'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { putTasks } from '../kit/task-list.ts'
import { percent, shownAs } from '../kit/telling.ts'
import { durationOf, type Idea, iceOf, ideasIn } from './ideas.ts'
import { ideasFile } from './samples.ts'

const criteria = [
  'Each experiment has a cost, a deadline and a number that decides.',
  'Experiments that cannot be decided in time are named.',
  'What was assumed is said.',
]

/** What the review looks for in the Task Inbox. */
export const DECIDE = 'Decide experiment:'

/** The Monday after a day. */
const nextMonday = (day: string) => addDays(day, 8 - isoWeekday(day))

const numberOf = ({ metric, rate, lift }: Idea) =>
  `${metric} from ${percent(rate, 2)} to at least ${percent(rate * (1 + lift), 2)}`

export const planExperiments = playbook({
  id: 'planExperiments',
  title: 'Plan experiments from ideas',
  summary:
    'Orders ideas by ICE, counts the people and weeks each needs, and plans the best with start, deadline, cost and the number that decides; puts the decisions into the Task Inbox.',
  examples: ['plan experiments', 'prioritise ideas', 'prioritize ideas', 'ice score', 'growth plan'],
  input: z.object({
    file: fileInput('Ideas (idea, impact, confidence, ease; cost, metric, baseline, lift, traffic)', '.csv,.tsv'),
    from: z.iso.date().optional().meta({ title: 'Start (next Monday when empty)' }),
    atOnce: z.number().int().min(1).max(10).default(2).meta({ title: 'Experiments at the same time' }),
    weeks: z.number().int().min(2).max(26).default(8).meta({ title: 'Most weeks that one may take' }),
    tasks: z.boolean().default(true).meta({ title: 'Put the decisions into the Task Inbox' }),
  }),
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['Hypotheses are those of your file; none are added.'],
  sample: { files: { 'ideas.csv': ideasFile }, input: { file: 'file:ideas.csv', atOnce: 2, weeks: 8 } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const { answers } = job.seat
    const usual = {
      rate: Math.min(0.99, Math.max(0.0001, (numberIn(answers.rate ?? '') ?? 3) / 100)),
      traffic: Math.max(1, numberIn(answers.traffic ?? '') ?? 5000),
    }
    const { ideas, skipped } = ideasIn(table, usual)
    if (ideas.length === 0)
      throw new AppError(
        'bad_request',
        `No row of “${table.name}” has an idea with impact, confidence and ease from 1 to 10.`,
      )
    const ranked = ideas
      .map((idea) => {
        const takes = durationOf(idea)
        return { ...idea, ice: iceOf(idea), people: takes?.people ?? null, weeks: takes?.weeks ?? null }
      })
      .sort((a, b) => b.ice - a.ice || (a.cost ?? 0) - (b.cost ?? 0) || a.line - b.line)
    const fits = ranked.filter(({ weeks }) => weeks !== null && weeks <= input.weeks)
    const misfits = ranked.filter(({ weeks }) => weeks === null || weeks > input.weeks)
    const start = input.from ?? nextMonday(dayAt(job.now, job.timeZone))
    const tracks = Array.from({ length: input.atOnce }, () => start)
    const plan = fits.slice(0, 20).map((idea) => {
      const track = tracks.indexOf([...tracks].sort()[0] as string)
      const from = tracks[track] as string
      const until = addDays(from, (idea.weeks ?? 2) * 7 - 1)
      tracks[track] = addDays(until, 1)
      return { ...idea, track: track + 1, from, until, decide: addDays(until, 1) }
    })
    const project = answers.project || 'experiments'
    const put = input.tasks
      ? await putTasks(
          job,
          plan.map((one) => ({
            title: `${DECIDE} ${one.name} (${numberOf(one)}, ${one.people} people in each group)`,
            due: one.decide,
            priority: 'B' as const,
            project,
          })),
          `One task for the day on which each of ${counted(plan.length, 'experiment')} is decided.`,
        )
      : null
    const assumed = ideas.filter((idea) => idea.assumed.length > 0)
    const costs = plan.filter(({ cost }) => cost !== null)
    const noCost = plan.filter(({ cost }) => cost === null)
    await job.deliver({
      title: `Experiments from ${start}`,
      summary: `${counted(plan.length, 'experiment')} of ${counted(ideas.length, 'idea')} planned, ${input.atOnce} at a time, the last decided on ${plan.at(-1)?.decide ?? '–'}; cost together ${costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0)}${noCost.length > 0 ? `, without the ${noCost.length} that name none` : ''}. ${counted(misfits.length, 'idea')} would take more than ${input.weeks} weeks.`,
      blocks: [
        ...tableBlock(
          'Plan',
          {
            name: 'Experiment',
            ice: 'ICE',
            from: 'From',
            until: 'Until',
            decide: 'Decided on',
            track: 'Track',
            number: 'Number that decides',
            people: 'People in each group',
            cost: 'Cost',
            owner: 'Owner',
            line: 'Line',
          },
          plan.map((one) => ({
            ...one,
            ice: rounded(one.ice),
            assumed: one.assumed.join(', '),
            number: numberOf(one),
          })),
        ),
        textBlock(
          'Written down before the start',
          plan
            .map(
              (one) =>
                `**${shownAs(one.name)}** (${one.from} to ${one.until})\n\n- Hypothesis: ${one.hypothesis ? shownAs(one.hypothesis) : 'not in the file: write it down before the start'}\n- Decides: ${shownAs(numberOf(one))}, two-sided at 5 %, seen with a chance of 80 % if it is true\n- Rolled out if the interval of the difference is above 0; dropped if not; nobody decides earlier on a look in between\n- Stopped at once if something breaks, or if the groups differ in size by more than chance`,
            )
            .join('\n\n') || 'No idea can be decided in time.',
        ),
        ...tableBlock(
          'Cannot be decided in time',
          {
            name: 'Idea',
            ice: 'ICE',
            people: 'People in each group',
            weeks: 'Weeks',
            rate: 'Rate today, %',
            traffic: 'People a week',
            advice: 'What would help',
            line: 'Line',
          },
          misfits.map((one) => ({
            ...one,
            ice: rounded(one.ice),
            assumed: one.assumed.join(', '),
            rate: rounded(one.rate * 100, 2),
            advice: one.weeks
              ? 'A bolder change, a number nearer to the change, or more traffic'
              : 'The hoped-for rate is 100 % or more: check baseline and lift',
          })),
        ),
        ...tableBlock(
          'All ideas by ICE',
          {
            name: 'Idea',
            impact: 'Impact',
            confidence: 'Confidence',
            ease: 'Ease',
            ice: 'ICE',
            assumed: 'Assumed',
            line: 'Line',
          },
          ranked.map((one) => ({ ...one, ice: rounded(one.ice), assumed: one.assumed.join(', ') })),
        ),
      ],
      sources: [{ kind: 'file', name: table.name, place: `${ideas.length} of ${table.rows.length} rows` }],
      evidence: evidenceFor(
        criteria,
        [
          plan.length,
          noCost.length,
          noCost.length === 0
            ? `${plan.length} experiments.`
            : `No cost in the file: ${noCost.map(({ name, line }) => `${name} (line ${line})`).join(', ')}.`,
        ],
        [
          plan.length + misfits.length,
          null,
          misfits.length === 0 ? `All fit into ${input.weeks} weeks.` : misfits.map(({ name }) => name).join(', '),
        ],
        [
          assumed.length,
          assumed.filter(({ assumed: what }) => what.length === 0).length,
          assumed.length === 0
            ? 'Nothing.'
            : assumed.map(({ line, assumed: what }) => `line ${line}: ${what.join(', ')}`).join('; '),
        ],
      ),
      couldNot: sentences(
        skipped.length > 0 && `Left out: ${skipped.map(({ line, why }) => `line ${line}, ${why}`).join('; ')}.`,
        assumed.length > 0 &&
          `Taken where the file says nothing: rate ${percent(usual.rate, 2)}, ${usual.traffic} people a week (from your onboarding), lift 10 %.`,
        fits.length > plan.length && `Only the best 20 were planned; ${fits.length - plan.length} wait.`,
        put && !put.isDone && put.sentence,
        'Experiments at the same time on the same page disturb each other: a person checks the tracks.',
      ),
    })
  },
})
