import type { Grouping } from '../statistics.ts'
import { groupingNamed } from './columns-named.ts'
import type { Column, Table } from './table.ts'

/** The rows themselves: "top 3 rows", "how many orders". */
const rowNoun =
  /^(?:rows?|records?|entr(?:y|ies)|lines?|items?|ones?|results?|data points?|orders?|sales|transactions?|purchases?|payments?|bookings?|deals?|invoices?|expenses?|tickets?)$/iu
const personNoun =
  /^(?:people|persons?|employees?|workers?|staff|colleagues?|members?|customers?|clients?|buyers?|sellers?|vendors?|suppliers?|users?|players?|students?|pupils?|candidates?|applicants?|patients?|reps?|sales ?(?:reps?|people|persons?)|agents?|drivers?|managers?|authors?|participants?)$/iu
/** How columns that name somebody are called, and what is called a name and names something else. */
const personName =
  /\b(?:name|employee|worker|person|customer|client|buyer|seller|vendor|supplier|member|user|player|student|pupil|candidate|applicant|patient|rep|salesperson|agent|driver|manager|author|owner|contact|teacher|participant|company|organi[sz]ation)\b/iu
const otherName =
  /\b(?:product|item|file|city|country|region|department|team|project|brand|model|column|category|store|shop|course|event|host|domain|id|type|status|e-?mail|phone|address)\b/iu

export const isRowNoun = (noun: string): boolean => rowNoun.test(noun.trim())
export const isPersonNoun = (noun: string): boolean => personNoun.test(noun.trim())

const spaced = (name: string): string => name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')

/** The columns that say who a row is about: one, or first and last name; none where nothing tells. */
export function personColumns(table: Table): Column[] {
  const likely = table.columns.filter(
    ({ type, name }) => type === 'text' && personName.test(spaced(name)) && !otherName.test(spaced(name)),
  )
  const parts = likely.filter(({ name }) => /\b(?:first|given|last|family|sur) ?name\b/iu.test(spaced(name)))
  if (parts.length === 2) return parts
  const named = likely.filter(({ name }) => /\bname\b/iu.test(spaced(name)))
  const [best] = named.length > 0 ? named : likely
  return best ? [best] : []
}

/** What a noun means in a table: its rows, or groups of them; null for a word that is not of this table. */
export function groupsCalled(noun: string, table: Table): Grouping[] | 'rows' | null {
  const bare = noun.trim().replace(/^(?:the|each|every|all|single) /iu, '')
  const named = groupingNamed(bare, table)
  if (named && !isQuantity(named.column)) return [named]
  if (isPersonNoun(bare)) {
    const people = personColumns(table)
    return people.length > 0 ? people.map((column) => ({ column, period: null })) : 'rows'
  }
  return isRowNoun(bare) ? 'rows' : null
}

/** Numbers to be measured and not to group by: fractions and amounts of money. */
const isQuantity = ({ type, decimals, unit }: Column): boolean => type === 'number' && (decimals > 0 || unit !== '')

/** Numbers that describe each row and add up to nothing: ages, prices, ratings. */
export const isLevel = ({ name, unit }: Column): boolean =>
  unit === '%' ||
  /\b(?:age|salary|wage|price|rate|rating|score|grade|mark|gpa|temperature|temp|height|weight|percent(?:age)?|share|ratio|speed|latitude|longitude|year|bmi|level|iq|rank)\b/iu.test(
    spaced(name),
  )
