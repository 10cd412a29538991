import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Outline } from '../../occlusion.ts'
import {
  added,
  boxOf,
  type Drawing,
  groupsOf,
  handlesOf,
  moved,
  type Point,
  pulled,
  reshaped,
  type Shape,
} from '../../occlusion-shapes.ts'
import { useTexts } from '../texts.ts'
import { centreOf, Figure, ShapeView, turned, unturned } from './shape-view.tsx'
import type { DrawingSteps } from './use-drawing.ts'

export type Tool = 'select' | 'rect' | 'ellipse' | 'polygon'

/** What the pointer does, from where on. */
type Act =
  | { kind: 'draw'; from: Point; outline: Outline | null }
  | { kind: 'move'; from: Point; ids: ReadonlySet<number> }
  | { kind: 'pull'; id: number; handle: number }

/** A share of the picture that one press of an arrow goes; with Shift ten times so far. */
const STEP = 0.005
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
const arrowOf = ({ key, shiftKey }: KeyboardEvent): Point | null => {
  const [x, y] = ARROWS[key] ?? []
  return x === undefined || y === undefined ? null : shiftKey ? [x * 10, y * 10] : [x, y]
}
/** A smaller one was a click. */
const LEAST_DRAWN = 0.01
/** pixels within which a click on the first point closes a polygon */
const CLOSING = 12

interface PictureCanvasProps {
  address: string
  steps: DrawingSteps
  tool: Tool
  onTool: (tool: Tool) => void
  chosen: ReadonlySet<number>
  onChosen: (ids: ReadonlySet<number>) => void
  /** Clicks add to what is chosen, as with Shift: for fingers. */
  isSeveral: boolean
  onFailed: () => void
}

