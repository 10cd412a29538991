import { freeName } from '@atrium/domain/tables/columns'
import { amountsOf, type Cells, countsIn, isPacked, makeCells, mapCells, testCells } from '../cells.ts'
import { createDictionary } from '../dictionary.ts'
import { columnMeant, type Formula, formulaOf } from '../formulas/formula.ts'
import { FormulaError, type Problem } from '../formulas/values.ts'
import { amountOf, countKind, isDated, isNumeric, noKinds, type Reading, readingOf } from '../kinds.ts'
import { expression, tester } from '../measuring/facets.ts'
import { columnOf, isBlank, pick, type Table, withColumn } from '../table.ts'
import { cellChange, isCellStep } from './cells.ts'
import type { Step } from './step-schema.ts'

/** What a step did. */
export interface Effect {
  /** Cells that became others, or rows that went. */
  changed: number
  /** The columns that it needs and that are not there: it did nothing. */
  missing: string[]
  /** Its regular expression is none. */
  badPattern?: boolean
  /** Rows for which its formula gives nothing. */
  failed?: number
  /** Why its formula is none, or gives nothing for the first of them. */
  problem?: { why: Problem; word: string }
}

interface Prepared {
  /** Takes the rows in their order, all at once or some at a time. */
  apply(table: Table): Table
  effect: Effect
}

const PLAIN: Reading = { type: 'number', style: 'point', order: 'dmy' }

function readingIn(values: Cells): Reading {
  const kinds = noKinds()
  for (const [cell, times] of countsIn(values)) countKind(kinds, cell, times)
  return readingOf(kinds)
}

function keepRows(table: Table, effect: Effect, keeps: (at: number) => boolean): Table {
  const kept: number[] = []
  for (let at = 0; at < table.length; at++) if (keeps(at)) kept.push(at)
  effect.changed += table.length - kept.length
  return kept.length === table.length ? table : pick(table, kept)
}

/** Alike for rows that are alike: of packed columns, which come all at once, their values' numbers. */
function rowKey(columns: readonly Cells[], at: number): string {
  let key = ''
  for (const cells of columns) {
    const cell = isPacked(cells) ? String(cells.codes[at]) : (cells.at(at) ?? '')
    // Lengths first, so that `a|b` and `a`, `b` stay two things.
    key += `${cell.length}:${cell}`
  }
  return key
}

function splitter({ by, regex, into }: Extract<Step, { kind: 'split' }>): ((cell: string) => string[]) | null {
  const pattern = regex ? expression(by) : null
  if (regex && !pattern) return null
  return (cell) => {
    if (cell === '') return []
    const parts = pattern ? cell.split(pattern).map((part) => part ?? '') : cell.split(by)
    // What is beyond the last column stays in it: nothing is lost.
    return parts.length <= into ? parts : [...parts.slice(0, into - 1), parts.slice(into - 1).join(pattern ? ' ' : by)]
  }
}

/** The places of words in the order in which people look for them; those that compare alike share one. */
function ranksIn(values: Cells): Map<string, number> {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const words: string[] = []
  for (const [cell] of countsIn(values)) if (!isBlank(cell)) words.push(cell)
  words.sort(compare)
  const ranks = new Map<string, number>()
  let rank = 0
  words.forEach((word, at) => {
    if (at > 0 && compare(words[at - 1] as string, word) !== 0) rank++
    ranks.set(word, rank)
  })
  return ranks
}

