import { COLUMNS_MOST, csvGrid, type Grid, markdownGrid } from '@atrium/domain/text/grids'
import type { GuideLanguage } from '../intent.ts'
import { gridOf, RESULT_MOST } from './data.ts'
import { onText } from './result.ts'
import { say } from './say.ts'

const sizeOf = ({ rows, isNamed }: Grid) => ({ rows: rows.length - (isNamed ? 1 : 0), columns: rows[0]?.length ?? 0 })

const markdownOf = (grid: Grid, language: GuideLanguage) =>
  markdownGrid(grid, (number) => say(language, 'table.column', { number }))

/** Rows that are shown as a table and not only as its text. */
const ROWS_SHOWN = 15

export const toTable = onText(['text.to-table', 'text.table'], (_text, language, _context, block) => {
  const grid = gridOf(block, language)
  if ('fault' in grid) return grid.fault
  const { rows, columns } = sizeOf(grid)
  if (columns > COLUMNS_MOST) return { said: say(language, 'table.tooLarge') }
  const text = markdownOf(grid, language)
  if (text.length > RESULT_MOST) return { said: say(language, 'table.tooLarge') }
  const said = say(language, 'table.done', { rows, columns })
  const isShown = rows <= ROWS_SHOWN && columns <= 8 && text.length < 2_000
  return { said: isShown ? [said, text] : said, text, info: 'markdown', ending: 'md', mime: 'text/markdown' }
})

export const toCsv = onText(['text.to-csv', 'text.table'], (_text, language, _context, block) => {
  const grid = gridOf(block, language)
  if ('fault' in grid) return grid.fault
  const text = csvGrid(grid)
  if (text.length > RESULT_MOST) return { said: say(language, 'table.tooLarge') }
  return {
    said: say(language, 'table.csv', sizeOf(grid)),
    text,
    info: 'csv',
    ending: 'csv',
    mime: 'text/csv',
  }
})
