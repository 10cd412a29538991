import { recent } from '@atrium/domain/recent'
import { clozeAnswers, clozeNumbers, renderCloze } from './cloze.ts'
import { type Mask, masksOf } from './occlusion.ts'
import { escapeHtml, hasContent, plainText } from './plain-text.ts'
import type { NoteType } from './records.ts'

type Node =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string; filters: string[] }
  | { kind: 'section'; name: string; inverted: boolean; nodes: Node[] }

/** Reads a template of Anki's: `{{Field}}`, `{{filter:Field}}`, `{{#Field}}…{{/Field}}`, `{{^Field}}…{{/Field}}`. */
function parseTemplate(template: string): Node[] {
  const root: Node[] = []
  const open: { name: string; nodes: Node[] }[] = []
  const into = () => open.at(-1)?.nodes ?? root
  let at = 0
  for (const tag of template.matchAll(/\{\{(?!c\d+::)([^{}]*)\}\}/g)) {
    if (tag.index > at) into().push({ kind: 'text', text: template.slice(at, tag.index) })
    at = tag.index + tag[0].length
    const inside = (tag[1] ?? '').trim()
    const rest = inside.slice(1).trim()
    if (inside.startsWith('#') || inside.startsWith('^')) {
      const section = { kind: 'section' as const, name: rest, inverted: inside.startsWith('^'), nodes: [] as Node[] }
      into().push(section)
      open.push(section)
    } else if (inside.startsWith('/')) {
      if (open.at(-1)?.name === rest) open.pop()
    } else if (!inside.startsWith('!')) {
      const names = inside.split(':')
      into().push({ kind: 'field', name: (names.pop() ?? '').trim(), filters: names.map((name) => name.trim()) })
    }
  }
  if (at < template.length) into().push({ kind: 'text', text: template.slice(at) })
  return root
}

/** UTF-16 units; a longer template is read anew for each card, so that few fill no memory */
const KEPT_LONGEST = 20_000
const keptNodesOf = recent(100, parseTemplate)
const nodesOf = (template: string): Node[] =>
  template.length > KEPT_LONGEST ? parseTemplate(template) : keptNodesOf(template)

interface Rendering {
  values: ReadonlyMap<string, string>
  side: 'question' | 'answer'
  /** The number of the card's deletion; 0 for types without. */
  cloze: number
}

/** Japanese with its reading, `漢字[かんじ]`, as ruby text, or one of the two alone. */
function ruby(text: string, keep: 'both' | 'reading' | 'base'): string {
  return text.replace(/ ?([^ >[\]]+?)\[([^[\]]+?)\]/g, (whole, base: string, reading: string) => {
    if (reading.startsWith('sound:')) return whole
    if (keep === 'both') return `<ruby>${base}<rt>${reading}</rt></ruby>`
    return keep === 'reading' ? reading : base
  })
}

function filtered(value: string, filter: string, name: string, { side, cloze }: Rendering): string {
  const [kind = ''] = filter.split(' ')
  if (kind === 'text') return escapeHtml(plainText(value))
  if (kind === 'cloze') return renderCloze(value, cloze, side)
  if (kind === 'cloze-only') return clozeAnswers(value, cloze)
  if (kind === 'furigana') return ruby(value, 'both')
  if (kind === 'kana') return ruby(value, 'reading')
  if (kind === 'kanji') return ruby(value, 'base')
  if (kind === 'type') return side === 'question' ? '' : value
  if (kind === 'tts') return ''
  if (kind === 'hint')
    return hasContent(value) ? `<details><summary>${escapeHtml(name)}</summary>${value}</details>` : ''
  return value // an add-on's filter: its field at least
}

function render(nodes: readonly Node[], rendering: Rendering): string {
  const { values, cloze } = rendering
  const isThere = (name: string) =>
    /^c\d+$/.test(name) ? Number(name.slice(1)) === cloze : hasContent(values.get(name) ?? '')
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'section') return isThere(node.name) !== node.inverted ? render(node.nodes, rendering) : ''
      const value = values.get(node.name) ?? ''
      return node.filters.reduceRight((text, filter) => filtered(text, filter, node.name, rendering), value)
    })
    .join('')
}

