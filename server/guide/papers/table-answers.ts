import { unknownColumn } from './asked.ts'
import { answerData, type DataAnswer, describe } from './data-questions.ts'
import { reworded } from './loose-questions.ts'
import { readTable, type Table } from './table.ts'

/** `unknownColumn` says so. */
const isUnknown = (markdown: string): boolean => markdown.startsWith('I could not tell which column you mean')

/** What is said of the data, as it was asked or in other words; in those only where every word was understood. */
export function answered(said: string, table: Table, locale: string): DataAnswer | null {
  const asked = answerData(said, table, locale)
  if (asked?.sure && !isUnknown(asked.markdown)) return asked
  const other = reworded(said, table)
  return (other?.isWhole ? answerData(other.question, table, locale) : null) ?? asked
}

const STATISTICS = /\b(?:statistics|stats|describe|overview|columns)\b/iu

/** The answer to what was surely asked of a table: what was understood of it, or which columns there are. Null for a text that is none. */
export async function answerTable(
  asked: string,
  text: string,
  locale: string,
  dayFirst: boolean,
): Promise<string | null> {
  const table = await readTable(text, dayFirst)
  if (!table) return null
  const sure = answered(asked, table, locale)
  if (sure?.sure) return sure.markdown
  if (STATISTICS.test(asked)) return describe(table, locale)
  const other = reworded(asked, table)
  const found = other && answerData(other.question, table, locale)
  // What is left over may have been a condition, so how it was read is said.
  if (other && found?.sure) return `${found.markdown}\n\nRead as “${other.question}”.`
  return sure?.markdown ?? unknownColumn(table)
}
