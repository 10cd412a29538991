import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { sum } from '@atrium/domain/statistics/summary'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { putTasks } from '../kit/task-list.ts'
import { percent } from '../kit/telling.ts'
import { loadByDoer, processFigures, readSteps, stepExceptions } from './process-steps.ts'
import { STEPS_SAMPLE } from './samples.ts'

const criteria = [
  'Each step has exactly one owner, or stands among the exceptions.',
  'Each process has its lead time, hand-offs and share done right the first time.',
] as const

const input = z.object({
  steps: fileInput(
    'Steps: process, step, owner; done by, backup, minutes, wait hours, per month, error %',
    '.csv,.tsv,.txt',
  ),
  tasks: z.boolean().meta({ title: 'Put the decisions into the Task Inbox' }).default(false),
})

export const registerProcesses = playbook({
  id: 'registerProcesses',
  title: 'Register the processes',
  summary:
    'Turns a list of steps into a register of processes with owners, work, waiting, hand-offs and first-time yield, and lists the exceptions that need a decision: no owner, several owners, no stand-in, too much rework.',
  examples: ['process register', 'raci', 'who owns what', 'process map', 'single point of failure'],
  input,
  uses: ['tasks.importTodoTxt'],
  criteria,
  withoutModel: ['Rewording of the steps.'],
  sample: { files: { 'process-steps.csv': STEPS_SAMPLE }, input: { steps: 'file:process-steps.csv' } },
  async run(job, given) {
    const file = readSteps(await job.file(given.steps))
    const figures = processFigures(file.steps)
    const load = loadByDoer(file.steps)
    const exceptions = stepExceptions(file.steps)
    const hours = sum(load.map((one) => one.hours))
    const key = load.filter((one) => hours > 0 && one.hours / hours > 0.4 && load.length > 2)
    const unowned = file.steps.filter(({ owners }) => owners.length !== 1)
    const slow = figures.filter(({ efficiency }) => efficiency !== null && efficiency < 0.05)
    await job.note(
      `${counted(figures.length, 'process', 'processes')}, ${counted(file.steps.length, 'step')}, ${counted(exceptions.length, 'exception')}.`,
    )
    const put = given.tasks
      ? await putTasks(
          job,
          exceptions.map(({ process, what, decision }) => ({
            title: `${process}: ${what} ${decision}`,
            priority: 'B' as const,
            project: 'processes',
          })),
          `${counted(exceptions.length, 'exception')} of the process register need somebody’s decision.`,
        )
      : null
    await job.deliver({
      title: 'Process register',
      summary: `${counted(figures.length, 'process', 'processes')} with ${counted(file.steps.length, 'step')}, ${rounded(hours)} hours of work a month. ${counted(exceptions.length, 'exception')} need a decision; ${counted(unowned.length, 'step')} without exactly one owner.${key.length > 0 ? ` ${key.map(({ doer, hours: mine }) => `${doer} carries ${percent(mine / hours)} of the hours`).join('; ')}.` : ''}${
        slow.length > 0
          ? ` Mostly waiting: ${slow
              .map(({ process }) => process)
              .slice(0, 8)
              .join(', ')}.`
          : ''
      }`,
      blocks: [
        ...tableBlock(
          'Exceptions that need a decision',
          { no: 'No.', process: 'Process', what: 'Exception', decision: 'Decision', where: 'Row' },
          exceptions.map((one, at) => ({ no: at + 1, ...one })),
        ),
        ...tableBlock(
          'Processes',
          {
            process: 'Process',
            steps: 'Steps',
            work: 'Work, minutes',
            lead: 'Lead time, hours',
            efficiency: 'Of it work, %',
            first: 'Right the first time, %',
            hands: 'Hand-offs',
            month: 'Hours a month',
          },
          figures.map((one) => ({
            process: one.process,
            steps: one.steps,
            work: rounded(one.work),
            lead: rounded(one.leadHours),
            efficiency: one.efficiency === null ? null : rounded(one.efficiency * 100),
            first: rounded(one.firstTime * 100),
            hands: one.handOffs,
            month: rounded(one.hoursPerMonth),
          })),
        ),
        ...tableBlock(
          'Who carries it',
          { doer: 'Who', hours: 'Hours a month', share: 'Share, %', steps: 'Steps', alone: 'Without a stand-in' },
          load.map((one) => ({
            ...one,
            hours: rounded(one.hours),
            share: hours === 0 ? null : rounded((100 * one.hours) / hours),
          })),
        ),
        ...tableBlock(
          'Register of steps',
          {
            process: 'Process',
            step: 'Step',
            owner: 'Owner',
            doer: 'Done by',
            backup: 'Stand-in',
            minutes: 'Minutes',
            wait: 'Wait, hours',
            line: 'Row',
          },
          file.steps.map((one) => ({
            process: one.process,
            step: one.name,
            owner: one.owners.join(', '),
            doer: one.doer,
            backup: one.backup,
            minutes: one.minutes,
            wait: one.waitHours,
            line: one.line,
          })),
        ),
        textBlock(
          'How it was worked out',
          'Of it work: work ÷ (work + waiting), lean’s process cycle efficiency. Right the first time: the product of each step’s share without errors, Six Sigma’s rolled throughput yield. One owner a step: the rule of a RACI matrix. Hours of work count rework on top for those who do it.',
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: `${counted(file.steps.length, 'row')} of ${file.rows}` }],
      evidence: evidenceFor(
        criteria,
        [
          file.steps.length,
          unowned.length,
          unowned.length === 0
            ? 'Each step has one owner.'
            : `${counted(unowned.length, 'step')} among the exceptions: ${linesOf(unowned.map(({ line }) => line))}.`,
        ],
        [
          figures.length,
          figures.filter(({ efficiency }) => efficiency === null).length,
          figures.some(({ efficiency }) => efficiency === null)
            ? `No minutes for ${figures
                .filter(({ efficiency }) => efficiency === null)
                .map(({ process }) => process)
                .join(', ')}.`
            : `${figures.length} of ${figures.length}.`,
        ],
      ),
      couldNot: sentences(
        file.unread.length > 0 && `Not read: ${linesOf(file.unread.map(({ line }) => line))} (no process or no step).`,
        file.steps.some(({ minutes }) => minutes === null) &&
          `No minutes, counted as 0: ${linesOf(file.steps.filter(({ minutes }) => minutes === null).map(({ line }) => line))}.`,
        put?.sentence,
        'Times are what the file says, not measured.',
      ),
    })
  },
})
