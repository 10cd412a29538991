import { CARD, type OrgLayout, type Placed, pathOf } from './org-layout.ts'

/** px around the drawing. */
const EDGE = 16
const PAD = 14

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for XML. Characters that XML 1.0 does not have at all (section 2.2) are left out. */
export const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replace(/[&<>"']/g, (one) => named[one] ?? one)

export interface SvgTexts {
  title: string
  direction: 'ltr' | 'rtl'
  /** The two lines of a card. */
  of: (placed: Placed) => { name: string; role: string }
  /** px that a text takes in `font` (CSS). */
  measure: (text: string, font: string) => number
}

const FAMILY = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif"
const NAME = { size: 14, weight: 600 }
const ROLE = { size: 12, weight: 400 }

/** The chart as a picture of its own: nothing outside it is needed to show it. */
export function svgOf(layout: OrgLayout, { title, direction, of, measure }: SvgTexts): string {
  const width = layout.width + 2 * EDGE
  const height = layout.height + 2 * EDGE
  const least = CARD.width - 2 * PAD
  const fits = (text: string, { size, weight }: typeof NAME) => measure(text, `${weight} ${size}px ${FAMILY}`) <= least
  const line = (text: string, look: typeof NAME, x: number, y: number, fill: string) => {
    const shown = cut(text, (one) => fits(one, look))
    return `<text x="${x}" y="${y}" font-size="${look.size}" font-weight="${look.weight}" fill="${fill}" text-anchor="middle">${escaped(shown)}</text>`
  }
  const cards = layout.placed.map((placed) => {
    const { x, y, node } = placed
    const { name, role } = of(placed)
    const middle = x + CARD.width / 2
    const fill = node.person ? '#eef4f2' : '#ffffff'
    const [first, second] = twoLines(name, (text) => fits(text, NAME))
    const top = y + (second ? 24 : 33)
    return [
      `<g><title>${escaped(`${name}\n${role}`)}</title>`,
      `<rect x="${x}" y="${y}" width="${CARD.width}" height="${CARD.height}" rx="8" fill="${fill}" stroke="#b9b5ae"/>`,
      line(first, NAME, middle, top, '#1c1b19'),
      ...(second ? [line(second, NAME, middle, top + 17, '#1c1b19')] : []),
      line(role, ROLE, middle, y + (second ? 59 : 52), '#5c5851'),
      '</g>',
    ].join('')
  })
  const links = layout.links.map((points) => pathOf(points)).join('')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" direction="${direction}" font-family="${escaped(FAMILY)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g transform="translate(${EDGE} ${EDGE})">`,
    `<path d="${links}" fill="none" stroke="#b9b5ae" stroke-width="1.5" stroke-linejoin="round"/>`,
    ...cards,
    '</g></svg>\n',
  ].join('')
}

/** Two lines of about the same length, or as many words as fit in the first and the rest. A text that fits, or has no second word, is one line. */
function twoLines(text: string, fits: (text: string) => boolean): [string, string?] {
  const words = text.split(/\s+/)
  if (fits(text) || words.length < 2) return [text]
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')] as const)
    .filter(([first], at) => at === 0 || fits(first))
  const even = splits
    .filter((lines) => lines.every(fits))
    .toSorted(([a, b], [c, d]) => Math.max(a.length, b.length) - Math.max(c.length, d.length))[0]
  const [first, rest] = even ?? splits.at(-1) ?? [text]
  return [first, rest]
}

/** As much of a text as fits, with an ellipsis where something is missing. */
function cut(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(`${letters.slice(0, middle).join('')}…`)) low = middle
    else high = middle - 1
  }
  return `${letters.slice(0, low).join('')}…`
}

let drawing: CanvasRenderingContext2D | null | undefined

/** How wide a text is here; a guess where there is no canvas. */
export function measureText(text: string, font: string): number {
  drawing ??= document.createElement('canvas').getContext('2d')
  if (!drawing) return text.length * 8
  drawing.font = font
  return drawing.measureText(text).width
}
