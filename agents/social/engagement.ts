import { weekdayName } from '@atrium/domain/dates/names'
import { numberIn } from '@atrium/domain/numbers/reading'
import { median } from '@atrium/domain/statistics/summary'
import { dayIn } from '../kit/day-reader.ts'
import { networkIn, rulesOf } from '../kit/post-fit.ts'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'

/** A published post with its figures. */
export interface Result {
  line: number
  network: string
  format: string
  text: string
  day: string
  /** 0–23, null when the file has days only. */
  hour: number | null
  impressions: number
  engagements: number
  /** Engagements by impressions, 0–1 and above where people engage several times. */
  rate: number
  /** The rate by the median of its network: 1 is usual there. So posts of several networks compare. */
  index: number
}

const PARTS = [
  'likes',
  'reactions',
  'comments',
  'replies',
  'shares',
  'reposts',
  'retweets',
  'saves',
  'clicks',
  'link clicks',
]

/**
 * Posts of an analytics export. Engagements are the file's own total, or the sum of likes, comments, shares, saves and clicks.
 * Engagement rate by impressions, as the networks' own analytics define it; a median by network, since one post that took off
 * moves a mean. `skipped`: lines without a readable date, or without impressions.
 */
export function resultsIn(table: Table): {
  results: Result[]
  skipped: { line: number; why: string }[]
  parts: string[]
} {
  const when = neededColumn(table, 'date of the posts', ['date', 'published', 'posted', 'created', 'post date', 'time'])
  const shown = neededColumn(table, 'impressions', ['impressions', 'views', 'reach'])
  const total = columnFor(table, ['engagements', 'total engagements', 'interactions'])
  const parts = total
    ? [total]
    : [
        ...new Set(
          PARTS.map((name) => table.columns.find((column) => column.toLowerCase() === name)).filter(
            (one) => one !== undefined,
          ),
        ),
      ]
  if (parts.length === 0) neededColumn(table, 'engagements (or likes, comments, shares)', ['engagements'])
  const network = columnFor(table, ['network', 'platform', 'channel', 'profile'])
  const format = columnFor(table, ['format', 'type', 'media type', 'post type'])
  const text = columnFor(table, ['text', 'caption', 'message', 'post', 'content', 'title'])
  const hourIn = columnFor(table, ['hour', 'time'])
  const skipped: { line: number; why: string }[] = []
  const known = new Set<string>()
  const read = table.rows.flatMap(({ line, fields }): Result[] => {
    const said = fields[when] ?? ''
    const day = dayIn(said)
    const impressions = numberIn(fields[shown] ?? '')
    if (!day || !impressions || impressions <= 0) {
      skipped.push({ line, why: day ? 'no impressions' : `no date that can be read (“${said.slice(0, 40)}”)` })
      return []
    }
    const key = JSON.stringify(fields)
    if (known.has(key)) {
      skipped.push({ line, why: 'the same row as above' })
      return []
    }
    known.add(key)
    const engagements = parts.reduce((sum, name) => sum + Math.max(0, numberIn(fields[name] ?? '') ?? 0), 0)
    const clock = /(\d\d?):\d\d/.exec(hourIn && hourIn !== when ? `${said} ${fields[hourIn] ?? ''}` : said)
    const named = network ? (fields[network] ?? '') : ''
    const kind = networkIn(named)
    return [
      {
        line,
        network: kind ? rulesOf(kind).name : named.slice(0, 60) || 'All',
        format: (format && fields[format]?.toLowerCase()) || '',
        text: (text && fields[text]) || '',
        day,
        hour: clock && Number(clock[1]) < 24 ? Number(clock[1]) : null,
        impressions,
        engagements,
        rate: engagements / impressions,
        index: 1,
      },
    ]
  })
  const usual = new Map(
    [...new Set(read.map((one) => one.network))].map((name) => [
      name,
      median(read.filter((one) => one.network === name).map(({ rate }) => rate)),
    ]),
  )
  const results = read.map((one) => ({ ...one, index: one.rate / (usual.get(one.network) || Number.NaN) || 0 }))
  return { results, skipped, parts }
}

export interface Group {
  by: string
  name: string
  posts: number
  /** Median of the posts' indexes. */
  index: number
}

const daypart = (hour: number) =>
  `${String(hour - (hour % 3)).padStart(2, '0')}:00–${String(hour - (hour % 3) + 3).padStart(2, '0')}:00`

/** What a post may differ in, and what it is called. Null: not known of this post. */
export const traits: Readonly<Record<string, (post: Result) => string | null>> = {
  Weekday: ({ day }) => weekdayName(day),
  'Time of day': ({ hour }) => (hour === null ? null : daypart(hour)),
  Format: ({ format }) => format || null,
  Length: ({ text }) =>
    text === ''
      ? null
      : text.length < 100
        ? 'under 100 characters'
        : text.length < 300
          ? '100–299 characters'
          : '300 characters and more',
  Question: ({ text }) => (text === '' ? null : text.includes('?') ? 'asks a question' : 'asks none'),
  Link: ({ text }) => (text === '' ? null : /https?:\/\//i.test(text) ? 'has a link' : 'has no link'),
}

/** Median index by trait, the best first. */
export const groupsOf = (results: readonly Result[]): Group[] =>
  Object.entries(traits).flatMap(([by, trait]) => {
    const names = [...new Set(results.map(trait).filter((name) => name !== null))]
    if (names.length < 2) return [] // nothing to compare
    return names
      .map((name) => {
        const of = results.filter((one) => trait(one) === name)
        return { by, name, posts: of.length, index: median(of.map(({ index }) => index)) }
      })
      .sort((a, b) => b.index - a.index)
  })
