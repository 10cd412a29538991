import { AppError } from '@atrium/contract/errors'

export interface Page {
  lang: string
  /** Every title element; one is right. */
  titles: string[]
  /** By name or property, in lower case. */
  metas: ReadonlyMap<string, string>
  canonicals: string[]
  headings: { level: number; text: string }[]
  /** `alt` null where the attribute is missing; empty is right for decoration. */
  images: { src: string; alt: string | null }[]
  links: { href: string; text: string }[]
  /** JSON-LD as it stands there. */
  data: string[]
  /** What is read, without scripts and styles. */
  text: string
}

export const PAGE_MAX = 2_000_000 // characters
/** Of one element: an unclosed link is not read to the end of the page each time. */
const INNER_MAX = 2_000
const LINKS_MAX = 10_000
const DATA_MAX = 200_000

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
}
const decoded = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    const code = name.startsWith('#')
      ? Number(name[1]?.toLowerCase() === 'x' ? `0x${name.slice(2)}` : name.slice(1))
      : null
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return NAMED[name.toLowerCase()] ?? whole
  })
const plain = (html: string) =>
  decoded(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

interface Tag {
  name: string
  isEnd: boolean
  attributes: ReadonlyMap<string, string>
  start: number
  end: number
  /** Where a script or another raw element ends. */
  until: number | null
}

const RAW = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** The tags of a page in their order; what stands in comments, scripts and styles is none. */
function* tagsIn(html: string): Generator<Tag> {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start < 0) return
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const head = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(start, start + 60))
    if (!head) {
      at = start + 1
      continue
    }
    let end = start + head[0].length
    let quote = ''
    for (; end < html.length; end++) {
      const sign = html[end] as string
      if (quote) quote = sign === quote ? '' : quote
      else if (sign === '"' || sign === "'") quote = sign
      else if (sign === '>') break
    }
    const inside = html.slice(start + head[0].length, Math.min(end, start + 20_000))
    const attributes = new Map(
      [...inside.matchAll(/([a-z][a-z0-9:_-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi)].map(
        ([, name = '', a, b, c]) => [name.toLowerCase(), decoded(a ?? b ?? c ?? '').trim()],
      ),
    )
    const name = (head[2] as string).toLowerCase()
    at = end + 1
    let until: number | null = null
    if (RAW.has(name) && head[1] !== '/') {
      const close = new RegExp(`</${name}`, 'gi')
      close.lastIndex = at
      at = until = close.exec(html)?.index ?? html.length
    }
    yield { name, isEnd: head[1] === '/', attributes, start, end: end + 1, until }
  }
}

/**
 * What search engines and screen readers find in a page, by the tags that stand in it: no script is run. Throws
 * `bad_request` for what is no page.
 */
export function pageIn(html: string): Page {
  if (html.length > PAGE_MAX) throw new AppError('bad_request', 'The page is larger than 2 MB. Give its main part.')
  const tags = [...tagsIn(html)]
  if (!tags.some(({ name }) => ['html', 'head', 'body', 'title', 'h1', 'p', 'div', 'main', 'article'].includes(name)))
    throw new AppError(
      'bad_request',
      'There is no page in it. Give the HTML source of a page (“View source” in the browser).',
    )
  const page: Page = {
    lang: '',
    titles: [],
    metas: new Map(),
    canonicals: [],
    headings: [],
    images: [],
    links: [],
    data: [],
    text: '',
  }
  const metas = new Map<string, string>()
  const cuts: [number, number][] = []
  const closing = new Map<string, number[]>()
  for (const tag of tags)
    if (tag.isEnd) (closing.get(tag.name) ?? closing.set(tag.name, []).get(tag.name))?.push(tag.start)
  const next = new Map<string, number>()
  const inner = (tag: Tag) => {
    const ends = closing.get(tag.name) ?? []
    let at = next.get(tag.name) ?? 0
    while (at < ends.length && (ends[at] as number) < tag.end) at += 1
    next.set(tag.name, at)
    return html.slice(tag.end, Math.min(ends[at] ?? tag.end, tag.end + INNER_MAX))
  }
  for (const tag of tags) {
    if (tag.isEnd) continue
    const { name, attributes } = tag
    const has = (key: string) => attributes.get(key) ?? ''
    if (name === 'html') page.lang = has('lang')
    else if (name === 'title') page.titles.push(plain(inner(tag)))
    else if (name === 'meta') {
      const key = (has('name') || has('property')).toLowerCase()
      if (key && !metas.has(key)) metas.set(key, has('content'))
    } else if (name === 'link' && has('rel').toLowerCase() === 'canonical') page.canonicals.push(has('href'))
    else if (/^h[1-6]$/.test(name)) page.headings.push({ level: Number(name[1]), text: plain(inner(tag)) })
    else if (name === 'img') page.images.push({ src: has('src'), alt: attributes.get('alt') ?? null })
    else if (name === 'a' && attributes.has('href') && page.links.length < LINKS_MAX) {
      const within = inner(tag)
      const picture = /<img\b[^<>]*\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(within)
      page.links.push({
        href: has('href'),
        text: plain(within) || has('aria-label') || decoded(picture?.[1] ?? picture?.[2] ?? ''),
      })
    } else if (name === 'script' && has('type').toLowerCase() === 'application/ld+json')
      page.data.push(html.slice(tag.end, Math.min(tag.until ?? tag.end, tag.end + DATA_MAX)).trim())
    const until = tag.until ?? (name === 'head' ? (closing.get('head')?.[0] ?? null) : null)
    if (until !== null) cuts.push([tag.start, until])
  }
  page.metas = metas
  let seen = 0
  let rest = ''
  for (const [from, to] of cuts.sort((a, b) => a[0] - b[0]))
    if (from >= seen) {
      rest += `${html.slice(seen, from)} `
      seen = to
    }
  rest += html.slice(seen)
  page.text = decoded(
    rest
      .replace(/<!--[\s\S]*?-->/g, ' ')
      .replace(/<\/(?:p|h\d|li|div|section|td|blockquote)>|<br\s*\/?>/gi, '\n\n')
      .replace(/<[^<>]*>/g, ' '),
  )
    .replace(/[ \t]+/g, ' ')
    .trim()
  return page
}
