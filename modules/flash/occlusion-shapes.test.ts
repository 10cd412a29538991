import { describe, expect, test } from 'vitest'
import { BUILT_IN } from './note-types.ts'
import { masksOf } from './occlusion.ts'
import {
  added,
  boxOf,
  EMPTY,
  grouped,
  groupsOf,
  isOcclusionType,
  moved,
  pulled,
  readDrawing,
  removed,
  reshaped,
  ungrouped,
  writeDrawing,
} from './occlusion-shapes.ts'

/** As Anki writes it, one of each kind, a turned one, a colour, and a text that covers nothing. */
const FIELD = [
  '{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.05:oi=1}}',
  '{{c1::image-occlusion:rect:left=.6:top=.2:width=.1:height=.05:angle=30:fill=#ff0000:oi=1}}',
  '{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.05:oi=1}}',
  '{{c3::image-occlusion:polygon:left=.1:top=.7:points=.1,.7 .2,.7 .15,.9:oi=1}}',
  '{{c0::image-occlusion:text:left=.2:top=.1:text=Heart:scale=1.2:fs=.05}}',
]
  .map((one) => `${one}<br>`)
  .join('')
const drawing = readDrawing(FIELD)
const cardsIn = ({ shapes }: typeof drawing) => shapes.map(({ card }) => card)
const rect = { kind: 'rect', left: 0.4, top: 0.4, width: 0.2, height: 0.1 } as const

describe('a drawing of shapes over a picture', () => {
  test('is written as it was read: shapes, colours, turns, and what is no shape', () => {
    expect(writeDrawing(drawing)).toBe(FIELD)
    expect(drawing.hidesAll).toBe(true)
    const one = writeDrawing({ ...drawing, hidesAll: false })
    expect(one).not.toContain('oi=')
    expect(readDrawing(one).hidesAll).toBe(false)
    expect(masksOf(one, 2, 'question')).toHaveLength(1)
  })
  test('of words or of nothing is an empty one', () => {
    expect(readDrawing('')).toEqual(EMPTY)
    expect(readDrawing('{{c1::word}} and more')).toMatchObject({ shapes: [], others: ['{{c1::word}}'] })
  })
  test('gets shapes with numbers that no part of it has had', () => {
    const more = added(drawing, rect, 3)
    expect(cardsIn(more.drawing)).toEqual([1, 1, 2, 3, 4])
    const without = removed(more.drawing, new Set([more.id]))
    expect(cardsIn(added(without, rect, 4).drawing)).toEqual([1, 1, 2, 3, 5])
  })
  test('groups by the first card, which keeps its memory, and takes groups apart again', () => {
    const together = grouped(drawing, new Set([3, 4]))
    expect(cardsIn(together)).toEqual([1, 1, 2, 2])
    expect([...groupsOf(together, new Set([4]))]).toEqual([3, 4])
    expect(cardsIn(ungrouped(together, new Set([3, 4]), 3))).toEqual([1, 1, 2, 4])
    expect(cardsIn(ungrouped(drawing, new Set([2]), 3))).toEqual([1, 4, 2, 3])
  })
  test('is moved together and never off the picture', () => {
    const right = moved(drawing, new Set([1, 2]), [0.9, -0.9])
    expect(right.shapes.slice(0, 2).map(({ outline }) => boxOf(outline))).toMatchObject([
      { left: expect.closeTo(0.4), top: 0 },
      { left: expect.closeTo(0.9), top: 0 },
    ])
    const polygon = moved(drawing, new Set([4]), [0.1, 0.05]).shapes[3]?.outline
    expect(polygon).toMatchObject({ points: [[0.2, 0.75], expect.anything(), expect.anything()] })
  })
  test('is resized by its corners, over itself as well, and by a polygon’s points', () => {
    const [first, , ellipse, polygon] = drawing.shapes
    expect(pulled(first?.outline as never, 2, [0.5, 0.6])).toMatchObject({
      left: 0.1,
      width: expect.closeTo(0.4),
      height: expect.closeTo(0.4),
    })
    expect(boxOf(pulled(first?.outline as never, 2, [0, 0]))).toMatchObject({ left: 0, top: 0, height: 0.2 })
    expect(boxOf(pulled(first?.outline as never, 2, [0.1, 0.2])).width).toBeGreaterThan(0)
    expect(boxOf(pulled(ellipse?.outline as never, 0, [0.4, 0.4]))).toMatchObject({
      width: expect.closeTo(0.3),
      height: expect.closeTo(0.2),
    })
    const next = reshaped(drawing, 4, pulled(polygon?.outline as never, 2, [0.9, 2]))
    expect(next.shapes[3]?.outline).toMatchObject({ points: [expect.anything(), expect.anything(), [0.9, 1]] })
  })
  test('is known by its type’s box, whatever its fields are called', () => {
    expect(BUILT_IN.filter(isOcclusionType).map(({ key }) => key)).toEqual(['occlusion'])
  })
})