function sorted(table: Table, by: readonly { column: string; direction: 'asc' | 'desc' }[], effect: Effect): Table {
  const keys = by.map(({ column, direction }) => {
    const values = columnOf(table, column)?.values ?? []
    const reading = readingIn(values)
    const isValued = isNumeric(reading.type) || isDated(reading.type)
    const ranks = isValued ? null : ranksIn(values)
    const amounts = amountsOf(values, (cell) => (ranks ? (ranks.get(cell) ?? null) : amountOf(cell, reading)))
    const turn = direction === 'asc' ? 1 : -1
    return (a: number, b: number): number => {
      const [x, y] = [amounts[a] as number, amounts[b] as number]
      // Missing ones last, either way.
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
      return turn * (x - y)
    }
  })
  const order = Uint32Array.from({ length: table.length }, (_, at) => at)
  order.sort((a, b) => {
    for (const compare of keys) {
      const result = compare(a, b)
      if (result !== 0) return result
    }
    return a - b
  })
  order.forEach((from, at) => {
    if (from !== at) effect.changed++
  })
  return pick(table, order)
}

function problemOf(error: unknown): { why: Problem; word: string } {
  if (!(error instanceof FormulaError)) throw error
  return { why: error.why, word: error.word }
}

/** A column worked out row by row. Where that fails, a new one is blank, and one that was there stays as it is. */
function computed(table: Table, step: Extract<Step, { kind: 'formula' }>, formula: Formula, effect: Effect): Table {
  const names = table.columns.map(({ name }) => name)
  effect.missing = formula.columns.filter((said) => columnMeant(names, said) === null)
  if (effect.missing.length > 0) return table
  const readings = new Map(step.readings.map(({ column, ...reading }) => [column, reading]))
  const work = formula.over(table, (name) => readings.get(name))
  const before = columnOf(table, step.name)?.values
  const values = makeCells(table.length, (at) => {
    const was = before?.at(at) ?? ''
    try {
      const now = work(at)
      if (now !== was) effect.changed++
      return now
    } catch (error) {
      effect.problem ??= problemOf(error)
      effect.failed = (effect.failed ?? 0) + 1
      return was
    }
  })
  if (before) return withColumn(table, step.name, values)
  return { ...table, columns: [...table.columns, { name: step.name, values }] }
}

/** The columns that a step needs. */
function needs(step: Step): string[] {
  if ('columns' in step) return step.columns
  if (step.kind === 'sort') return step.by.map(({ column }) => column)
  if (step.kind === 'formula') return [] // it finds its columns itself
  return [step.column]
}

/** Makes a step ready for a table that comes at once or by pieces: what it must remember from piece to piece, it does. */
export function prepare(step: Step): Prepared {
  const effect: Effect = { changed: 0, missing: [] }
  const work = worker(step, effect)
  return {
    effect,
    apply(table) {
      const missing = needs(step).filter((name) => !columnOf(table, name))
      effect.missing = missing
      return missing.length > 0 ? table : work(table)
    },
  }
}

