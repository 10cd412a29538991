import { numberIn } from '@atrium/domain/numbers/reading'
import { columnFor, neededColumn, type Table } from '../kit/table.ts'
import { type Fault, snippetFaults } from './snippets.ts'

/** A page of a crawl. Null: the crawl does not say. */
export interface Crawled {
  line: number
  address: string
  status: number
  title: string | null
  description: string | null
  h1: string | null
  secondH1: string
  robots: string
  canonical: string
  words: number | null
  /** Clicks from the start page. */
  depth: number | null
  inlinks: number | null
  /** Seconds. */
  response: number | null
  clicks: number
  isPage: boolean
}

export interface Issue extends Omit<Fault, 'note'> {
  pages: { address: string; line: number; note: string }[]
  /** Clicks of these pages where the crawl has them. */
  clicks: number
}

/** Rows of a crawl with an address and a status; those without are left out. Columns go by the names of the usual crawlers. */
export function crawledIn(table: Table): { pages: Crawled[]; skipped: number[]; missing: string[] } {
  const address = neededColumn(table, 'address of the pages', ['address', 'url', 'page url', 'page', 'loc'])
  const status = neededColumn(table, 'status code', ['status code', 'http status code', 'status', 'response code'])
  const missing: string[] = []
  const find = (what: string, ...names: string[]) => {
    const column = columnFor(table, names)
    if (!column) missing.push(what)
    return column
  }
  const columns = {
    title: find('titles', 'title 1', 'title', 'page title'),
    description: find('descriptions', 'meta description 1', 'meta description', 'description'),
    h1: find('main headings', 'h1-1', 'h1'),
    robots: find('robots directives', 'meta robots 1', 'meta robots', 'robots', 'indexability'),
    canonical: find('canonical addresses', 'canonical link element 1', 'canonical'),
    words: find('word counts', 'word count', 'words'),
    depth: find('depths', 'crawl depth', 'depth', 'level'),
    inlinks: find('internal links', 'unique inlinks', 'inlinks', 'internal links in'),
    response: find('response times', 'response time'),
  }
  const second = table.columns.find((column) => /^h1-2$/i.test(column))
  const [type, clicks] = [columnFor(table, ['content type', 'content']), columnFor(table, ['clicks', 'organic clicks'])]
  const skipped: number[] = []
  const known = new Set<string>()
  const pages = table.rows.flatMap(({ line, fields }): Crawled[] => {
    const say = (column: string | undefined) => (column ? (fields[column] ?? '') : '')
    const count = (column: string | undefined) => (column ? numberIn(fields[column] ?? '') : null)
    const code = numberIn(say(status))
    const at = say(address).slice(0, 2_000)
    if (at === '' || code === null || known.has(at)) {
      skipped.push(line)
      return []
    }
    known.add(at)
    return [
      {
        line,
        address: at,
        status: code,
        title: columns.title ? say(columns.title) : null,
        description: columns.description ? say(columns.description) : null,
        h1: columns.h1 ? say(columns.h1) : null,
        secondH1: say(second),
        robots: say(columns.robots).toLowerCase(),
        canonical: say(columns.canonical),
        words: count(columns.words),
        depth: count(columns.depth),
        inlinks: count(columns.inlinks),
        response: count(columns.response),
        clicks: count(clicks) ?? 0,
        isPage: !type || /html/i.test(say(type)),
      },
    ]
  })
  return { pages, skipped, missing }
}

