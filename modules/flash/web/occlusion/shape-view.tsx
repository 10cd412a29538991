import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import type { Outline } from '../../occlusion.ts'
import { boxOf, type Point, type Shape } from '../../occlusion-shapes.ts'

/** A place of a turned shape, in shares of the picture. A turn keeps lengths only where both sides count alike: by the ratio. */
export function turned([x, y]: Point, { outline, angle }: Pick<Shape, 'outline' | 'angle'>, ratio: number): Point {
  if (angle === 0) return [x, y]
  const { left, top } = boxOf(outline)
  const [dx, dy] = [(x - left) * ratio, y - top]
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return [left + (dx * cos - dy * sin) / ratio, top + dx * sin + dy * cos]
}

/** The place in a turned shape's own frame. */
export const unturned = (point: Point, shape: Pick<Shape, 'outline' | 'angle'>, ratio: number): Point =>
  turned(point, { ...shape, angle: -shape.angle }, ratio)

export function centreOf(shape: Shape, ratio: number): Point {
  const { left, top, width, height } = boxOf(shape.outline)
  return turned([left + width / 2, top + height / 2], shape, ratio)
}

/** The attributes of an outline where the picture is `ratio` wide and 1 high. */
export function Figure({ outline, ratio, ...rest }: { outline: Outline; ratio: number } & ComponentProps<'g'>) {
  const props = { vectorEffect: 'non-scaling-stroke', ...rest } as object
  if (outline.kind === 'rect')
    return (
      <rect x={outline.left * ratio} y={outline.top} width={outline.width * ratio} height={outline.height} {...props} />
    )
  if (outline.kind === 'ellipse')
    return <ellipse cx={outline.x * ratio} cy={outline.y} rx={outline.rx * ratio} ry={outline.ry} {...props} />
  return <polygon points={outline.points.map(([x, y]) => `${x * ratio},${y}`).join(' ')} {...props} />
}

interface ShapeViewProps extends Omit<ComponentProps<'g'>, 'ref'> {
  shape: Shape
  ratio: number
  isChosen: boolean
  label: string
}

/** A shape on the picture: a button that can be chosen, moved and removed. */
export function ShapeView({ shape, ratio, isChosen, label, ...rest }: ShapeViewProps) {
  const { left, top } = boxOf(shape.outline)
  return (
    <Figure
      outline={shape.outline}
      ratio={ratio}
      data-shape={shape.id}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={label}
      transform={shape.angle === 0 ? undefined : `rotate(${shape.angle} ${left * ratio} ${top})`}
      className={clsx(
        'cursor-move touch-none outline-none focus-visible:stroke-ink focus-visible:[stroke-width:4]',
        isChosen ? 'fill-accent/70 stroke-accent-ink stroke-3' : 'fill-warning-ink/80 stroke-canvas stroke-2',
      )}
      {...rest}
    />
  )
}