/** The fields (and what else) that a template names, in its order. */
export function fieldsNamedIn(template: string): string[] {
  const of = (nodes: readonly Node[]): string[] =>
    nodes.flatMap((node) =>
      node.kind === 'text' ? [] : node.kind === 'field' ? [node.name] : [node.name, ...of(node.nodes)],
    )
  return of(nodesOf(template))
}

/** Whether a field that stands in the template, and is reached, holds something. */
function asksSomething(nodes: readonly Node[], values: ReadonlyMap<string, string>): boolean {
  return nodes.some((node) => {
    if (node.kind === 'text') return false
    const holds = hasContent(values.get(node.name) ?? '')
    return node.kind === 'section' ? holds !== node.inverted && asksSomething(node.nodes, values) : holds
  })
}

const valuesOf = (type: NoteType, fields: readonly string[]) =>
  new Map(type.fields.map((name, at) => [name, fields[at] ?? '']))

/** The fields in which a cloze type looks for deletions. */
export const clozeFields = (templates: readonly { front: string }[]): string[] =>
  templates.flatMap(({ front }) =>
    [...front.matchAll(/\{\{(?:[^{}]*:)?cloze:(?:[^{}:]*:)*([^{}:]+)\}\}/g)].map(([, name]) => (name ?? '').trim()),
  )

/** Which cards a note has: the numbers (from 0) of its templates whose front shows something, or of its deletions. */
export function cardsOf(type: NoteType, fields: readonly string[]): number[] {
  const values = valuesOf(type, fields)
  if (type.kind === 'cloze') {
    const numbers = clozeFields(type.templates).flatMap((name) => clozeNumbers(values.get(name) ?? ''))
    return [...new Set(numbers)].sort((a, b) => a - b).map((number) => number - 1)
  }
  return type.templates.flatMap(({ front }, at) => (asksSomething(nodesOf(front), values) ? [at] : []))
}

export interface Sides {
  /** HTML, not yet safe to show. */
  question: string
  answer: string
  /** What the person is asked to type, as plain text; null when nothing. */
  typed: string | null
  /** What lies on the picture of a card of image occlusion, on each side; empty for others. */
  masks: { question: Mask[]; answer: Mask[] }
}

/** Both sides of a note's card. `ord` counts templates (or deletions) from 0. */
export function renderCard(
  type: NoteType,
  { fields, tags, deck, ord }: { fields: readonly string[]; tags: readonly string[]; deck: string; ord: number },
): Sides {
  const template = type.templates[type.kind === 'cloze' ? 0 : ord]
  if (!template) return { question: '', answer: '', typed: null, masks: { question: [], answer: [] } }
  const values = valuesOf(type, fields)
  values.set('Tags', escapeHtml(tags.join(' ')))
  values.set('Type', escapeHtml(type.name))
  values.set('Deck', escapeHtml(deck))
  values.set('Subdeck', escapeHtml(deck.split('::').at(-1) ?? deck))
  values.set('Card', escapeHtml(template.name))
  values.set('CardFlag', '')
  const cloze = type.kind === 'cloze' ? ord + 1 : 0
  const question = render(nodesOf(template.front), { values, side: 'question', cloze })
  values.set('FrontSide', question)
  const answer = render(nodesOf(template.back), { values, side: 'answer', cloze })
  const occluded = type.kind === 'cloze' ? clozeFields([template]).map((name) => values.get(name) ?? '') : []
  const masksOn = (side: 'question' | 'answer') =>
    occluded.flatMap((field) => (field.includes('image-occlusion:') ? masksOf(field, cloze, side) : []))
  const masks = { question: masksOn('question'), answer: masksOn('answer') }
  return { question, answer, typed: typedOf(template.front, values, cloze), masks }
}

function typedOf(front: string, values: ReadonlyMap<string, string>, cloze: number): string | null {
  const asked = /\{\{type:(cloze:)?(?:nc:)?([^{}:]+)\}\}/.exec(front)
  if (!asked) return null
  const value = values.get((asked[2] ?? '').trim()) ?? ''
  return plainText(asked[1] ? clozeAnswers(value, cloze) : value) || null
}
