import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { reviewWorkflow } from './pipeline-review.ts'
import { workflow } from './samples.ts'

const criteria = [
  'Every fault names its line, its rule and its fix',
  'Every job of the workflow was looked at',
  'What was not looked at is said',
]

export const reviewPipeline = playbook({
  id: 'reviewPipeline',
  title: 'Review a pipeline',
  summary:
    'Reads a GitHub Actions workflow: permissions, unpinned actions and images, script injection, secrets, deployments without tests, approval or time limit; each by its line, with the fix.',
  examples: ['review pipeline', 'review workflow', 'github actions', 'check the ci', 'harden the pipeline'],
  input: z.object({
    file: fileInput('The workflow (YAML)', '.yml,.yaml,.txt'),
    tasks: z.boolean().default(true).meta({ title: 'Put what is grave into the Task Inbox' }),
  }),
  uses: [TASK_LIST],
  criteria,
  withoutModel: ['The mended file'],
  sample: { files: { 'release.yml': workflow }, input: { file: 'file:release.yml' } },
  async run(job, input) {
    const file = await job.file(input.file)
    const { isWorkflow, jobs, faults } = reviewWorkflow(file.text)
    if (!isWorkflow)
      throw new AppError(
        'bad_request',
        `“${file.name}” has no jobs. Give a GitHub Actions workflow: a YAML file from .github/workflows.`,
      )
    const grave = faults.filter(({ weight }) => weight === 'high')
    await job.note(`${counted(jobs.length, 'job')}, ${counted(faults.length, 'fault')}, ${grave.length} grave.`)
    const put =
      input.tasks && grave.length > 0
        ? await putTasks(
            job,
            grave.map(({ rule, line, what }) => ({
              title: `${rule} in ${file.name}, line ${line}: ${what}`,
              priority: 'A' as const,
              project: 'pipeline',
            })),
            `${counted(grave.length, 'grave fault')} of ${file.name} shall be mended.`,
          )
        : null
    await job.deliver({
      title: `Review of ${file.name}`,
      summary: `${counted(jobs.length, 'job')} (${jobs
        .slice(0, 10)
        .map((name) => cutTo(name, 60))
        .join(
          ', ',
        )}): ${counted(faults.length, 'fault')}, ${grave.length} of them grave.${faults.length === 0 ? ' Nothing was found by these rules.' : ''}`,
      blocks: [
        textBlock(
          'By rule',
          [...Map.groupBy(faults, ({ rule }) => rule)]
            .map(
              ([rule, all]) =>
                `- **${shownAs(rule)}** (${all[0]?.weight}), ${linesOf(all.map(({ line }) => line))}. ${shownAs(all[0]?.fix ?? '')}`,
            )
            .join('\n') || 'Nothing was found.',
        ),
        ...tableBlock(
          'Faults and fixes, the gravest first',
          { weight: 'Weight', rule: 'Rule', what: 'What', fix: 'Fix', line: 'Line' },
          faults.map((fault) => ({ ...fault })),
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: counted(file.text.split('\n').length, 'line') }],
      evidence: evidenceFor(
        criteria,
        [
          faults.length,
          faults.filter(({ line, rule, fix }) => line < 1 || rule === '' || fix === '').length,
          `${counted(faults.length, 'fault')}, columns “Line”, “Rule” and “Fix”.`,
        ],
        [jobs.length, null, jobs.slice(0, 50).join(', ')],
        [0, null, 'Under what could not be done.'],
      ),
      couldNot: sentences(
        'Anchors, flow maps on one line and reusable workflows that it calls were not followed; nothing was run.',
        put && !put.isDone && put.sentence,
        'The mended file needs a model, or the fixes put in by hand.',
      ),
    })
  },
})
