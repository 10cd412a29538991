import type { Mask } from '../occlusion.ts'

const SVG = 'http://www.w3.org/2000/svg'
const LOOKS = {
  asked: 'fill-warning-ink stroke-canvas',
  hidden: 'fill-surface stroke-line-strong',
  seen: 'fill-transparent stroke-warning-ink',
} as const

function shapeOf({ outline, angle, look }: Mask, ratio: number): SVGElement {
  const make = (name: string, values: Record<string, string | number>) => {
    const element = document.createElementNS(SVG, name)
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value))
    return element
  }
  // The picture's height is 1, its width the ratio: a turn is a turn.
  const [shape, x, y] =
    outline.kind === 'rect'
      ? [
          make('rect', {
            x: outline.left * ratio,
            y: outline.top,
            width: Math.max(0, outline.width * ratio),
            height: Math.max(0, outline.height),
          }),
          outline.left * ratio,
          outline.top,
        ]
      : outline.kind === 'ellipse'
        ? [
            make('ellipse', {
              cx: outline.x * ratio,
              cy: outline.y,
              rx: Math.max(0, outline.rx * ratio),
              ry: Math.max(0, outline.ry),
            }),
            (outline.x - outline.rx) * ratio,
            outline.y - outline.ry,
          ]
        : [
            make('polygon', { points: outline.points.map(([px, py]) => `${px * ratio},${py}`).join(' ') }),
            Math.min(...outline.points.map(([px]) => px)) * ratio,
            Math.min(...outline.points.map(([, py]) => py)),
          ]
  if (angle !== 0) shape.setAttribute('transform', `rotate(${angle} ${x} ${y})`)
  shape.setAttribute('class', LOOKS[look])
  shape.setAttribute('data-look-of', look)
  shape.setAttribute('stroke-width', '2')
  shape.setAttribute('vector-effect', 'non-scaling-stroke')
  return shape
}

/** Lays the shapes over the picture of a card. They keep their places on it at any size. */
export function coverPicture(root: HTMLElement, masks: readonly Mask[], label: string): void {
  const image = root.querySelector<HTMLImageElement>('[data-picture] img') ?? root.querySelector('img')
  if (!image || masks.length === 0) return
  const frame = document.createElement('span')
  frame.className = 'relative mx-auto my-2 block w-fit max-w-full'
  image.replaceWith(frame)
  frame.append(image)
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('role', 'img')
  drawing.setAttribute('aria-label', label)
  drawing.setAttribute('preserveAspectRatio', 'none')
  drawing.setAttribute('class', 'absolute inset-0 size-full')
  image.style.margin = '0'
  const draw = () => {
    const ratio = image.naturalHeight > 0 ? image.naturalWidth / image.naturalHeight : 1
    drawing.setAttribute('viewBox', `0 0 ${ratio} 1`)
    drawing.replaceChildren(...masks.map((mask) => shapeOf(mask, ratio)))
  }
  draw()
  image.addEventListener('load', draw, { once: true })
  frame.append(drawing)
}
