/*
 * Colours on text without elements: the CSS Custom Highlight API. A block of code stays one text node, whatever its
 * length, and found words are marked without touching what React drew. A browser without it shows plain text.
 */
const supported = typeof CSS !== 'undefined' && 'highlights' in CSS

/** highlight.js's scopes, gathered into the few colours of chat.css. */
const colours: Record<string, string> = {
  keyword: 'keyword',
  built_in: 'name',
  type: 'name',
  literal: 'value',
  number: 'value',
  string: 'string',
  regexp: 'string',
  symbol: 'value',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'title',
  section: 'title',
  name: 'keyword',
  tag: 'keyword',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  'selector-tag': 'keyword',
  'selector-class': 'title',
  'selector-id': 'title',
  variable: 'name',
  addition: 'string',
  deletion: 'deletion',
}

function highlightNamed(name: string): Highlight {
  let highlight = CSS.highlights.get(name)
  if (!highlight) {
    highlight = new Highlight()
    CSS.highlights.set(name, highlight)
  }
  return highlight
}

/** Colours spans of one text node; the result takes the colours off again. */
export function colourText(node: Text, spans: readonly { start: number; end: number; kind: string }[]): () => void {
  if (!supported) return () => undefined
  const made: [Highlight, Range][] = []
  for (const { start, end, kind } of spans) {
    const colour = colours[kind.split('_')[0] ?? ''] ?? colours[kind]
    if (!colour || end > node.length) continue
    const range = new Range()
    range.setStart(node, start)
    range.setEnd(node, end)
    const highlight = highlightNamed(`code-${colour}`)
    highlight.add(range)
    made.push([highlight, range])
  }
  return () => {
    for (const [highlight, range] of made) highlight.delete(range)
  }
}

/** Shows these ranges, and only these, as found words. `current` is the one the person is at. */
export function showFound(ranges: readonly Range[], current: Range | undefined): void {
  if (!supported) return
  const found = highlightNamed('found')
  const here = highlightNamed('found-here')
  found.clear()
  here.clear()
  for (const range of ranges) if (range !== current) found.add(range)
  if (current) here.add(current)
  here.priority = 1
}

/** Every place of the words in what is drawn inside an element, in any letter case. */
export function rangesOf(root: Element, words: string): Range[] {
  const wanted = words.toLocaleLowerCase()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, start: text.length })
    text += (node as Text).data
  }
  const lower = text.toLocaleLowerCase()
  // Letters whose lower case has another length would shift every place behind them.
  const given = lower.length === text.length ? lower : text
  const ranges: Range[] = []
  if (wanted === '') return ranges
  for (let at = given.indexOf(wanted); at >= 0; at = given.indexOf(wanted, at + wanted.length)) {
    const range = new Range()
    const first = nodes.findLast(({ start }) => start <= at)
    const last = nodes.findLast(({ start }) => start < at + wanted.length)
    if (!first || !last) continue
    range.setStart(first.node, at - first.start)
    range.setEnd(last.node, at + wanted.length - last.start)
    ranges.push(range)
  }
  return ranges
}
