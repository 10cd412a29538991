import { dayReader } from '../kit/day-reader.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

export type Outcome = 'open' | 'hired' | 'rejected' | 'withdrawn'

/** One application, as an export tells it. */
export interface Candidate {
  line: number
  name: string
  email: string
  role: string
  stage: string
  outcome: Outcome
  /** How far it came: 0 applied … 5 hired. */
  reached: number
  source: string
  appliedOn: string | null
  /** The day of the last change of stage, or of the last word to the applicant. */
  movedOn: string | null
  closedOn: string | null
}

export const STAGES = ['Applied', 'Screened', 'Interview', 'Second interview', 'Offer', 'Hired'] as const

const STAGE: readonly [RegExp, number][] = [
  [/hired|accepted|joined|eingestellt/i, 5],
  [/offer|angebot/i, 4],
  [/second|final|on-?site|panel|case|task|assessment|2nd/i, 3],
  [/interview|gespräch|entretien/i, 2],
  [/screen|phone|review|shortlist|call/i, 1],
  [/new|applied|application|inbox|received|beworben/i, 0],
]
export const stageOf = (text: string): number | null => STAGE.find(([pattern]) => pattern.test(text))?.[1] ?? null

export interface Candidates {
  candidates: Candidate[]
  /** Lines whose stage is none of those that are known. */
  unknownStages: number[]
  badDates: number[]
  dateNote: string
  /** A column of a protected group, by its name; what stands in it is counted, and never told of one person. */
  groups: ReadonlyMap<number, string> | null
  groupName: string
}

/** Throws `bad_request` when there is no column for the stage. */
export function readCandidates(table: Table): Candidates {
  const stage = neededColumn(table, 'stage', ['stage', 'status', 'step', 'pipeline stage'])
  const name = neededColumn(table, 'applicant', [
    'candidate',
    'name',
    'applicant',
    'candidate name',
    'full name',
    'email',
  ])
  const columns = {
    email: columnFor(table, ['email', 'e-mail']),
    role: columnFor(table, ['role', 'job', 'position', 'vacancy', 'job title']),
    reached: columnFor(table, ['furthest stage', 'last stage', 'reached', 'stage reached']),
    source: columnFor(table, ['source', 'channel', 'origin']),
    applied: columnFor(table, ['applied', 'applied on', 'application date', 'created', 'date']),
    moved: columnFor(table, ['stage since', 'last change', 'last contact', 'moved', 'updated', 'last activity']),
    closed: columnFor(table, ['closed', 'closed on', 'hired on', 'decided', 'decision date']),
    group: columnFor(table, ['gender', 'sex', 'ethnicity', 'age group', 'group']),
  }
  const dates = [columns.applied, columns.moved, columns.closed].filter((one) => one !== undefined)
  const days = dayReader(table.rows.flatMap(({ fields }) => dates.map((column) => fields[column] ?? '')))
  const badDates = new Set<number>()
  const unknownStages: number[] = []
  const groups = new Map<number, string>()
  const candidates = table.rows.map(({ line, fields }): Candidate => {
    const of = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const day = (column: string | undefined) => {
      const found = days.read(of(column))
      if (of(column) !== '' && found === null) badDates.add(line)
      return found
    }
    const said = of(stage)
    const outcome: Outcome = /reject|declined by us|absage|not selected/i.test(said)
      ? 'rejected'
      : /withdr|declined|dropped|zurückgezogen/i.test(said)
        ? 'withdrawn'
        : /hired|accepted|joined|eingestellt/i.test(said)
          ? 'hired'
          : 'open'
    const reached = stageOf(of(columns.reached)) ?? stageOf(said)
    if (reached === null && outcome === 'open') unknownStages.push(line)
    if (of(columns.group)) groups.set(line, of(columns.group).toLowerCase())
    return {
      line,
      name: of(name),
      email: of(columns.email),
      role: of(columns.role) || 'no role',
      stage: said,
      outcome,
      reached: reached ?? 0,
      source: of(columns.source) || 'no source',
      appliedOn: day(columns.applied),
      movedOn: day(columns.moved),
      closedOn: day(columns.closed),
    }
  })
  return {
    candidates,
    unknownStages,
    badDates: [...badDates],
    dateNote: days.note,
    groups: columns.group && groups.size > 0 ? groups : null,
    groupName: columns.group ?? '',
  }
}
