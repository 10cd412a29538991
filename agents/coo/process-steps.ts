import { AppError } from '@atrium/contract/errors'
import type { JobFile } from '@atrium/contract/playbook'
import { numberIn } from '@atrium/domain/numbers/reading'
import { sum } from '@atrium/domain/statistics/summary'
import { columnFor, neededColumn, readTable } from '../kit/table.ts'
import { itemsIn } from '../kit/telling.ts'

export interface Step {
  line: number
  process: string
  name: string
  /** Who answers for it: the A of RACI. */
  owners: string[]
  /** Who does it: the R; the owner when the file does not say. */
  doer: string
  backup: string
  /** Minutes of work each time; null when the file does not say. */
  minutes: number | null
  /** Hours of waiting before it. */
  waitHours: number
  perMonth: number
  /** Share from 0 to 1 that has to be done again. */
  errorShare: number
}

export interface StepsFile {
  name: string
  steps: Step[]
  rows: number
  unread: { line: number; reason: string }[]
}

/** A list of process steps as CSV, in their order. Throws `bad_request` when process or step have no column. */
export function readSteps(file: Pick<JobFile, 'name' | 'text'>): StepsFile {
  const table = readTable(file)
  const process = neededColumn(table, 'process', ['process', 'workflow', 'procedure', 'area'])
  const step = neededColumn(table, 'step', ['step', 'task', 'activity', 'action'])
  const column = (...names: string[]) => columnFor(table, names)
  const [owner, doer, backup] = [
    column('owner', 'accountable', 'process owner', 'responsible person'),
    column('doer', 'responsible', 'done by', 'who', 'performer'),
    column('backup', 'deputy', 'stand-in', 'substitute'),
  ]
  const [minutes, wait, often, errors] = [
    column('minutes', 'touch time', 'effort', 'work minutes', 'duration'),
    column('wait hours', 'wait', 'waiting'),
    column('per month', 'frequency', 'times a month', 'volume'),
    column('error %', 'errors', 'rework', 'error rate', 'defects'),
  ]
  const unread: StepsFile['unread'] = []
  const steps = table.rows.flatMap(({ line, fields }): Step[] => {
    const at = (name: string | undefined) => (name ? (fields[name] ?? '').slice(0, 160) : '')
    if (!at(process) || !at(step)) {
      unread.push({ line, reason: at(step) ? 'no process' : 'no step' })
      return []
    }
    const owners = itemsIn(at(owner).replaceAll('/', ','))
    const number = (name: string | undefined) => Math.max(0, numberIn(at(name)) ?? 0)
    const spent = numberIn(at(minutes))
    return [
      {
        line,
        process: at(process),
        name: at(step),
        owners,
        doer: at(doer) || (owners[0] ?? ''),
        backup: at(backup),
        minutes: spent === null ? null : Math.max(0, spent),
        waitHours: number(wait),
        perMonth: often ? number(often) : 1,
        errorShare: Math.min(1, number(errors) / 100),
      },
    ]
  })
  if (steps.length === 0) throw new AppError('bad_request', `No row of “${file.name}” has a process and a step.`)
  return { name: file.name, steps, rows: table.rows.length, unread }
}

export interface ProcessFigures {
  process: string
  steps: number
  /** Minutes of work each time. */
  work: number
  /** Hours from beginning to end: work and waiting. */
  leadHours: number
  /** Process cycle efficiency of lean: work ÷ lead time, 0 to 1; null without times. */
  efficiency: number | null
  /** Rolled throughput yield of Six Sigma: the share that passes every step the first time. */
  firstTime: number
  /** How often the work changes hands. */
  handOffs: number
  hoursPerMonth: number
}

export function processFigures(steps: readonly Step[]): ProcessFigures[] {
  return [...Map.groupBy(steps, ({ process }) => process.toLowerCase()).values()].map((mine) => {
    const work = sum(mine.map(({ minutes }) => minutes ?? 0))
    const leadHours = work / 60 + sum(mine.map(({ waitHours }) => waitHours))
    return {
      process: mine[0]?.process ?? '',
      steps: mine.length,
      work,
      leadHours,
      efficiency: leadHours === 0 || work === 0 ? null : work / 60 / leadHours,
      firstTime: mine.reduce((share, { errorShare }) => share * (1 - errorShare), 1),
      handOffs: mine.slice(1).filter(({ doer }, at) => doer.toLowerCase() !== mine[at]?.doer.toLowerCase()).length,
      hoursPerMonth: sum(mine.map(({ minutes, perMonth }) => ((minutes ?? 0) * perMonth) / 60)),
    }
  })
}

/** Hours a month by who does the steps, the most first; rework counted on top. */
export const loadByDoer = (steps: readonly Step[]): { doer: string; hours: number; steps: number; alone: number }[] =>
  [
    ...Map.groupBy(
      steps.filter(({ doer }) => doer !== ''),
      ({ doer }) => doer.toLowerCase(),
    ).values(),
  ]
    .map((mine) => ({
      doer: mine[0]?.doer ?? '',
      hours: sum(mine.map(({ minutes, perMonth, errorShare }) => ((minutes ?? 0) * perMonth * (1 + errorShare)) / 60)),
      steps: mine.length,
      alone: mine.filter(({ backup }) => backup === '').length,
    }))
    .sort((a, b) => b.hours - a.hours)

export interface StepException {
  where: string
  process: string
  what: string
  decision: string
}

/** What breaks the rules of a responsibility matrix (RACI: exactly one is accountable) or hangs on one person. */
export function stepExceptions(steps: readonly Step[]): StepException[] {
  return steps.flatMap((step): StepException[] => {
    const base = { where: `line ${step.line}`, process: step.process }
    const found: StepException[] = []
    const add = (what: string, decision: string) => found.push({ ...base, what: `“${step.name}”: ${what}`, decision })
    if (step.owners.length === 0) add('nobody answers for it.', 'Name one owner.')
    if (step.owners.length > 1)
      add(
        `${step.owners.length} answer for it (${step.owners.join(', ')}).`,
        'Choose one; the others do it or are asked.',
      )
    if (step.doer !== '' && step.backup === '')
      add(`nobody can stand in for ${step.doer}.`, 'Name and train a stand-in.')
    if (step.backup !== '' && step.backup.toLowerCase() === step.doer.toLowerCase())
      add(`${step.doer} is their own stand-in.`, 'Name somebody else.')
    if (step.errorShare >= 0.1)
      add(`${Math.round(step.errorShare * 100)} % have to be done again.`, 'Find the cause before it is done faster.')
    return found
  })
}
