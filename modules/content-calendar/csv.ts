import { createHash } from 'node:crypto'
import { AppError } from '@atrium/contract/errors'
import { inOurWords } from '@atrium/contract/own-words'
import { dayOf, isWholeDay, type LocalTime, minutesBetween } from '@atrium/domain/dates/local-time'
import { plainName } from '@atrium/domain/tables/columns'
import { delimiterOf } from '@atrium/domain/tables/layout'
import { isEmptyRecord, recordsOf } from '@atrium/domain/tables/records'
import { withoutGuard } from '@atrium/domain/tables/writing'
import { COLUMNS } from './csv-write.ts'
import { placed } from './editing.ts'
import { CalendarEvent } from './event.ts'
import { refuseRule } from './rules.ts'

type Column = (typeof COLUMNS)[number]
/** Other programs' names: Google Calendar, Outlook, Buffer and Hootsuite. */
const ALIASES: Readonly<Record<string, Column | 'day' | 'time' | 'endDay' | 'endTime' | 'allDay'>> = {
  subject: 'title',
  name: 'title',
  event: 'title',
  'start date': 'day',
  date: 'day',
  'posting date': 'day',
  'start time': 'time',
  time: 'time',
  'posting time': 'time',
  'end date': 'endDay',
  'end time': 'endTime',
  'all day event': 'allDay',
  'all day': 'allDay',
  description: 'notes',
  location: 'place',
  message: 'text',
  post: 'text',
  caption: 'text',
  content: 'text',
  channel: 'channels',
  network: 'channels',
  'time zone': 'zone',
  timezone: 'zone',
  categories: 'tags',
  labels: 'tags',
  url: 'link',
  rrule: 'repeat',
  type: 'kind',
}
type Fields = Partial<Record<Column | 'day' | 'time' | 'endDay' | 'endTime' | 'allDay', string>>

const two = (value: string | number) => String(value).padStart(2, '0')

