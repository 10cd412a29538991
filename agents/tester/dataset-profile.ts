import { z } from 'zod'
import type { Rule } from './data-rules.ts'

// What the CSV Analyzer says of a dataset's columns, and what of the rules can be judged by that alone.

export const ColumnProfile = z.object({
  column: z.string(),
  type: z.string(),
  missing: z.number(),
  different: z.number(),
  smallest: z.string().nullable(),
  largest: z.string().nullable(),
})
export type ColumnProfile = z.infer<typeof ColumnProfile>
export const Profile = z.object({ dataset: z.string(), rows: z.number(), columns: z.array(ColumnProfile) })
export type Profile = z.infer<typeof Profile>

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '')

/** Passes or fails by what is known of the whole column; unknown where single values would have to be seen. */
export function judge(rule: Rule, { rows, columns }: Profile): { state: 'pass' | 'fail' | 'unknown'; note: string } {
  const column = columns.find((one) => plain(one.column) === plain(rule.column))
  if (!column) return { state: 'unknown', note: 'The dataset has no such column.' }
  const filled = rows - column.missing
  if (/^(required|not empty)$/i.test(rule.says))
    return { state: column.missing === 0 ? 'pass' : 'fail', note: `${column.missing} of ${rows} are missing.` }
  if (rule.isUnique)
    return { state: column.different === filled ? 'pass' : 'fail', note: `${column.different} different of ${filled}.` }
  if (/^(number|integer|whole number|date)/i.test(rule.says)) {
    const faults = [column.smallest, column.largest].flatMap((value) => {
      const what = value === null ? null : rule.check(value)
      return what ? [`${value} ${what}`] : []
    })
    return {
      state: faults.length > 0 ? 'fail' : 'pass',
      note: faults.join('; ') || `${column.smallest} to ${column.largest}.`,
    }
  }
  return { state: 'unknown', note: 'Single values are not seen: give the file.' }
}

/** Rules that the dataset keeps as it is: a beginning to be corrected, and then kept. */
export function rulesFrom({ rows, columns }: Profile): string {
  return columns
    .map(({ column, type, missing, different, smallest, largest }) => {
      const parts = [
        missing === 0 ? 'required' : '',
        different === rows - missing && rows > 1 && different > 1 && /id|code|number|e-?mail|key/i.test(column)
          ? 'unique'
          : '',
        /^(number|integer|whole|decimal)/i.test(type) && smallest !== null && largest !== null
          ? `number ${smallest}..${largest}`
          : '',
        /date|day|time/i.test(type) ? `date ${smallest?.slice(0, 10) ?? ''}..` : '',
      ].filter(Boolean)
      return parts.length > 0 ? `${column}: ${parts.join(', ')}` : ''
    })
    .filter(Boolean)
    .join('\n')
}
