import { looseCellNumber, writeNumber } from '@atrium/domain/numbers/cell-number'
import { parseDate } from '../dates.ts'
import { isNothing, readBoolean } from '../kinds.ts'
import { expression } from '../measuring/facets.ts'
import type { Step } from './step-schema.ts'

type CellStep = Extract<Step, { kind: 'trim' | 'collapse' | 'case' | 'replace' | 'type' | 'merge' }>

const titled = (text: string) =>
  text
    .toLocaleLowerCase()
    .replace(/(^|[\s\-–/(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase())

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function replacer({ find, with: into, regex, ignoreCase, whole }: Extract<Step, { kind: 'replace' }>) {
  const source = regex ? find : literal(find)
  const pattern = expression(whole ? `^(?:${source})$` : source, ignoreCase ? 'giu' : 'gu')
  // `\n` and `\t` as people write them; `$1` only where there are groups.
  const given = into.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  if (!pattern) return null
  return regex ? (cell: string) => cell.replace(pattern, given) : (cell: string) => cell.replace(pattern, () => given)
}

function typed({ to, style, order, invalid }: Extract<Step, { kind: 'type' }>): (cell: string) => string {
  const read = (cell: string): string | null => {
    if (to === 'number' || to === 'integer') {
      const value = looseCellNumber(cell, style)
      return value === null ? null : writeNumber(to === 'integer' ? Math.round(value) : value)
    }
    if (to === 'boolean') {
      const value = /^[01]$/.test(cell.trim()) ? cell.trim() === '1' : readBoolean(cell)
      return value === null ? null : String(value)
    }
    const date = parseDate(cell, order)
    if (!date) return null
    if (to === 'date') return date.iso.slice(0, 10)
    return date.hasTime ? date.iso : `${date.iso}T00:00:00`
  }
  if (to === 'text') return (cell) => cell
  return (cell) =>
    isNothing(cell) ? (invalid === 'blank' ? '' : cell) : (read(cell) ?? (invalid === 'blank' ? '' : cell))
}

/** What a step makes of one cell, for those that look at one cell at a time; null for a pattern that is none. */
export function cellChange(step: CellStep): ((cell: string) => string) | null {
  switch (step.kind) {
    case 'trim':
      return (cell) => cell.trim()
    case 'collapse':
      return (cell) => cell.replace(/\s+/gu, ' ')
    case 'case':
      return step.to === 'upper'
        ? (cell) => cell.toLocaleUpperCase()
        : step.to === 'lower'
          ? (cell) => cell.toLocaleLowerCase()
          : titled
    case 'replace':
      return replacer(step)
    case 'type':
      return typed(step)
    case 'merge': {
      const becomes = new Map(step.pairs.map(({ from, to }) => [from, to]))
      return (cell) => becomes.get(cell) ?? cell
    }
  }
}

export const isCellStep = (step: Step): step is CellStep =>
  ['trim', 'collapse', 'case', 'replace', 'type', 'merge'].includes(step.kind)