function worker(step: Step, effect: Effect): (table: Table) => Table {
  const bad = () => {
    effect.badPattern = true
    return (table: Table) => table
  }
  if (isCellStep(step)) {
    const change = cellChange(step)
    if (!change) return bad()
    const named = 'columns' in step ? step.columns : [step.column]
    const count = (cells: number) => {
      effect.changed += cells
    }
    return (table) =>
      (named.length > 0 ? named : table.columns.map(({ name }) => name)).reduce((done, name) => {
        const values = columnOf(done, name)?.values ?? []
        return withColumn(done, name, mapCells(values, change, count))
      }, table)
  }
  switch (step.kind) {
    case 'fillDown': {
      const last = new Map<string, string>()
      return (table) =>
        step.columns.reduce((done, name) => {
          const given = columnOf(done, name)?.values ?? []
          const values = makeCells(done.length, (at) => {
            const cell = given.at(at) as string
            if (!isBlank(cell)) {
              last.set(name, cell)
              return cell
            }
            const above = last.get(name) ?? cell
            if (above !== cell) effect.changed++
            return above
          })
          return withColumn(done, name, values)
        }, table)
    }
    case 'split': {
      const split = splitter(step)
      if (!split) return bad()
      return (table) => {
        const column = columnOf(table, step.column)
        if (!column) return table
        for (const [cell, times] of countsIn(column.values)) if (split(cell).length > 1) effect.changed += times
        const at = table.columns.indexOf(column)
        const taken = new Set(table.columns.map(({ name }) => name))
        const made = Array.from({ length: step.into }, (_, part) => {
          const name = freeName(`${step.column} ${part + 1}`, taken)
          taken.add(name)
          return { name, values: makeCells(table.length, (row) => split(column.values.at(row) as string)[part] ?? '') }
        })
        const before = table.columns.slice(0, step.keep ? at + 1 : at)
        return { ...table, columns: [...before, ...made, ...table.columns.slice(at + 1)] }
      }
    }
    case 'join':
      return (table) => {
        const parts = step.columns.map((name) => columnOf(table, name)?.values ?? [])
        const values = makeCells(table.length, (at) =>
          parts
            .map((cells) => cells.at(at) as string)
            .filter((cell) => !isBlank(cell))
            .join(step.with),
        )
        effect.changed += table.length
        const gone = new Set(step.keep ? [] : step.columns)
        const first = table.columns.findIndex(({ name }) => name === step.columns[0])
        const kept = table.columns.filter(({ name }) => !gone.has(name))
        const place = step.keep ? first + step.columns.length : first
        const taken = new Set(kept.map(({ name }) => name))
        const columns = [...kept]
        columns.splice(Math.min(place, columns.length), 0, { name: freeName(step.name, taken), values })
        return { ...table, columns }
      }
    case 'rename':
      return (table) => {
        const taken = new Set(table.columns.map(({ name }) => name).filter((name) => name !== step.column))
        effect.changed = 1
        const to = freeName(step.to, taken)
        return {
          ...table,
          columns: table.columns.map((one) => (one.name === step.column ? { ...one, name: to } : one)),
        }
      }
    case 'remove': {
      const gone = new Set(step.columns)
      return (table) => {
        effect.changed = gone.size
        return { ...table, columns: table.columns.filter(({ name }) => !gone.has(name)) }
      }
    }
    case 'move':
      return (table) => {
        const column = columnOf(table, step.column)
        const columns = table.columns.filter((one) => one !== column)
        if (column) columns.splice(Math.min(step.to, columns.length), 0, column)
        effect.changed = 1
        return { ...table, columns }
      }
    case 'dedupe': {
      const seen = createDictionary()
      return (table) => {
        const columns = (
          step.columns.length > 0 ? step.columns.map((name) => columnOf(table, name)) : table.columns
        ).map((column) => column?.values ?? [])
        return keepRows(table, effect, (at) => {
          const { size } = seen
          seen.codeOf(rowKey(columns, at))
          return seen.size > size
        })
      }
    }
    case 'dropBlank':
      return (table) => {
        const columns = step.columns.length > 0 ? step.columns.map((name) => columnOf(table, name)) : table.columns
        return keepRows(table, effect, (at) => columns.some((column) => !isBlank(column?.values.at(at) ?? '')))
      }
    case 'filter': {
      if (step.test.is === 'matches' && !expression(step.test.pattern)) return bad()
      const passes = tester(step.test, step.reading ?? PLAIN)
      return (table) => {
        const values = columnOf(table, step.column)?.values ?? []
        const test = testCells(values, passes)
        return keepRows(table, effect, (at) => test(at) !== step.not)
      }
    }
    case 'formula': {
      let formula: Formula
      try {
        formula = formulaOf(step.formula)
      } catch (error) {
        effect.problem = problemOf(error)
        return (table) => table
      }
      return (table) => computed(table, step, formula, effect)
    }
    case 'sort':
      return (table) => sorted(table, step.by, effect)
  }
}

/** Does the steps one after the other. What cannot be done changes nothing and says so in its effect. */
export function applySteps(table: Table, steps: readonly Step[]): { table: Table; effects: Effect[] } {
  const effects: Effect[] = []
  let done = table
  for (const step of steps) {
    const prepared = prepare(step)
    done = prepared.apply(done)
    effects.push(prepared.effect)
  }
  return { table: done, effects }
}