/** The picture with its shapes: drawn, moved and resized by pointer and by keys. */
export function PictureCanvas(props: PictureCanvasProps) {
  const { address, steps, tool, onTool, chosen, onChosen, isSeveral, onFailed } = props
  const { t } = useTexts()
  const frame = useRef<HTMLDivElement>(null)
  const act = useRef<Act>(null)
  // The latest, though not yet painted: a quick hand lets go within the frame of its last move.
  const latest = useRef<Drawing>(null)
  const [ratio, setRatio] = useState(1)
  const [preview, setPreview] = useState<Drawing | null>(null)
  const [corners, setCorners] = useState<readonly Point[]>([])
  const [active, setActive] = useState<number | null>(null)
  const [pen, setPen] = useState<Point | null>(null)
  const shown = preview ?? steps.drawing
  const show = (next: Drawing | null) => {
    latest.current = next
    setPreview(next)
  }
  const isDrawing = tool !== 'select'
  const single = shown.shapes.find(({ id }) => chosen.has(id) && (id === active || chosen.size === 1))

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = (frame.current as HTMLDivElement).getBoundingClientRect()
    const share = (at: number, length: number) => Math.min(1, Math.max(0, length > 0 ? at / length : 0))
    return [share(clientX - left, width), share(clientY - top, height)]
  }
  const choose = (ids: ReadonlySet<number>, id: number | null) => {
    onChosen(ids)
    setActive(id)
  }
  const draw = (outline: Outline) => {
    const made = added(steps.drawing, outline, steps.taken())
    steps.commit(made.drawing)
    choose(new Set([made.id]), made.id)
    onTool('select')
    requestAnimationFrame(() => frame.current?.querySelector<SVGElement>(`[data-shape="${made.id}"]`)?.focus())
  }
  const close = () => {
    if (corners.length > 2) draw({ kind: 'polygon', points: corners.map(([x, y]) => [x, y]) })
    setCorners([])
    setPen(null)
  }

  // Before the dialog around it hears of it: what is being drawn is given up first.
  const isHeld = corners.length > 0 || chosen.size > 0 || isDrawing
  useEffect(() => {
    if (!isHeld) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !frame.current?.parentElement?.contains(event.target as Node)) return
      event.stopPropagation()
      event.preventDefault()
      setCorners([])
      setPen(null)
      onChosen(new Set())
      onTool('select')
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isHeld, onChosen, onTool])

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const at = place(event)
    const target = event.target as Element
    if (tool === 'polygon') return // by clicks
    if (tool === 'rect' || tool === 'ellipse') act.current = { kind: 'draw', from: at, outline: null }
    else if (target instanceof HTMLElement && target.dataset.handle && single)
      act.current = { kind: 'pull', id: single.id, handle: Number(target.dataset.handle) }
    else {
      const id = Number((target as SVGElement).dataset.shape ?? Number.NaN)
      if (!Number.isInteger(id)) return choose(new Set(), null)
      const group = groupsOf(steps.drawing, new Set([id]))
      const adds = event.shiftKey || event.ctrlKey || event.metaKey || isSeveral
      const isOff = adds && chosen.has(id)
      const ids = isOff
        ? new Set([...chosen].filter((one) => !group.has(one)))
        : adds
          ? new Set([...chosen, ...group])
          : chosen.has(id)
            ? chosen
            : group
      choose(ids, isOff ? null : id)
      if (isOff) return
      act.current = { kind: 'move', from: at, ids }
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    const now = act.current
    const at = place(event)
    if (corners.length > 0) setPen(at)
    if (!now) return
    if (now.kind === 'move') show(moved(steps.drawing, now.ids, [at[0] - now.from[0], at[1] - now.from[1]]))
    else if (now.kind === 'pull') {
      const shape = steps.drawing.shapes.find(({ id }) => id === now.id) as Shape
      show(reshaped(steps.drawing, now.id, pulled(shape.outline, now.handle, unturned(at, shape, ratio))))
    } else {
      const box = {
        left: Math.min(now.from[0], at[0]),
        top: Math.min(now.from[1], at[1]),
        width: Math.abs(at[0] - now.from[0]),
        height: Math.abs(at[1] - now.from[1]),
      }
      const outline: Outline =
        tool === 'ellipse'
          ? {
              kind: 'ellipse',
              x: box.left + box.width / 2,
              y: box.top + box.height / 2,
              rx: box.width / 2,
              ry: box.height / 2,
            }
          : { kind: 'rect', ...box }
      act.current = { ...now, outline }
      show(added(steps.drawing, outline, steps.taken()).drawing)
    }
  }
  const onUp = () => {
    const now = act.current
    act.current = null
    if (now?.kind === 'draw') {
      const box = now.outline && boxOf(now.outline)
      if (now.outline && box && box.width >= LEAST_DRAWN && box.height >= LEAST_DRAWN) draw(now.outline)
    } else if (latest.current) steps.commit(latest.current)
    show(null)
  }
  const onClick = (event: React.MouseEvent) => {
    if (tool !== 'polygon') return
    const at = place(event)
    const { width, height } = (frame.current as HTMLDivElement).getBoundingClientRect()
    const [first] = corners
    const isFirst = first && Math.hypot((at[0] - first[0]) * width, (at[1] - first[1]) * height) < CLOSING
    if ((isFirst && corners.length > 2) || event.detail > 1) close()
    else setCorners([...corners, at])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && corners.length > 2) {
      event.preventDefault()
      return close()
    }
    const target = event.target as HTMLElement | SVGElement
    const by = arrowOf(event)
    if (target.dataset.handle && single && by) {
      event.preventDefault()
      const handle = Number(target.dataset.handle)
      const [x, y] = handlesOf(single.outline)[handle] as Point
      return steps.commit(reshaped(steps.drawing, single.id, pulled(single.outline, handle, [x + by[0], y + by[1]])))
    }
    const id = Number(target.dataset.shape ?? Number.NaN)
    if (!Number.isInteger(id)) return
    const group = groupsOf(steps.drawing, new Set([id]))
    if (by) {
      event.preventDefault()
      if (!chosen.has(id)) choose(group, id)
      steps.commit(moved(steps.drawing, chosen.has(id) ? chosen : group, by))
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      const isOn = chosen.has(id)
      choose(
        isOn ? new Set([...chosen].filter((one) => !group.has(one))) : new Set([...chosen, ...group]),
        isOn ? null : id,
      )
    }
  }

  const drawn = pen && corners.length > 0 ? [...corners, pen] : corners
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its shapes and handles are the controls
    <div
      ref={frame}
      data-canvas
      className="relative mx-auto w-fit max-w-full select-none"
      style={{ cursor: isDrawing ? 'crosshair' : undefined, touchAction: isDrawing ? 'none' : undefined }}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        act.current = null
        show(null)
      }}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <img
        src={address}
        alt={t('occlusion.picture')}
        draggable={false}
        className="block max-h-[60vh] max-w-full rounded-md"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setRatio(naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
        }
        onError={onFailed}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <svg
        viewBox={`0 0 ${ratio} 1`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
        role="group"
        aria-label={t('occlusion.shapes')}
      >
        {shown.shapes.map((shape) => (
          <ShapeView
            key={shape.id}
            shape={shape}
            ratio={ratio}
            isChosen={chosen.has(shape.id)}
            label={t(`occlusion.${shape.outline.kind}Of`, { number: shape.card })}
            style={isDrawing ? { pointerEvents: 'none' } : undefined}
          />
        ))}
        {drawn.length > 1 && (
          <Figure
            outline={{ kind: 'polygon', points: drawn.map(([x, y]) => [x, y]) }}
            ratio={ratio}
            className="pointer-events-none fill-accent/30 stroke-2 stroke-accent-ink"
          />
        )}
      </svg>
      {shown.shapes.map((shape) => {
        const [x, y] = centreOf(shape, ratio)
        return (
          <span
            key={shape.id}
            aria-hidden
            className="pointer-events-none absolute -translate-x-1/2 -translate-y-1/2 rounded-full bg-canvas/85 px-1.5 text-xs font-medium text-ink tabular"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          >
            {shape.card}
          </span>
        )
      })}
      {corners.map(([x, y]) => (
        <span
          key={`${x} ${y}`}
          aria-hidden
          className="pointer-events-none absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-canvas bg-accent-ink"
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        />
      ))}
      {single &&
        !isDrawing &&
        handlesOf(single.outline).map((point, at) => {
          const [x, y] = turned(point, single, ratio)
          return (
            <button
              key={at}
              type="button"
              data-handle={at}
              aria-label={t('occlusion.handle', { number: at + 1 })}
              className="absolute size-3 -translate-x-1/2 -translate-y-1/2 cursor-nwse-resize touch-none rounded-sm border-2 border-accent-ink bg-canvas touch:size-6"
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            />
          )
        })}
    </div>
  )
}
