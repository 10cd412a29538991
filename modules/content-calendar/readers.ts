import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import type { Sentence } from '@atrium/contract/sentence'
import { unescapeText } from '@atrium/domain/icalendar/content-lines'
import { secondsOf } from '@atrium/domain/icalendar/moments'
import type { Channel } from './channels.ts'
import { readTable } from './csv.ts'
import { readCalendar, readMessages } from './ics-read.ts'
import { networks } from './networks.ts'
import { say } from './say.ts'

/** The events of an iCalendar file. Times without a zone are on these clocks. */
export const ics = (file: ReadableFile, { timeZone }: { timeZone: string }) => readMessages(file.lines(), timeZone)

/** What a calendar that is published says of itself: its name, and after how many minutes it wants to be asked again. */
interface Head {
  isCalendar: boolean
  name: string
  minutes: number | null
}

/** RFC 7986, and what was there before it. */
const NAME = /^(?:X-WR-CALNAME|NAME)(?:;[^:]*)?:(.+)$/i
const INTERVAL = /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)(?:;[^:]*)?:(.+)$/i

/** The events of a calendar that somebody publishes, after what it says of itself. What cannot be read is passed over. */
export async function* feed(file: ReadableFile, { timeZone }: { timeZone: string }) {
  const head: Head = { isCalendar: false, name: '', minutes: null }
  async function* heard(): AsyncGenerator<string> {
    for await (const line of file.lines()) {
      if (/^(?:\uFEFF)?BEGIN:VCALENDAR\s*$/i.test(line)) head.isCalendar = true
      const name = NAME.exec(line)?.[1]
      if (name) head.name ||= unescapeText(name.trim()).slice(0, 100)
      const seconds = secondsOf(INTERVAL.exec(line)?.[1]?.trim() ?? '')
      if (seconds !== null && seconds > 0) head.minutes ??= Math.round(seconds / 60)
      yield line
    }
  }
  const rows = readCalendar(heard(), timeZone)
  const first = await rows.next()
  yield { head }
  if (first.done) return
  yield first.value
  yield* rows
}

/** A component as it was sent, from its BEGIN to its END, and its line from 1. */
interface Block {
  name: string
  line: number
  text: string
}

/** What lies in a VCALENDAR, as it stands there. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: { name: string; line: number; depth: number } | null = null
  for (const [at, line] of lines.entries()) {
    const [, word = '', name = ''] = /^(BEGIN|END):([\w-]{1,60})\s*$/i.exec(line)?.map((one) => one.toUpperCase()) ?? []
    if (name === 'VCALENDAR' || word === '') continue
    if (!open) open = { name, line: at + 1, depth: 0 }
    open.depth += word === 'BEGIN' ? 1 : -1
    if (open.depth > 0) continue
    blocks.push({ name: open.name, line: open.line, text: lines.slice(open.line - 1, at + 1).join('\r\n') })
    open = null
  }
  return blocks
}

const refused = (sentence: Sentence) => new AppError('bad_request', sentence)

/**
 * An object that a program put by CalDAV: an event, or a series with its changed occurrences, each with what was sent of it. Refuses all
 * of it where something cannot be read.
 */
export async function* object(file: ReadableFile, { timeZone }: { timeZone: string }) {
  const lines = (await file.text()).split(/\r\n|\r|\n/)
  const blocks = blocksOf(lines)
  const other = blocks.find(({ name }) => name !== 'VEVENT' && name !== 'VTIMEZONE')
  if (other) throw refused(say('onlyEvents', { component: other.name }))
  const zones = blocks.filter(({ name }) => name === 'VTIMEZONE').map(({ text }) => text)
  const uids = new Set<string>()
  async function* each() {
    yield* lines
  }
  for await (const row of readCalendar(each(), timeZone)) {
    if ('refused' in row) throw refused(say('cannotBeKept', { title: row.text, why: row.refused }))
    uids.add(row.event.uid)
    if (uids.size > 1) throw refused(say('oneUid', { uids: [...uids].join(', ').slice(0, 200) }))
    const block = blocks.find(({ line }) => line === row.line)
    yield { event: row.event, raw: [...zones, ...(block ? [block.text] : [])].join('\r\n') }
  }
  if (uids.size === 0) throw refused(say('noEventSent'))
}

interface TableOptions {
  timeZone: string
  channels: readonly (Pick<Channel, 'name' | 'network'> & { id: string })[]
}

/** The rows of a table of events or posts. A channel is meant by its name, or by its network's. */
export async function* table(file: ReadableFile, { timeZone, channels }: TableOptions) {
  const channelId = (name: string) => {
    const lower = name.toLowerCase()
    const named = channels.find((channel) => channel.name.toLowerCase() === lower)
    const ofNetwork = ({ network }: Pick<Channel, 'network'>) =>
      network === lower || networks[network].name.toLowerCase() === lower
    return (named ?? channels.find(ofNetwork))?.id
  }
  const text = await file.text()
  if (text.trim() === '') throw new AppError('bad_request', say('fileEmpty'))
  yield* readTable(text, timeZone, channelId)
}
