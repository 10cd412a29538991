import { stem, words } from '../phrasing.ts'
import { columnNamed, groupingNamed, measurable } from './columns-named.ts'
import type { Column, Table } from './table.ts'

/** A question about a table in the words that `answerData` reads, and whether every word of it was understood. */
export interface Reworded {
  question: string
  isWhole: boolean
}

const MEASURES: readonly [RegExp, string][] = [
  [/\b(?:average|avg|mean|on average|typical(?:ly)?|usual(?:ly)?)\b/giu, 'average'],
  [/\bmedian\b/giu, 'median'],
  [/\b(?:how many (?:different|unique|distinct)|number of (?:different|unique))\b/giu, 'different'],
  [/\b(?:how many(?: times)?|how often|number of|count(?: of)?|times)\b/giu, 'count'],
  [
    /\b(?:in total|in all|all together|altogether|total(?:s|led|ling)?|sum(?:s|med)?(?: up)?|add(?:ed)?(?: it| them| these| this| those| everything| all)?(?: up)?|overall|combined|how much|grand total|tot up|tally)\b/giu,
    'total',
  ],
]
const MOST =
  /\b(?:most expensive|most often|most|more(?! than)|highest|biggest|largest|max(?:imum)?|best|greatest|dearest|priciest|longest|oldest|latest|newest|last(?! column)|tops?|peak|record)\b/giu
const LEAST =
  /\b(?:least expensive|least often|least|lowest|smallest|min(?:imum)?|worst|fewest|cheapest|shortest|youngest|earliest|first)\b/giu
const OFTEN = /\b(?:most often|most frequent(?:ly)?|most common|least often|most times|shows up most|appears most)\b/iu
const TOP = /\b(?:top|best|highest|biggest|largest|first) (?<n>\d{1,2}|three|five|ten|two|four)\b/iu
const LIMIT =
  /\b(?:(?<more>over|above|more than|greater than|at least|exceed(?:s|ing)?)|(?<less>under|below|less than|fewer than|at most|cheaper than)) [$€£]?(?<n>\d[\d.,]*)/iu
const PERIOD =
  /\b(?:in|for|during|of|on) (?<p>(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|q[1-4])(?: \d{4})?|(?:19|20)\d{2})\b/iu
const GROUP =
  /\b(?:by|per|for each|for every|in each|each|every|grouped by|across|broken down by|split by) (?<g>[\p{L}_]+(?: of the week)?)/iu
const SUBJECT = /\b(?:which|what|whose|who|when)(?: (?<s>[\p{L}_]+))?/iu
const SPEND =
  /\b(?:spen[dt]|spending|pa(?:y|id)|costs?|cost|money|expensive|cheap(?:est)?|earn(?:s|ed|ers?)?|gets?|sold|sell|made|revenue|sales|turnover)\b/iu

/** Words that say nothing of what is asked. */
const IDLE = new Set(
  'a an the of in on at to for from and or is are was were be been did do does have has had i we you they it its this that these those my our your their me us show tell give what whats which who how much many file csv table spreadsheet sheet data attached list column columns row rows entry entries record records line lines value values please pls can could would will up out get go went come came s with by per each single one ones there here if need want know find calculate compute work make break down breakdown split them all everything so far about as figure figures number numbers amount item items thing things any altogether overall document attachment most least just only quick spend spent pay paid cost money'.split(
    ' ',
  ),
)

const COUNTED: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', ten: '10' }
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
/** Different cells of a column that are looked for in the question. */
const CELLS_MOST = 2_000

interface Found {
  column: Column
  value: string
}

