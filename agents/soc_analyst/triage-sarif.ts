import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readJson } from '../kit/json-text.ts'
import { putNewTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, itemsIn, shownAs } from '../kit/telling.ts'
import { type Queue, type Triage, triage } from './exploitability.ts'
import { days, daysIn, exposed, project, REVIEW } from './questions.ts'
import { sarif } from './samples.ts'
import { readSarif } from './sarif.ts'

const QUEUES: readonly Queue[] = ['P1', 'P2', 'P3', 'P4']

const whereOf = ({ finding: { path, line } }: Triage) =>
  path ? `${path}${line === null ? '' : `:${line}`}` : 'no place given'

/** Reasons and how many, the most frequent first. */
function tally(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ')
}

function byRule(triaged: readonly Triage[]) {
  const rules = new Map<string, { first: Triage; findings: number; files: Set<string> }>()
  for (const one of triaged) {
    const rule = rules.get(one.finding.rule) ?? { first: one, findings: 0, files: new Set() }
    rule.findings++
    rule.files.add(one.finding.path)
    rules.set(one.finding.rule, rule)
  }
  return [...rules].map(([rule, { first, findings, files }]) => ({
    rule,
    about: first.finding.about,
    weakness: first.finding.weaknesses.join(', '),
    worst: first.queue,
    findings,
    files: files.size,
  }))
}

const criteria = [
  'Every result of the file is in a queue, or counted among those left out with the reason',
  'Every finding has its place in the code and in the file, and the reasons for its queue',
  'Findings told twice are counted once',
  'The most urgent have a date',
]

export const triageSarif = playbook({
  id: 'triageSarif',
  title: 'Triage a SARIF file',
  summary:
    'Sorts the findings of a scanner (SARIF 2.1.0) into four queues by severity and by what speaks for their being exploited, each with its evidence, and can put the first two into the Task Inbox.',
  examples: ['triage sarif', 'triage the scan', 'sort the findings', 'code scanning results', 'triage findings'],
  input: z.object({
    scan: fileInput('The scanner’s SARIF file', '.sarif,.json'),
    tasks: z.boolean().default(true).meta({ title: 'Put P1 and P2 into the Task Inbox' }),
  }),
  uses: ['tasks.list', TASK_LIST],
  criteria,
  withoutModel: ['An explanation of each finding in the words of your code'],
  sample: { files: { 'code-scan.sarif': sarif }, input: { scan: 'file:code-scan.sarif' } },
  async run(job, input) {
    const file = await job.file(input.scan)
    const log = readSarif(readJson(file, 'the SARIF file as the scanner wrote it'), file.name)
    const triaged = triage(log.findings, itemsIn(answerTo(job, exposed)))
    const limits = daysIn(answerTo(job, days))
    const today = dayAt(job.now, job.timeZone)
    const dueOf = (queue: Queue) => addDays(today, limits.days[QUEUES.indexOf(queue)] ?? 90)
    const numberOf = (queue: Queue) => triaged.filter((one) => one.queue === queue).length
    const told = triaged.reduce((sum, { count }) => sum + count, 0)
    await job.note(`${counted(log.total, 'result')} of ${log.tools.join(', ')}: ${counted(triaged.length, 'finding')}.`)

    const urgent = triaged.filter(({ queue }) => queue === 'P1' || queue === 'P2')
    const tasks = urgent.map((one) => ({
      title: `Mend ${one.finding.rule} in ${whereOf(one)} (${file.name}, ${one.finding.place})`,
      priority: one.queue === 'P1' ? ('A' as const) : ('B' as const),
      due: dueOf(one.queue),
      project: answerTo(job, project),
    }))
    const put =
      input.tasks && tasks.length > 0
        ? await putNewTasks(
            job,
            tasks,
            `${counted(urgent.length, 'finding')} of ${file.name} shall be mended by a date.`,
          )
        : null

    const placeless = triaged.filter(({ finding }) => finding.path === '').length
    const first = triaged[0]
    await job.deliver({
      title: `Triage of ${file.name}`,
      summary: [
        `${counted(log.total, 'result')} of ${log.tools.join(', ') || 'no run'} make ${counted(triaged.length, 'finding')}: ${QUEUES.map((queue) => `${numberOf(queue)} ${queue}`).join(', ')}.`,
        first ? `First: ${first.finding.rule} in ${whereOf(first)}.` : 'There is nothing to mend.',
        put?.sentence ?? '',
      ]
        .filter(Boolean)
        .join(' '),
      blocks: [
        textBlock(
          'What comes first',
          triaged.length > 0
            ? triaged
                .slice(0, 5)
                .map(
                  (one, at) =>
                    `${at + 1}. **${one.queue}, by ${dueOf(one.queue)}: ${shownAs(one.finding.rule)}** in ${shownAs(whereOf(one))}. ${shownAs(one.finding.message)}\n   Why here: ${one.reasons.map((reason) => shownAs(reason)).join('; ')}.`,
                )
                .join('\n')
            : 'The file has no result that is an open finding.',
        ),
        ...tableBlock(
          'Findings, the most urgent first',
          {
            queue: 'Queue',
            due: 'Mend by',
            points: 'Points',
            rule: 'Rule',
            where: 'Where',
            message: 'What the tool says',
            weakness: 'CWE',
            why: 'Why this queue',
            count: 'Told',
            place: 'In the file',
          },
          triaged.map((one) => ({
            queue: one.queue,
            due: dueOf(one.queue),
            points: one.points,
            rule: one.finding.rule,
            where: whereOf(one),
            message: one.finding.message,
            weakness: one.finding.weaknesses.join(', '),
            why: one.reasons.join('; '),
            count: one.count,
            place: one.finding.place,
          })),
        ),
        ...tableBlock(
          'By rule',
          {
            rule: 'Rule',
            about: 'What it is',
            weakness: 'CWE',
            worst: 'Worst queue',
            findings: 'Findings',
            files: 'Files',
          },
          byRule(triaged),
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: file.name,
          place: `${counted(log.total, 'result')} in ${counted(log.tools.length, 'run')}`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [
          log.total,
          log.total - (told + log.left.length + log.undecided.length),
          `${told} in queues, ${log.left.length} left out${log.left.length ? ` (${tally(log.left.map(({ why }) => why))})` : ''}, ${log.undecided.length} for a person, of ${log.total}.`,
        ],
        [
          triaged.length,
          placeless,
          `${placeless} without a place in the code; “In the file” and “Why this queue” have the rest.`,
        ],
        [told, null, `${counted(told - triaged.length, 'repetition')} by fingerprint, else by rule, path and line.`],
        [
          urgent.length,
          null,
          `${counted(urgent.length, 'finding')} in P1 and P2, with ${limits.days[0]} and ${limits.days[1]} days${job.seat.answers[days.key]?.trim() && !limits.isUsual ? ', as you said' : ' (the usual ones)'}. ${put?.sentence ?? ''}`,
        ],
      ),
      couldNot: sentences(
        REVIEW,
        log.undecided.length > 0 &&
          `${counted(log.undecided.length, 'result')} the tool itself leaves to a person (kind “review” or “open”): ${log.undecided.slice(0, 10).join(', ')}.`,
        !job.seat.answers[exposed.key]?.trim() &&
          `Where the internet reaches was not said: folders by these names were taken: ${exposed.otherwise}.`,
        put && !put.isDone && put.sentence,
        'Whether the code is reached in your deployment was not tried. An explanation of each finding in the words of your code needs a model.',
      ),
    })
  },
})
