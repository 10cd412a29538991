import { parseCloze } from './cloze.ts'
import { isOcclusion, type Outline, outlineIn, type ShapeText, shapeText } from './occlusion.ts'
import type { NoteType } from './records.ts'

/** A shape as it is drawn and moved. Those of one card are a group. */
export interface Shape {
  /** Of this drawing alone. */
  id: number
  /** The number of its card, from 1; 0 covers nothing that is asked. */
  card: number
  outline: Outline
  /** degrees, clockwise, around the corner at its left and top */
  angle: number
  /** What else Anki keeps of it (its colour), as it stands there. */
  rest: readonly (readonly [string, string])[]
}

export interface Drawing {
  shapes: readonly Shape[]
  /** All are covered while one is asked; else that one alone. */
  hidesAll: boolean
  /** What is no shape that can be drawn here, such as a text on the picture: it stays as it was written. */
  others: readonly string[]
}

export const EMPTY: Drawing = { shapes: [], hidesAll: true, others: [] }

/** Names that the outline and the card say themselves. */
const OWN = new Set(['left', 'top', 'width', 'height', 'rx', 'ry', 'points', 'angle', 'oi'])

/** The places of Anki's fields of image occlusion, whatever they are called. */
export const OCCLUSION_FIELDS = { occlusion: 0, image: 1, header: 2, extra: 3 } as const

/** Whether notes of this type are a picture with shapes over it: Anki draws them in this box. */
export const isOcclusionType = ({
  kind,
  fields,
  templates,
}: Pick<NoteType, 'kind' | 'fields' | 'templates'>): boolean =>
  kind === 'cloze' &&
  fields.length > OCCLUSION_FIELDS.extra &&
  templates.some(({ front }) => front.includes('id="image-occlusion-container"'))

/** Reads the first field of a note of image occlusion. */
export function readDrawing(field: string): Drawing {
  const shapes: Shape[] = []
  const others: string[] = []
  let hidesAll: boolean | null = null
  for (const piece of parseCloze(field)) {
    if (typeof piece === 'string') continue
    const text = piece.pieces.map((one) => (typeof one === 'string' ? one : '')).join('')
    const read = isOcclusion(text) ? shapeText(text) : null
    const outline = read && outlineIn(read)
    if (!read || !outline) {
      others.push(`{{c${piece.number}::${text}}}`)
      continue
    }
    const angle = Number(read.values.get('angle') ?? 0)
    const rest = [...read.values].filter(([name]) => !OWN.has(name))
    shapes.push({
      id: shapes.length + 1,
      card: piece.number,
      outline,
      angle: Number.isFinite(angle) ? angle : 0,
      rest,
    })
    hidesAll = (hidesAll ?? false) || read.values.get('oi') === '1'
  }
  return { shapes, hidesAll: hidesAll ?? true, others }
}

/** As Anki writes a share: four places at most, no zero before the point. */
const share = (value: number): string => {
  const text = String(Number(value.toFixed(4)))
  return text.replace(/^(-?)0\./, '$1.')
}

function outlineText(outline: Outline): ShapeText['parts'] {
  if (outline.kind === 'rect')
    return [
      ['left', share(outline.left)],
      ['top', share(outline.top)],
      ['width', share(outline.width)],
      ['height', share(outline.height)],
    ]
  if (outline.kind === 'ellipse')
    return [
      ['left', share(outline.x - outline.rx)],
      ['top', share(outline.y - outline.ry)],
      ['rx', share(outline.rx)],
      ['ry', share(outline.ry)],
    ]
  const { left, top } = boxOf(outline)
  return [
    ['left', share(left)],
    ['top', share(top)],
    ['points', outline.points.map(([x, y]) => `${share(x)},${share(y)}`).join(' ')],
  ]
}

