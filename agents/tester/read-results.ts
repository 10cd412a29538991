import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, cutTo, percent, shownAs } from '../kit/telling.ts'
import { readJunit, signatureOf, type TestResult } from './junit.ts'
import { slow } from './questions.ts'
import { earlierRun, laterRun } from './samples.ts'

const isBroken = ({ outcome }: TestResult) => outcome === 'failed' || outcome === 'error'
const nameOf = ({ suite, name }: TestResult) => (suite ? `${suite} › ${name}` : name)

/** What became of each failing test since the run before. */
function since(now: readonly TestResult[], before: readonly TestResult[]) {
  const old = new Map(before.map((one) => [one.key, one]))
  const broken = now.filter(isBroken)
  const wasBroken = (one: TestResult) => {
    const then = old.get(one.key)
    return then !== undefined && isBroken(then)
  }
  const keys = new Set(now.map(({ key }) => key))
  return {
    fresh: broken.filter((one) => old.has(one.key) && !wasBroken(one)),
    added: broken.filter((one) => !old.has(one.key)),
    still: broken.filter(wasBroken),
    mended: now.filter((one) => one.outcome === 'passed' && wasBroken(one)),
    gone: before.filter(({ key }) => !keys.has(key)),
  }
}

const criteria = [
  'Passed, failed, skipped and flaky add up to all tests of the file',
  'Failures with the same cause are one group, the largest first',
  'What is newly broken is told from what was broken before',
]

