import { readabilityOf, wordsOf } from '../kit/readability.ts'
import type { Page } from './html-page.ts'
import { snippetFaults } from './snippets.ts'

export interface Check {
  text: string
  state: 'pass' | 'fail' | 'unknown'
  note: string
  /** What to do when it fails. */
  todo: string
}

const VAGUE =
  /^(?:click here|here|read more|more|learn more|link|this|this page|details|continue|go|mehr|hier|weiterlesen|en savoir plus|leer más)[.…»>\s]*$/i

/** Types of a JSON-LD text, or why it cannot be read. */
export function typesIn(text: string): { types: string[]; fault: string | null } {
  try {
    const types: string[] = []
    const walk = (value: unknown, depth: number): void => {
      if (depth > 6 || typeof value !== 'object' || value === null) return
      if (Array.isArray(value)) {
        for (const one of value.slice(0, 200)) walk(one, depth + 1)
        return
      }
      const type = (value as Record<string, unknown>)['@type']
      for (const one of Array.isArray(type) ? type : [type]) if (typeof one === 'string') types.push(one.slice(0, 80))
      walk((value as Record<string, unknown>)['@graph'], depth + 1)
    }
    walk(JSON.parse(text), 0)
    return { types, fault: types.length === 0 ? 'it names no @type' : null }
  } catch (error) {
    return { types: [], fault: error instanceof SyntaxError ? 'it is no valid JSON' : 'it cannot be read' }
  }
}

const some = (items: readonly string[], most = 5) =>
  items
    .slice(0, most)
    .map((item) => `“${item.slice(0, 80)}”`)
    .join(', ') + (items.length > most ? ` and ${items.length - most} more` : '')

/**
 * What can be told from a page's source: results' snippets, WCAG 2.2 where it is for searching too (1.1.1, 1.3.1, 2.4.2,
 * 2.4.4, 3.1.1), canonical address, robots, JSON-LD, and how the text reads. `term`: what it shall be found by.
 */
export function checksOf(page: Page, term: string): Check[] {
  const checks: Check[] = []
  const add = (text: string, isRight: boolean | null, note: string, todo: string) =>
    checks.push({
      text,
      state: isRight === null ? 'unknown' : isRight ? 'pass' : 'fail',
      note,
      todo: isRight === false ? todo : '',
    })
  const title = page.titles[0] ?? ''
  const description = page.metas.get('description') ?? ''
  const h1 = page.headings.filter(({ level }) => level === 1)
  const faults = snippetFaults(title, description)
  const about = (word: string) => faults.find(({ name }) => name.startsWith(word))
  for (const [word, shown] of [
    ['Title', title],
    ['Description', description],
  ] as const) {
    const fault = about(word)
    add(
      `${word} fits the results page`,
      !fault,
      fault ? `${fault.name}. ${fault.note}` : `“${shown.slice(0, 200)}”`,
      fault?.todo ?? '',
    )
  }
  if (page.titles.length > 1) add('One title only', false, `${page.titles.length} title elements`, 'Keep the first.')
  add(
    'One main heading (h1)',
    h1.length === 1,
    `${h1.length}: ${some(h1.map(({ text }) => text))}`,
    'Keep one h1 that says what the page is about.',
  )
  const skips = page.headings.filter(({ level }, at) => at > 0 && level > (page.headings[at - 1]?.level ?? 0) + 1)
  add(
    'Headings go down one level at a time (WCAG 1.3.1)',
    skips.length === 0,
    skips.length === 0 ? `${page.headings.length} headings` : `After a jump: ${some(skips.map(({ text }) => text))}`,
    'Use the next lower level.',
  )
  const without = page.images.filter(({ alt }) => alt === null)
  add(
    'Every image has an alt text, or an empty one for decoration (WCAG 1.1.1)',
    without.length === 0,
    `${page.images.length - without.length} of ${page.images.length}${without.length > 0 ? `; without: ${some(without.map(({ src }) => src))}` : ''}`,
    'Say what the image shows; alt="" for decoration.',
  )
  const vague = page.links.filter(({ text }) => text === '' || VAGUE.test(text))
  add(
    'Links say where they lead (WCAG 2.4.4)',
    vague.length === 0,
    `${page.links.length - vague.length} of ${page.links.length}${vague.length > 0 ? `; vague: ${some(vague.map(({ text, href }) => text || href))}` : ''}`,
    'Name the target in the link.',
  )
  add(
    'The language is named (WCAG 3.1.1)',
    page.lang !== '',
    page.lang || 'no lang attribute',
    'Write <html lang="en">.',
  )
  const robots = page.metas.get('robots') ?? ''
  add(
    'It may be indexed',
    !/noindex|none/i.test(robots),
    robots || 'no robots directive',
    'Take noindex away if it shall be found.',
  )
  const canonical = page.canonicals[0] ?? ''
  const isWhole = /^https?:\/\/[^\s]+$/i.test(canonical)
  add(
    'One canonical address, whole',
    page.canonicals.length === 1 && isWhole,
    page.canonicals.length === 0 ? 'none' : some(page.canonicals),
    'Name one, with https:// and the host.',
  )
  add(
    'A viewport for phones',
    page.metas.has('viewport'),
    page.metas.get('viewport') ?? 'none',
    'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  )
  const shared = ['og:title', 'og:description', 'og:image'].filter((name) => !page.metas.get(name))
  add(
    'A preview for sharing (Open Graph)',
    shared.length === 0,
    shared.length === 0 ? 'title, description, image' : `missing: ${shared.join(', ')}`,
    'Add what is missing.',
  )
  const data = page.data.map(typesIn)
  const broken = data.filter(({ fault }) => fault !== null)
  add(
    'Structured data can be read (JSON-LD)',
    data.length === 0 ? null : broken.length === 0,
    data.length === 0
      ? 'There is none.'
      : broken.length > 0
        ? `${broken.length} of ${data.length}: ${broken[0]?.fault}`
        : `Types: ${some(data.flatMap(({ types }) => types))}`,
    'Mend its syntax.',
  )
  const readability = readabilityOf(page.text)
  if (/^en\b/i.test(page.lang) || page.lang === '')
    add(
      'The text is plain to read (Flesch 50 and more)',
      readability ? readability.ease >= 50 : null,
      readability
        ? `Flesch ${Math.round(readability.ease)}, grade ${Math.round(readability.grade)}, ${readability.wordsPerSentence.toFixed(1)} words a sentence`
        : 'Too little text to tell.',
      'Shorten sentences, choose shorter words.',
    )
  if (term) {
    const wanted = term.toLowerCase()
    const first = wordsOf(page.text).slice(0, 100).join(' ').toLowerCase()
    const places = {
      title,
      'main heading': h1.map(({ text }) => text).join(' '),
      description,
      'first 100 words': first,
    }
    for (const [place, said] of Object.entries(places)) {
      const words = wordsOf(wanted)
      const has = wordsOf(said.toLowerCase())
      add(
        `“${term}” stands in the ${place}`,
        words.every((word) => has.some((one) => one.startsWith(word.replace(/s$/, '')))),
        said.slice(0, 160) || 'empty',
        'Use the term, or the words people use for it, where it reads naturally.',
      )
    }
  }
  return checks
}