/** The cells that a question names: “how much went on food”. */
function valuesIn(sentence: string, table: Table): { found: Found[]; rest: string } {
  let rest = sentence
  const found: Found[] = []
  const cells = table.columns
    .filter(({ type }) => type === 'text' || type === 'yes/no')
    .flatMap((column) =>
      [...new Set(column.cells)].slice(0, CELLS_MOST).map((value): Found => ({ column, value: value.trim() })),
    )
    .filter(({ value }) => value.length > 1 && value.length <= 60 && !IDLE.has(value.toLowerCase()))
    .sort((a, b) => b.value.length - a.value.length)
  const lower = sentence.toLowerCase()
  for (const one of cells) {
    const value = one.value.toLowerCase()
    if (!lower.includes(value)) continue
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?:'s|s)?(?![\\p{L}\\p{N}])`, 'iu')
    if (!pattern.test(rest)) continue
    found.push(one)
    rest = rest.replace(pattern, ' ')
  }
  return { found, rest }
}

/** The columns that a question names by their words. */
function columnsIn(text: string, table: Table): Column[] {
  const said = new Set(words(text).map(stem))
  return table.columns.filter(({ name }) => {
    const own = words(name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')).map(stem)
    return own.length > 0 && own.every((word) => said.has(word))
  })
}

/**
 * Rewords a question about a table, in whatever order it was said: “how much went on food” is “total amount where category is food”. Null
 * where nothing of the table is named.
 */
export function reworded(sentence: string, table: Table): Reworded | null {
  const { found, rest } = valuesIn(sentence, table)
  let left = rest
  const taken = (pattern: RegExp): RegExpExecArray | null => {
    const match = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(left)
    if (match) left = left.replace(match[0], ' ')
    return match
  }
  const period = table.columns.filter(({ type }) => type === 'date').length === 1 ? taken(PERIOD)?.groups?.p : undefined
  const limit = taken(LIMIT)?.groups
  const isOften = OFTEN.test(left)
  const top = TOP.exec(left)?.groups?.n
  const group = groupOf(left, table)
  const named = columnsIn(left, table)
  const measure = MEASURES.find(([pattern]) => new RegExp(pattern.source, 'iu').test(left))?.[1]
  const isMost = new RegExp(MOST.source, 'iu').test(left)
  const isLeast = !isMost && new RegExp(LEAST.source, 'iu').test(left)
  const measured = measuredIn(left, named, table)
  const conditions = [
    ...byColumn(found).map(({ column, value }) => `${column.name} is ${value}`),
    ...(limit && measured ? [`${measured.name} ${limit.more ? '>' : '<'} ${limit.n?.replace(/[.,]$/u, '')}`] : []),
  ]
  const where = `${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}${period ? ` in ${period}` : ''}`
  const main = mainOf({
    left,
    table,
    group,
    named,
    measure,
    measured,
    isMost,
    isLeast,
    isOften,
    top,
    found,
    hasPeriod: period !== undefined,
  })
  if (!main) return null
  for (const [pattern] of MEASURES) left = left.replace(pattern, ' ')
  left = left.replace(MOST, ' ').replace(LEAST, ' ')
  const known = new Set(table.columns.flatMap(({ name }) => words(name.replaceAll('_', ' ')).map(stem)))
  const unknown = words(left).filter(
    (word) =>
      !IDLE.has(word.replace(/'.*$/u, '')) &&
      !known.has(stem(word)) &&
      !PERIODS.has(word) &&
      !SPEND.test(word) &&
      !/^\d+$/u.test(word),
  )
  return { question: `${main}${where}`, isWhole: unknown.length === 0 }
}

const PERIODS = new Set(
  'day days date week weeks month months quarter quarters year years weekday daily weekly monthly yearly quarterly'.split(
    ' ',
  ),
)

/** Of two cells of one column neither is a condition: “Tom or Ann” compares them. */
const byColumn = (found: readonly Found[]): Found[] =>
  found.filter(({ column }) => found.filter((other) => other.column === column).length === 1)

interface Parts {
  left: string
  table: Table
  group: string | null
  named: readonly Column[]
  measure: string | undefined
  measured: Column | null
  isMost: boolean
  isLeast: boolean
  isOften: boolean
  top: string | undefined
  found: readonly Found[]
  hasPeriod: boolean
}

function groupOf(text: string, table: Table): string | null {
  const said = GROUP.exec(text)?.groups?.g
  if (said && groupingNamed(said, table)) return said
  const period = /\b(?<p>daily|weekly|monthly|quarterly|yearly)\b/iu.exec(text)?.groups?.p
  return period && groupingNamed(period, table) ? period : null
}

/** What people are paid and things cost. */
const PAY = /\b(?:wages?|salar(?:y|ies)|pay|price|fee|cost|spend|expense)s?\b/iu

/** The column that is added up: the one that is named, the one of money, or the only one with numbers. */
function measuredIn(text: string, named: readonly Column[], table: Table): Column | null {
  const own = measurable(table)
  const [number] = named.filter((column) => own.includes(column))
  if (number) return number
  const money = SPEND.exec(text)?.[0]
  const byMoney = money ? columnNamed(/^(?:spen|pa|cost)/iu.test(money) ? 'cost' : 'sales', table) : null
  if (byMoney && own.includes(byMoney)) return byMoney
  const pay = own.filter(({ name }) => PAY.test(name))
  if (money && !byMoney && pay.length === 1 && !/^(?:sold|sell|sales|revenue|turnover|made)/iu.test(money))
    return pay[0] as Column
  // Costs are no revenue: with neither there, neither is meant.
  if (money && !/^(?:money|expensive|cheap)/iu.test(money) && !byMoney) return null
  if (/\blast column\b/iu.test(text) && own.includes(table.columns.at(-1) as Column))
    return table.columns.at(-1) as Column
  return own.length === 1 ? (own[0] as Column) : null
}

function mainOf(parts: Parts): string | null {
  const { left, table, group, named, measure, measured, isMost, isLeast, isOften, top, found } = parts
  const extreme = isLeast ? 'lowest' : 'highest'
  const subject = subjectIn(left, table)
  if (subject && isOften) return `which ${subject} has the ${isLeast ? 'fewest' : 'most'} rows`
  if (subject && (isMost || isLeast)) {
    if (measure === 'count') return `which ${subject} has the ${isLeast ? 'least' : 'most'} rows`
    return measured
      ? `which ${subject} has the ${extreme} ${isUnique(subject, table) ? '' : measure === 'average' ? 'average ' : 'total '}${measured.name}`
      : null
  }
  if (top && measured && !group) return `top ${COUNTED[top.toLowerCase()] ?? top} by ${measured.name}`
  const ends = measured ?? (named.length === 1 && named[0]?.type === 'date' ? named[0] : null)
  if ((isMost || isLeast) && !group && (measure === undefined || measure === 'total'))
    return ends ? `${isLeast ? 'lowest' : 'highest'} ${ends.name}` : null
  const apart = found.find(({ column }, at) => found.findIndex((other) => other.column === column) !== at)
  const by = group ?? apart?.column.name
  if (measure === 'different') return named[0] ? `how many different ${named[0].name}` : null
  if (measure === 'count')
    return by
      ? `how many rows by ${by}`
      : found.length > 0 || parts.hasPeriod || /\b(?:rows?|entries|records|lines|items)\b/iu.test(left)
        ? 'how many rows'
        : null
  const isAsked =
    measure !== undefined || by !== undefined || (found.length > 0 && measured !== null) || SPEND.test(left)
  return measured && isAsked ? `${measure ?? 'total'} ${measured.name}${by ? ` by ${by}` : ''}` : null
}

function subjectIn(text: string, table: Table): string | null {
  for (const match of text.matchAll(new RegExp(SUBJECT.source, 'giu'))) {
    const said = match.groups?.s
    if (said && PERIODS.has(said.toLowerCase()) && groupingNamed(said, table)) return said
    const column = said ? columnsIn(said, table)[0] : undefined
    if (column && column.type !== 'number') return column.name
    if (/^who/iu.test(match[0])) {
      const person = table.columns.find(
        ({ type, name }) => type === 'text' && /name|person|employee|customer|seller|player|student|who/iu.test(name),
      )
      if (person) return person.name
    }
  }
  return null
}

const isUnique = (name: string, table: Table): boolean => {
  const column = table.columns.find((one) => one.name === name)
  return column !== undefined && new Set(column.cells).size === column.cells.length
}