const bare = (address: string) => address.replace(/#.*$/, '').replace(/\/$/, '')
const isBarred = ({ robots }: Crawled) => /noindex|non-indexable|\bnone\b/.test(robots)
/** Its canonical address is another page's. */
const pointsAway = ({ canonical, address }: Crawled) => canonical !== '' && bare(canonical) !== bare(address)

/** A page that may stand in results. */
export const isIndexable = (page: Crawled): boolean =>
  page.isPage && page.status === 200 && !isBarred(page) && !pointsAway(page)

/** Words under which a page is looked at: no rule of the search engines, most such pages are lists or left-overs. */
const THIN = 150
const SLOW = 1 // seconds
const DEEP = 4 // clicks

/** Everything found, the gravest first; within a grade by the clicks and then the number of the pages it concerns. */
export function issuesOf(pages: readonly Crawled[]): Issue[] {
  const issues = new Map<string, Issue>()
  const add = (page: Crawled, { grade, name, todo, note }: Fault) => {
    const issue = issues.get(name) ?? { grade, name, todo, pages: [], clicks: 0 }
    issue.pages.push({ address: page.address, line: page.line, note })
    issue.clicks += page.clicks
    issues.set(name, issue)
  }
  for (const page of pages) {
    const { status } = page
    if (status >= 500)
      add(page, {
        grade: 'error',
        name: 'Server error',
        todo: 'Find the cause in the server’s log; these pages drop out of the index.',
        note: `status ${status}`,
      })
    else if (status >= 400)
      add(page, {
        grade: page.inlinks === 0 ? 'notice' : 'error',
        name: page.inlinks === 0 ? 'Not found, not linked' : 'Not found, but linked',
        todo: 'Mend the links, or redirect (301) to the page that took its place.',
        note: `status ${status}${page.inlinks ? `, ${page.inlinks} links to it` : ''}`,
      })
    else if (status >= 300)
      add(page, {
        grade: 'notice',
        name: status === 302 || status === 307 ? 'Redirected for the time being' : 'Redirected',
        todo: 'Let internal links lead to the target; use 301 where it stays so.',
        note: `status ${status}`,
      })
    if (!page.isPage || status !== 200) continue
    if (isBarred(page) && (page.clicks > 0 || (page.inlinks ?? 0) >= 10))
      add(page, {
        grade: 'warning',
        name: 'Barred from the index though it is used',
        todo: 'Check whether noindex is meant.',
        note: `${page.clicks} clicks, ${page.inlinks ?? '?'} links to it`,
      })
    if (pointsAway(page))
      add(page, {
        grade: 'notice',
        name: 'Canonical address is another',
        todo: 'Right for variants; check that the target exists and says the same.',
        note: page.canonical,
      })
    if (!isIndexable(page)) continue
    if (page.title !== null || page.description !== null)
      for (const fault of snippetFaults(page.title ?? ' '.repeat(60), page.description ?? ' '.repeat(100)))
        add(page, fault)
    if (page.h1 === '')
      add(page, {
        grade: 'warning',
        name: 'Main heading missing',
        todo: 'Give the page one h1 that says what it is about.',
        note: '',
      })
    if (page.secondH1 !== '')
      add(page, {
        grade: 'notice',
        name: 'Several main headings',
        todo: 'Keep one h1; make the others h2.',
        note: page.secondH1.slice(0, 100),
      })
    if (page.words !== null && page.words < THIN)
      add(page, {
        grade: 'notice',
        name: 'Little text',
        todo: 'Say more, join it with another page, or bar it from the index.',
        note: `${page.words} words`,
      })
    if (page.depth !== null && page.depth > DEEP)
      add(page, {
        grade: 'notice',
        name: `More than ${DEEP} clicks away`,
        todo: 'Link it from a page nearer to the start.',
        note: `${page.depth} clicks`,
      })
    if (page.inlinks === 0)
      add(page, {
        grade: 'warning',
        name: 'No internal link leads to it',
        todo: 'Link it from where readers would look for it.',
        note: '',
      })
    if (page.response !== null && page.response > SLOW)
      add(page, {
        grade: 'warning',
        name: `Answers after more than ${SLOW} second`,
        todo: 'Look at caching and the database queries of these pages.',
        note: `${page.response} s`,
      })
  }
  const own = pages.filter(isIndexable)
  const twice = (what: (page: Crawled) => string | null, name: string, todo: string, grade: Fault['grade']) => {
    const by = new Map<string, Crawled[]>()
    for (const page of own) {
      const key = what(page)?.toLowerCase().trim()
      if (key) (by.get(key) ?? by.set(key, []).get(key))?.push(page)
    }
    for (const [, same] of by)
      if (same.length > 1)
        for (const page of same)
          add(page, { grade, name, todo, note: `“${what(page)?.slice(0, 80)}” on ${same.length} pages` })
  }
  twice(
    ({ title }) => title,
    'The same title on several pages',
    'Say what sets each page apart, or join them.',
    'warning',
  )
  twice(
    ({ description }) => description,
    'The same description on several pages',
    'Write one for each, or leave it to the search engine.',
    'notice',
  )
  const order = ['error', 'warning', 'notice']
  return [...issues.values()].sort(
    (a, b) => order.indexOf(a.grade) - order.indexOf(b.grade) || b.clicks - a.clicks || b.pages.length - a.pages.length,
  )
}
