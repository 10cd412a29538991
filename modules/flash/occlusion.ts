import { z } from 'zod'
import { parseCloze } from './cloze.ts'

/*
 * Image occlusion as Anki has it since 23.10: the deletions of one field are shapes over a picture,
 * `{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.1:oi=1}}`, in shares of its width and height.
 */

/** In shares of the picture. */
const Outline = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rect'), left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
  z.object({ kind: z.literal('ellipse'), x: z.number(), y: z.number(), rx: z.number(), ry: z.number() }),
  z.object({ kind: z.literal('polygon'), points: z.array(z.tuple([z.number(), z.number()])) }),
])
export type Outline = z.infer<typeof Outline>

export const Mask = z.object({
  outline: Outline,
  /** degrees, clockwise */
  angle: z.number(),
  /** The one that is asked; hidden beside it; what was asked, and is seen now. */
  look: z.enum(['asked', 'hidden', 'seen']),
})
export type Mask = z.infer<typeof Mask>

const PREFIX = 'image-occlusion:'
/** Shapes of one picture */
const MOST = 500

export const isOcclusion = (text: string): boolean => text.trimStart().startsWith(PREFIX)

/** From 0 to 1; what stands out of the picture a little is cut by it. */
const share = (text: string | undefined) => {
  const value = Number(text || Number.NaN)
  return Number.isFinite(value) ? Math.min(2, Math.max(-1, value)) : 0
}

/** A shape as it is written: its kind, and its values by name, in their order. */
export interface ShapeText {
  kind: string
  parts: readonly (readonly [string, string])[]
  values: ReadonlyMap<string, string>
}

export function shapeText(text: string): Omit<ShapeText, 'parts'> {
  const [kind = '', ...parts] = text.trim().slice(PREFIX.length).split(':')
  const values = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))
  return { kind, values }
}

/** Null where it is none that covers anything. */
export function outlineIn({ kind, values: of }: Pick<ShapeText, 'kind' | 'values'>): Outline | null {
  const [left, top] = [share(of.get('left')), share(of.get('top'))]
  if (kind === 'rect') return { kind, left, top, width: share(of.get('width')), height: share(of.get('height')) }
  if (kind === 'ellipse') {
    const [rx, ry] = [share(of.get('rx')), share(of.get('ry'))]
    return { kind, x: left + rx, y: top + ry, rx, ry }
  }
  if (kind !== 'polygon') return null // a text that lies on the picture
  const points = (of.get('points') ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST)
    .map((point) => point.split(',').map((one) => share(one)))
    .map(([x = 0, y = 0]): [number, number] => [x, y])
  return points.length > 2 ? { kind, points } : null
}

/** The shapes that lie on the picture on this side of the card with this number. */
export function masksOf(field: string, number: number, side: 'question' | 'answer'): Mask[] {
  const shapes = parseCloze(field).flatMap((piece) => {
    const text =
      typeof piece === 'string' ? '' : piece.pieces.map((one) => (typeof one === 'string' ? one : '')).join('')
    if (typeof piece === 'string' || !isOcclusion(text)) return []
    const read = shapeText(text)
    const outline = outlineIn(read)
    const angle = Number(read.values.get('angle') ?? 0)
    const hidesAll = read.values.get('oi') === '1'
    const shape = { angle: Number.isFinite(angle) ? angle : 0, number: piece.number, hidesAll }
    return outline ? [{ ...shape, outline }] : []
  })
  return shapes.slice(0, MOST).flatMap(({ outline, angle, number: own, hidesAll }): Mask[] => {
    if (own === number) return [{ outline, angle, look: side === 'question' ? 'asked' : 'seen' }]
    return hidesAll ? [{ outline, angle, look: 'hidden' }] : []
  })
}