export const readResults = playbook({
  id: 'readResults',
  title: 'Read test results',
  summary:
    'Reads a JUnit XML file: what fails, grouped by the same message, what is flaky and slow; with the run before, what is newly broken, mended or gone. Can put each group into the Task Inbox.',
  examples: ['read test results', 'junit report', 'what fails', 'flaky tests', 'compare test runs'],
  input: z.object({
    run: fileInput('The results (JUnit XML)', '.xml'),
    before: fileInput('The run before', '.xml').optional(),
    tasks: z.boolean().default(true).meta({ title: 'Put what fails into the Task Inbox' }),
  }),
  uses: [TASK_LIST],
  criteria,
  withoutModel: ['A guess at the cause in your code'],
  sample: {
    files: { 'results.xml': laterRun, 'results-before.xml': earlierRun },
    input: { run: 'file:results.xml', before: 'file:results-before.xml' },
  },
  async run(job, input) {
    const file = await job.file(input.run)
    const results = readJunit(file.text, file.name)
    const beforeFile = input.before ? await job.file(input.before) : null
    const change = beforeFile ? since(results, readJunit(beforeFile.text, beforeFile.name)) : null
    const broken = results.filter(isBroken)
    const flaky = results.filter(({ isFlaky }) => isFlaky)
    const skipped = results.filter(({ outcome }) => outcome === 'skipped')
    const passed = results.filter(({ outcome }) => outcome === 'passed')
    const limit = Number.parseFloat(answerTo(job, slow).replace(',', '.')) || 5
    const timed = results.filter((one) => one.seconds !== null).sort((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0))
    const slowOnes = timed.filter(({ seconds }) => (seconds ?? 0) >= limit)
    const fresh = new Set(change ? [...change.fresh, ...change.added].map(({ key }) => key) : [])
    const groups = [...Map.groupBy(broken, ({ message }) => signatureOf(message))]
      .map(([signature, all]) => ({ signature, all, isNew: all.some(({ key }) => fresh.has(key)) }))
      .sort((a, b) => Number(b.isNew) - Number(a.isNew) || b.all.length - a.all.length)
    await job.note(
      `${counted(results.length, 'test')}: ${broken.length} fail, ${flaky.length} flaky, ${skipped.length} skipped.`,
    )
    const put =
      input.tasks && groups.length > 0
        ? await putTasks(
            job,
            groups.map(({ all, isNew }) => ({
              title: `Mend ${nameOf(all[0] as TestResult)}${all.length > 1 ? ` and ${all.length - 1} more that fail alike` : ''} (${file.name})`,
              priority: isNew ? ('A' as const) : ('B' as const),
              project: 'tests',
            })),
            `${counted(broken.length, 'test')} of ${file.name} fail, in ${counted(groups.length, 'group')}.`,
          )
        : null
    const state = (one: TestResult) => (!change ? '' : fresh.has(one.key) ? 'new' : 'as before')
    await job.deliver({
      title: `Results of ${file.name}`,
      summary: [
        `${counted(results.length, 'test')}: ${passed.length} passed (${percent(passed.length / results.length, 1)}), ${broken.length} fail in ${counted(groups.length, 'group')}, ${skipped.length} skipped, ${flaky.length} flaky.`,
        change
          ? `Since the run before: ${change.fresh.length} newly broken, ${change.added.length} new and failing, ${change.mended.length} mended, ${change.gone.length} gone.`
          : '',
        broken.length === 0
          ? 'Nothing stands against a release in these tests.'
          : 'These results speak against a release.',
      ]
        .filter(Boolean)
        .join(' '),
      blocks: [
        textBlock(
          'What fails, by the same message',
          groups.length > 0
            ? groups
                .slice(0, 15)
                .map(
                  ({ signature, all, isNew }) =>
                    `- **${all.length}${isNew ? ', new' : ''}**: ${shownAs(signature)}\n${all
                      .slice(0, 5)
                      .map((one) => `  - ${shownAs(nameOf(one))}`)
                      .join('\n')}`,
                )
                .join('\n')
            : 'Nothing.',
        ),
        ...tableBlock(
          'Failing tests',
          { test: 'Test', kind: 'Kind', state: 'Since before', message: 'Message', seconds: 'Seconds' },
          broken.map((one) => ({
            test: nameOf(one),
            kind: one.outcome,
            state: state(one),
            message: cutTo(one.message, 600),
            seconds: one.seconds,
          })),
        ),
        ...tableBlock(
          'Flaky: failed and passed in the same run',
          { test: 'Test', message: 'Message when it failed' },
          flaky.map((one) => ({ test: nameOf(one), message: cutTo(one.message, 600) })),
        ),
        ...tableBlock(
          'Changed since the run before',
          { what: 'What', test: 'Test' },
          change
            ? [
                ...change.mended.map((one) => ({ what: 'mended', test: nameOf(one) })),
                ...change.gone.map((one) => ({ what: 'gone', test: nameOf(one) })),
              ]
            : [],
        ),
        ...tableBlock(
          'The slowest',
          { test: 'Test', seconds: 'Seconds', slow: `From ${limit} s on` },
          timed.slice(0, 10).map((one) => ({
            test: nameOf(one),
            seconds: one.seconds,
            slow: (one.seconds ?? 0) >= limit ? 'slow' : '',
          })),
        ),
        ...tableBlock(
          'Skipped',
          { test: 'Test' },
          skipped.map((one) => ({ test: nameOf(one) })),
        ),
      ],
      sources: [
        { kind: 'file', name: file.name, place: counted(results.length, 'test') },
        ...(beforeFile ? [{ kind: 'file' as const, name: beforeFile.name, place: 'all tests' }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          results.length,
          results.length - (passed.length + broken.length + skipped.length),
          `${passed.length} + ${broken.length} + ${skipped.length} = ${results.length}; flaky ones count as passed.`,
        ],
        [
          broken.length,
          broken.length - groups.reduce((sum, { all }) => sum + all.length, 0),
          `${counted(broken.length, 'failure')} in ${counted(groups.length, 'group')}.`,
        ],
        change
          ? [fresh.size + change.still.length, null, `${fresh.size} new, ${change.still.length} as before.`]
          : [0, null, 'The run before was not given.'],
      ),
      couldNot: sentences(
        !change && 'What is newly broken is not known: the run before was not given.',
        put && !put.isDone && put.sentence,
        `${counted(slowOnes.length, 'test')} took ${limit} seconds or more, together ${rounded(sum(slowOnes.map(({ seconds }) => seconds ?? 0)))} s. Tests were read, not run.`,
        'A guess at the cause in your code needs a model and the code.',
      ),
    })
  },
})
