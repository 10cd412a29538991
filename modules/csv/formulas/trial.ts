import type { Reading } from '../kinds.ts'
import { columnOf, type Table } from '../table.ts'
import { columnMeant, formulaOf } from './formula.ts'
import { FormulaError, type Problem } from './values.ts'

export interface Fault {
  why: Problem
  word: string
}

export interface FormulaTrial {
  /** Why it is none; null when it is one. */
  fault: Fault | null
  /** The columns that it names. */
  columns: string[]
  /** How those are read: kept with the step. */
  readings: (Reading & { column: string })[]
  /** Some rows: the first ones, and the first of those that it fails for. */
  rows: { at: number; cells: string[]; result: string; fault: Fault | null }[]
  /** Of so many rows that were looked at it fails for so many. */
  looked: number
  failed: number
}

const FIRST = 8
const FAILED = 4
const LOOKED = 20_000

const faultOf = (error: unknown): Fault => {
  if (!(error instanceof FormulaError)) throw error
  return { why: error.why, word: error.word }
}

/** Tries a formula on the beginning of a table. Changes nothing. */
export function trialOf(table: Table, text: string, readingOf: (column: string) => Reading): FormulaTrial {
  const none = { columns: [], readings: [], rows: [], looked: 0, failed: 0 }
  try {
    const formula = formulaOf(text)
    const work = formula.over(table, readingOf)
    const names = table.columns.map(({ name }) => name)
    const columns = [...new Set(formula.columns.flatMap((said) => columnMeant(names, said) ?? []))]
    const cells = columns.map((name) => columnOf(table, name)?.values)
    const looked = Math.min(table.length, LOOKED)
    const rows: FormulaTrial['rows'] = []
    let failed = 0
    for (let at = 0; at < looked; at++) {
      let result = ''
      let fault: Fault | null = null
      try {
        result = work(at)
      } catch (error) {
        fault = faultOf(error)
        failed++
      }
      if (at < FIRST || (fault && failed <= FAILED))
        rows.push({ at, cells: cells.map((own) => own?.at(at) ?? ''), result, fault })
    }
    return {
      fault: null,
      columns,
      readings: columns.map((column) => ({ column, ...readingOf(column) })),
      rows,
      looked,
      failed,
    }
  } catch (error) {
    return { ...none, fault: faultOf(error) }
  }
}
