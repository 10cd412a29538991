import { freeName } from '@atrium/domain/tables/columns'
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
}

interface Prepared {
  /** Takes the rows in their order, all at once or some at a time. */
  apply(table: Table): Table
  effect: Effect
}

const PLAIN: Reading = { type: 'number', style: 'point', order: 'dmy' }

function readingIn(values: readonly string[]): Reading {
  const kinds = noKinds()
  for (const cell of values) countKind(kinds, cell, 1)
  return readingOf(kinds)
}

/** Each different cell is changed once. */
function mapCells(values: readonly string[], change: (cell: string) => string, effect: Effect): string[] {
  const known = new Map<string, string>()
  return values.map((cell) => {
    let next = known.get(cell)
    if (next === undefined) {
      next = change(cell)
      if (known.size < 100_000) known.set(cell, next)
    }
    if (next !== cell) effect.changed++
    return next
  })
}

function keepRows(table: Table, effect: Effect, keeps: (at: number) => boolean): Table {
  const kept: number[] = []
  for (let at = 0; at < table.length; at++) if (keeps(at)) kept.push(at)
  effect.changed += table.length - kept.length
  return kept.length === table.length ? table : pick(table, kept)
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

function sorted(table: Table, by: readonly { column: string; direction: 'asc' | 'desc' }[], effect: Effect): Table {
  const collator = new Intl.Collator('en', { numeric: true })
  const keys = by.map(({ column, direction }) => {
    const values = columnOf(table, column)?.values ?? []
    const reading = readingIn(values)
    const isValued = isNumeric(reading.type) || isDated(reading.type)
    const valued = isValued ? values.map((cell) => amountOf(cell, reading)) : null
    const turn = direction === 'asc' ? 1 : -1
    return (a: number, b: number): number => {
      const [x, y] = valued ? [valued[a], valued[b]] : [values[a], values[b]]
      const noX = x === null || x === undefined || (typeof x === 'string' && isBlank(x))
      const noY = y === null || y === undefined || (typeof y === 'string' && isBlank(y))
      // Missing ones last, either way.
      if (noX || noY) return Number(noX) - Number(noY)
      return turn * (typeof x === 'number' ? x - (y as number) : collator.compare(x as string, y as string))
    }
  })
  const order = Array.from({ length: table.length }, (_, at) => at)
  order.sort((a, b) => {
    for (const compare of keys) {
      const result = compare(a, b)
      if (result !== 0) return result
    }
    return a - b
  })
  effect.changed += order.filter((from, at) => from !== at).length
  return pick(table, order)
}

/** The columns that a step needs. */
function needs(step: Step): string[] {
  if ('columns' in step) return step.columns
  if (step.kind === 'sort') return step.by.map(({ column }) => column)
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
    const namesIn = (table: Table) => (named.length > 0 ? named : table.columns.map(({ name }) => name))
    return (table) =>
      namesIn(table).reduce((done, name) => {
        const values = columnOf(done, name)?.values ?? []
        return withColumn(done, name, mapCells(values, change, effect))
      }, table)
  }
  switch (step.kind) {
    case 'fillDown': {
      const last = new Map<string, string>()
      return (table) =>
        step.columns.reduce((done, name) => {
          const values = (columnOf(done, name)?.values ?? []).map((cell) => {
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
        const parts = column.values.map((cell) => split(cell))
        effect.changed += parts.filter(({ length }) => length > 1).length
        const at = table.columns.indexOf(column)
        const taken = new Set(table.columns.map(({ name }) => name))
        const made = Array.from({ length: step.into }, (_, part) => {
          const name = freeName(`${step.column} ${part + 1}`, taken)
          taken.add(name)
          return { name, values: parts.map((row) => row[part] ?? '') }
        })
        const before = table.columns.slice(0, step.keep ? at + 1 : at)
        return { ...table, columns: [...before, ...made, ...table.columns.slice(at + 1)] }
      }
    }
    case 'join':
      return (table) => {
        const parts = step.columns.map((name) => columnOf(table, name)?.values ?? [])
        const values = Array.from({ length: table.length }, (_, at) =>
          parts
            .map((cells) => cells[at] as string)
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
      const seen = new Set<string>()
      return (table) => {
        const columns = step.columns.length > 0 ? step.columns.map((name) => columnOf(table, name)) : table.columns
        return keepRows(table, effect, (at) => {
          // Lengths first, so that `a|b` and `a`, `b` stay two things.
          const key = columns.map((column) => `${column?.values[at]?.length}:${column?.values[at]}`).join('')
          return seen.size !== seen.add(key).size
        })
      }
    }
    case 'dropBlank':
      return (table) => {
        const columns = step.columns.length > 0 ? step.columns.map((name) => columnOf(table, name)) : table.columns
        return keepRows(table, effect, (at) => columns.some((column) => !isBlank(column?.values[at] ?? '')))
      }
    case 'filter': {
      if (step.test.is === 'matches' && !expression(step.test.pattern)) return bad()
      const passes = tester(step.test, step.reading ?? PLAIN)
      return (table) => {
        const values = columnOf(table, step.column)?.values ?? []
        return keepRows(table, effect, (at) => passes(values[at] as string) !== step.not)
      }
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