/** The first field of the note: what `readDrawing` reads and Anki's own editor opens. */
export function writeDrawing({ shapes, hidesAll, others }: Drawing): string {
  const written = shapes.map(({ card, outline, angle, rest }) => {
    const parts = [
      ...outlineText(outline),
      ...(angle === 0 ? [] : [['angle', share(angle)] as const]),
      ...rest,
      ...(hidesAll ? [['oi', '1'] as const] : []),
    ]
    return `{{c${card}::image-occlusion:${outline.kind}${parts.map(([name, value]) => `:${name}=${value}`).join('')}}}`
  })
  return [...written, ...others].map((one) => `${one}<br>`).join('')
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** What a shape lies in, not turned. */
export function boxOf(outline: Outline): Box {
  if (outline.kind === 'rect') return outline
  if (outline.kind === 'ellipse')
    return { left: outline.x - outline.rx, top: outline.y - outline.ry, width: 2 * outline.rx, height: 2 * outline.ry }
  const xs = outline.points.map(([x]) => x)
  const ys = outline.points.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** The smallest that a shape can be made. */
export const SMALLEST = 0.005
const within = (value: number, most: number) => Math.min(Math.max(0, most), Math.max(0, value))

/** The outline in this box, which stays on the picture. */
export function fitted(outline: Outline, wanted: Box): Outline {
  const width = Math.min(1, Math.max(SMALLEST, wanted.width))
  const height = Math.min(1, Math.max(SMALLEST, wanted.height))
  const left = within(wanted.left, 1 - width)
  const top = within(wanted.top, 1 - height)
  if (outline.kind === 'rect') return { kind: 'rect', left, top, width, height }
  if (outline.kind === 'ellipse')
    return { kind: 'ellipse', x: left + width / 2, y: top + height / 2, rx: width / 2, ry: height / 2 }
  const from = boxOf(outline)
  const along = (value: number, start: number, length: number, to: number, size: number) =>
    length === 0 ? to : to + ((value - start) / length) * size
  return {
    kind: 'polygon',
    points: outline.points.map(([x, y]) => [
      along(x, from.left, from.width, left, width),
      along(y, from.top, from.height, top, height),
    ]),
  }
}

export type Point = readonly [number, number]

/** Moved by these shares; together they stay on the picture as one. */
export function moved(drawing: Drawing, ids: ReadonlySet<number>, by: Point): Drawing {
  const boxes = drawing.shapes.filter(({ id }) => ids.has(id)).map(({ outline }) => boxOf(outline))
  if (boxes.length === 0) return drawing
  const least = (of: (box: Box) => number) => Math.min(...boxes.map(of))
  const bound = (value: number, back: number, on: number) =>
    Math.max(-Math.max(0, back), Math.min(Math.max(0, on), value))
  const x = bound(
    by[0],
    least((box) => box.left),
    least((box) => 1 - box.left - box.width),
  )
  const y = bound(
    by[1],
    least((box) => box.top),
    least((box) => 1 - box.top - box.height),
  )
  return withShapes(drawing, ids, (shape) => ({ ...shape, outline: shifted(shape.outline, x, y) }))
}

function shifted(outline: Outline, x: number, y: number): Outline {
  if (outline.kind === 'rect') return { ...outline, left: outline.left + x, top: outline.top + y }
  if (outline.kind === 'ellipse') return { ...outline, x: outline.x + x, y: outline.y + y }
  return { kind: 'polygon', points: outline.points.map(([px, py]) => [px + x, py + y]) }
}

const CORNERS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** Where a shape is taken to be resized: the corners of its box, a polygon's points. */
export function handlesOf(outline: Outline): Point[] {
  if (outline.kind === 'polygon') return outline.points.map(([x, y]) => [x, y])
  const { left, top, width, height } = boxOf(outline)
  return CORNERS.map(([x, y]) => [left + x * width, top + y * height])
}

/** The outline with this handle at this place; the corner across stays where it is. */
export function pulled(outline: Outline, handle: number, [x, y]: Point): Outline {
  const [px, py] = [within(x, 1), within(y, 1)]
  if (outline.kind === 'polygon')
    return { kind: 'polygon', points: outline.points.map((point, at) => (at === handle ? [px, py] : point)) }
  const [fx, fy] = handlesOf(outline)[(handle + 2) % 4] as Point
  return fitted(outline, {
    left: Math.min(fx, px),
    top: Math.min(fy, py),
    width: Math.abs(fx - px),
    height: Math.abs(fy - py),
  })
}

const withShapes = (drawing: Drawing, ids: ReadonlySet<number>, change: (shape: Shape) => Shape): Drawing => ({
  ...drawing,
  shapes: drawing.shapes.map((shape) => (ids.has(shape.id) ? change(shape) : shape)),
})

export const reshaped = (drawing: Drawing, id: number, outline: Outline): Drawing =>
  withShapes(drawing, new Set([id]), (shape) => ({ ...shape, outline }))

export const removed = (drawing: Drawing, ids: ReadonlySet<number>): Drawing => ({
  ...drawing,
  shapes: drawing.shapes.filter(({ id }) => !ids.has(id)),
})

/**
 * One more shape, a card of its own. `taken` is the highest number that any card of the note has had since it was opened: a number
 * that was freed is not given to another part, which would inherit what was remembered of the first.
 */
export function added(drawing: Drawing, outline: Outline, taken: number): { drawing: Drawing; id: number } {
  const id = Math.max(0, ...drawing.shapes.map((shape) => shape.id)) + 1
  const shape: Shape = { id, card: highest(drawing, taken) + 1, outline, angle: 0, rest: [] }
  return { drawing: { ...drawing, shapes: [...drawing.shapes, shape] }, id }
}

export const highest = ({ shapes }: Drawing, taken = 0): number => Math.max(taken, ...shapes.map(({ card }) => card))

/** They are asked together, by the card that the first of them had. */
export function grouped(drawing: Drawing, ids: ReadonlySet<number>): Drawing {
  const cards = drawing.shapes.filter(({ id, card }) => ids.has(id) && card > 0).map(({ card }) => card)
  return withShapes(drawing, ids, (shape) => ({ ...shape, card: Math.min(...cards) }))
}

/** Each becomes a card of its own; the first of a group keeps the group's. */
export function ungrouped(drawing: Drawing, ids: ReadonlySet<number>, taken: number): Drawing {
  let last = highest(drawing, taken)
  const kept = new Set<number>()
  const isChosen = ({ id }: Shape) => ids.has(id)
  for (const shape of drawing.shapes) if (!isChosen(shape)) kept.add(shape.card)
  return {
    ...drawing,
    shapes: drawing.shapes.map((shape) => {
      if (!isChosen(shape)) return shape
      if (!kept.has(shape.card)) {
        kept.add(shape.card)
        return shape
      }
      last += 1
      return { ...shape, card: last }
    }),
  }
}

/** All shapes of the cards that these belong to: what is chosen with one of a group. */
export function groupsOf({ shapes }: Drawing, ids: ReadonlySet<number>): ReadonlySet<number> {
  const cards = new Set(shapes.filter(({ id }) => ids.has(id)).map(({ card }) => card))
  return new Set(shapes.filter(({ card }) => cards.has(card)).map(({ id }) => id))
}
