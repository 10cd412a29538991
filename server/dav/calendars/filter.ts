import { DavRefusal } from '../refusal.ts'
import { child, type Element, elementsOf, textOf } from '../xml.ts'
import { CALDAV } from './properties.ts'

// The filter of a calendar-query (RFC 4791, section 9.7): which events are meant, by their time and by what stands in them.

type Test = (lines: readonly string[]) => boolean

export interface Filter {
  /** Nothing that these calendars have is meant: to-dos, journals. */
  isNone: boolean
  from: Date | null
  to: Date | null
  /** What the text of an object has to pass, unfolded, by lines. */
  tests: readonly Test[]
}

const refuse = (condition: string, sentence: string) =>
  new DavRefusal(403, sentence, { condition: `<C:${condition} xmlns:C="${CALDAV}"/>` })
const attribute = ({ attributes }: Element, name: string): string | undefined =>
  attributes.find(([, one]) => one === name)?.[2]
const has = (element: Element, name: string): boolean => child(element, name, CALDAV) !== undefined

function instant(element: Element, name: string): Date | null {
  const said = attribute(element, name)
  if (said === undefined) return null
  const [all, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(said) ?? []
  const [year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (all === undefined || Number.isNaN(at.getTime()))
    throw refuse('valid-filter', 'A time-range has its times like 20260105T090000Z.')
  return at
}

/** Filters of one question; programs ask with one or two. */
const MOST_FILTERS = 20

/** The value behind a property's name and parameters. */
const valueIn = (line: string): string => line.slice(/^(?:[^":]|"[^"]*")*:/.exec(line)?.[0].length ?? line.length)

/** Lines of the events themselves, without what lies in them: a property's are asked for by its name. */
function propertyLines(lines: readonly string[], name: string): string[] {
  const found: string[] = []
  let depth = 0
  for (const line of lines) {
    if (/^BEGIN:/i.test(line)) depth += 1
    else if (/^END:/i.test(line)) depth -= 1
    else if (depth === 2 && line.slice(0, name.length).toUpperCase() === name && /[;:]/.test(line[name.length] ?? ''))
      found.push(line)
  }
  return found
}

function propertyTest(filter: Element): Test {
  const name = (attribute(filter, 'name') ?? '').toUpperCase()
  if (!/^[A-Z0-9-]{1,100}$/.test(name)) throw refuse('valid-filter', 'A prop-filter names a property.')
  if (has(filter, 'param-filter') || has(filter, 'time-range'))
    throw refuse('supported-filter', 'Parameters and times of properties cannot be asked for here.')
  if (has(filter, 'is-not-defined')) return (lines) => propertyLines(lines, name).length === 0
  const match = child(filter, 'text-match', CALDAV)
  if (!match) return (lines) => propertyLines(lines, name).length > 0
  const collation = attribute(match, 'collation') ?? 'i;ascii-casemap'
  if (collation !== 'i;ascii-casemap' && collation !== 'i;octet' && collation !== 'i;unicode-casemap')
    throw refuse('supported-collation', 'Texts are compared by i;ascii-casemap or i;octet.')
  const folded = (text: string) => (collation === 'i;octet' ? text : text.toLowerCase())
  const words = folded(textOf(match))
  const isNegated = attribute(match, 'negate-condition') === 'yes'
  return (lines) => propertyLines(lines, name).some((line) => folded(valueIn(line)).includes(words)) !== isNegated
}

function componentTest(filter: Element): Test {
  const name = (attribute(filter, 'name') ?? '').toUpperCase()
  const isThere: Test = (lines) => lines.some((line) => line.trimEnd().toUpperCase() === `BEGIN:${name}`)
  return has(filter, 'is-not-defined') ? (lines) => !isThere(lines) : isThere
}

const all: Filter = { isNone: false, from: null, to: null, tests: [] }
const none: Filter = { ...all, isNone: true }

const filtersIn = (element: Element, name: string): Element[] =>
  elementsOf(element).filter((one) => one.namespace === CALDAV && one.name === name)

/** Throws a refusal with the precondition of RFC 4791 for what cannot be asked. */
export function filterIn(query: Element): Filter {
  const filter = child(query, 'filter', CALDAV)
  const calendar = filter && child(filter, 'comp-filter', CALDAV)
  if (!calendar || attribute(calendar, 'name')?.toUpperCase() !== 'VCALENDAR')
    throw refuse('valid-filter', 'A calendar-query has a filter for VCALENDAR.')
  if (has(calendar, 'is-not-defined')) return none
  const components = filtersIn(calendar, 'comp-filter')
  if (components.length === 0) return all
  const [event, another] = components
  if (!event || another || attribute(event, 'name')?.toUpperCase() !== 'VEVENT' || has(event, 'is-not-defined'))
    return none
  const range = child(event, 'time-range', CALDAV)
  const [from, to] = range ? [instant(range, 'start'), instant(range, 'end')] : [null, null]
  if (range && ((from === null && to === null) || (from !== null && to !== null && from >= to)))
    throw refuse('valid-filter', 'A time-range has a start, an end, or both in their order.')
  const [byProperty, byComponent] = [filtersIn(event, 'prop-filter'), filtersIn(event, 'comp-filter')]
  if (byProperty.length + byComponent.length > MOST_FILTERS)
    throw refuse('supported-filter', `A question has at most ${MOST_FILTERS} filters.`)
  const tests = [...byProperty.map(propertyTest), ...byComponent.map(componentTest)]
  return { isNone: false, from, to, tests }
}

export function passes({ tests }: Filter, text: string): boolean {
  if (tests.length === 0) return true
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return tests.every((test) => test(lines))
}