/** A date as tables have it. Of 03/04/2026 the month comes first, as Google and Outlook export it, unless it cannot. */
function dayIn(text: string): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text)
  if (iso) return `${iso[1]}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text)
  if (dotted) return `${dotted[3]}-${two(dotted[2] ?? '')}-${two(dotted[1] ?? '')}`
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/.exec(text)
  if (!slashed) return null
  const [, first = '', second = '', year] = slashed
  return Number(first) > 12 ? `${year}-${two(second)}-${two(first)}` : `${year}-${two(first)}-${two(second)}`
}

function timeIn(text: string): string | null {
  const found = /(?:^|[T\s])(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?\s*([ap]\.?m\.?)?$/i.exec(text.trim())
  if (!found) return null
  const hour = found[3] ? (Number(found[1]) % 12) + (/^p/i.test(found[3]) ? 12 : 0) : Number(found[1])
  return hour < 24 ? `${two(hour)}:${found[2]}` : null
}

function momentIn(day: string | undefined, time: string | undefined): LocalTime | null {
  const date = dayIn(day?.trim() ?? '')
  if (!date) return null
  const clock = timeIn(time?.trim() || (day ?? ''))
  return clock ? `${date}T${clock}` : date
}

export type ReadRow =
  | { event: CalendarEvent; line: number; text: string }
  | { refused: string; line: number; text: string }

const list = (value: string | undefined) =>
  (value ?? '')
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter(Boolean)
const POSTING = ['draft', 'review', 'approved', 'scheduled', 'posted']

function eventOf(fields: Fields, own: string, channelId: (name: string) => string | undefined): CalendarEvent | string {
  const said = (value: string | undefined) => withoutGuard(value ?? '').trim()
  const text = said(fields.text)
  const isAllDay = /^(?:true|yes|1)$/i.test(fields.allDay ?? '')
  const begin = momentIn(fields.start ?? fields.day, fields.time)
  if (!begin) return 'It has no start: a date such as 2026-11-02 or 2026-11-02 09:00.'
  const start = isAllDay ? dayOf(begin) : begin
  const isPost = /post/i.test(fields.kind ?? '') || (text !== '' && !/event/i.test(fields.kind ?? ''))
  const until = momentIn(fields.end ?? fields.endDay ?? (fields.endTime ? dayOf(begin) : undefined), fields.endTime)
  const length = until
    ? minutesBetween(isWholeDay(start) ? dayOf(start) : start, isWholeDay(start) ? dayOf(until) : until)
    : null
  const names = list(fields.channels)
  const unknown = names.find((name) => !channelId(name))
  if (unknown) return `There is no channel called “${unknown}”. Add it first.`
  const title = said(fields.title) || text.slice(0, 80)
  const status = (fields.status ?? '').trim().toLowerCase()
  const allowed = isPost ? POSTING : ['confirmed', 'tentative', 'cancelled']
  // A post of a table is a draft until somebody has looked at it here.
  const data = {
    title,
    kind: isPost ? 'post' : 'event',
    start,
    minutes: isWholeDay(start) ? Math.max(0, length ?? 0) + 1440 : (length ?? (isPost ? 0 : 60)),
    zone: fields.zone?.trim() || own,
    status: allowed.includes(status) ? status : isPost ? 'draft' : 'confirmed',
    channels: names.flatMap((name) => channelId(name) ?? []),
    text,
    place: said(fields.place),
    notes: said(fields.notes),
    tags: list(fields.tags),
    link: said(fields.link),
    rrule: fields.repeat?.trim().replace(/^RRULE:/i, '') || null,
  }
  const key =
    fields.id?.trim() ||
    createHash('sha256')
      .update(JSON.stringify([title, start, text]))
      .digest('base64url')
  const [, uid = key, occurrence = null] = /^(.*) (\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)$/.exec(fields.id?.trim() ?? '') ?? []
  const source = createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
  const checked = CalendarEvent.safeParse({ ...data, uid, occurrence, source }, inOurWords)
  if (!checked.success) return checked.error.issues[0]?.message ?? 'It cannot be an event.'
  try {
    refuseRule(checked.data)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return placed(checked.data)
}

/** Characters that the delimiter is looked for in, and lines that may stand above the names. */
const HEAD = 64 * 1024
const PREAMBLE = 40
const BEGINS: ReadonlySet<string> = new Set(['start', 'day'])

const columnsOf = (head: readonly string[]): (keyof Fields | undefined)[] =>
  head.map((name) => {
    const plain = plainName(name)
    return (COLUMNS as readonly string[]).includes(plain) ? (plain as Column) : ALIASES[plain]
  })

/** Every row of a table, or why it is no event. Times are on `own` clocks unless the row names a zone. */
export function* readTable(
  file: string,
  own: string,
  channelId: (name: string) => string | undefined,
): Generator<ReadRow> {
  const delimiter = delimiterOf(file.slice(0, HEAD), file.length <= HEAD) ?? ','
  const { records, exceeded } = recordsOf(file, delimiter)
  const at = records
    .slice(0, PREAMBLE)
    .findIndex(({ cells }) => columnsOf(cells).some((name) => name && BEGINS.has(name)))
  const [head, ...rows] = records.slice(Math.max(0, at))
  if (at < 0 || !head) {
    yield {
      refused: 'The first line has to name the columns, with “start” or “date” among them.',
      line: 1,
      text: (head?.cells ?? []).join(', ').slice(0, 200),
    }
    return
  }
  const columns = columnsOf(head.cells)
  for (const { cells: row, line } of rows) {
    if (isEmptyRecord(row)) continue
    const fields: Fields = {}
    for (const [at, column] of columns.entries()) if (column && row[at]?.trim()) fields[column] ??= row[at]
    const text = row.join(', ').slice(0, 200)
    const event = eventOf(fields, own, channelId)
    yield typeof event === 'string' ? { refused: event, line, text } : { event, line, text }
  }
  if (exceeded)
    yield {
      refused: `It has more than ${exceeded.most.toLocaleString('en')} ${exceeded.exceeded}. Is the separator the right one?`,
      line: exceeded.line,
      text: '',
    }
}
