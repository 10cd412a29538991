import { IconButton } from '@atrium/web/kit'
import {
  Circle,
  Group,
  type LucideIcon,
  MousePointer2,
  Pentagon,
  Redo2,
  Square,
  SquareStack,
  Trash2,
  Undo2,
  Ungroup,
} from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import type { Outline } from '../../occlusion.ts'
import { added, type Drawing, grouped, removed, ungrouped } from '../../occlusion-shapes.ts'
import { useTexts } from '../texts.ts'
import { PictureCanvas, type Tool } from './picture-canvas.tsx'
import type { useDrawing } from './use-drawing.ts'

const TOOLS: readonly { tool: Tool; key: string; Icon: LucideIcon }[] = [
  { tool: 'select', key: 'v', Icon: MousePointer2 },
  { tool: 'rect', key: 'r', Icon: Square },
  { tool: 'ellipse', key: 'e', Icon: Circle },
  { tool: 'polygon', key: 'p', Icon: Pentagon },
]
/** What a tool that is taken by a key draws in the middle of the picture. */
const FIRST: Record<Exclude<Tool, 'select'>, Outline> = {
  rect: { kind: 'rect', left: 0.4, top: 0.45, width: 0.2, height: 0.1 },
  ellipse: { kind: 'ellipse', x: 0.5, y: 0.5, rx: 0.1, ry: 0.07 },
  polygon: {
    kind: 'polygon',
    points: [
      [0.5, 0.4],
      [0.6, 0.6],
      [0.4, 0.6],
    ],
  },
}
const NONE: ReadonlySet<number> = new Set()
const MIRRORED = 'rtl:-scale-x-100'

interface Command {
  name: 'group' | 'ungroup' | 'remove' | 'undo' | 'redo'
  shortcut: string
  icon: ReactElement
  can: boolean
  run: () => void
}

/** The tools, and the shapes over the picture. */
export function DrawingEditor({ address, steps }: { address: string; steps: ReturnType<typeof useDrawing> }) {
  const { t } = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const [tool, setTool] = useState<Tool>('rect')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(NONE)
  const [isSeveral, setIsSeveral] = useState(false)
  const [isFailed, setIsFailed] = useState(false)
  const { drawing } = steps
  const cards = new Set(drawing.shapes.filter(({ card }) => card > 0).map(({ card }) => card)).size
  const some = [...chosen].some((id) => drawing.shapes.some((shape) => shape.id === id))
  const own = drawing.shapes.filter(({ id }) => chosen.has(id)).map(({ card }) => card)
  const canGroup = new Set(own).size > 1
  const canUngroup = new Set(own).size < own.length

  const edit = (next: Drawing) => {
    if (next.shapes.length < drawing.shapes.length) {
      setChosen(NONE)
      box.current?.querySelector<HTMLElement>('[data-tool="select"]')?.focus()
    }
    steps.commit(next)
  }
  /** By a key or a screen reader there is no pointer to draw with: the shape comes at once, and is moved by arrows. */
  const take = (next: Tool, byKey: boolean) => {
    if (next === 'select' || !byKey) return setTool(next)
    const made = added(drawing, FIRST[next], steps.taken())
    steps.commit(made.drawing)
    setTool('select')
    setChosen(new Set([made.id]))
    requestAnimationFrame(() => box.current?.querySelector<SVGElement>(`[data-shape="${made.id}"]`)?.focus())
  }
  const group = () => edit(grouped(drawing, chosen))
  const ungroup = () => edit(ungrouped(drawing, chosen, steps.taken()))
  const remove = () => edit(removed(drawing, chosen))
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const known = TOOLS.find((one) => one.key === key)
    if (mod && key === 'z') event.shiftKey ? steps.redo() : steps.undo()
    else if (mod && key === 'y') steps.redo()
    else if (mod && key === 'a') setChosen(new Set(drawing.shapes.map(({ id }) => id)))
    else if (mod || event.altKey) return
    else if ((key === 'delete' || key === 'backspace') && some) remove()
    else if (key === 'g' && event.shiftKey && canUngroup) ungroup()
    else if (key === 'g' && canGroup) group()
    else if (known) take(known.tool, true)
    else return
    event.preventDefault()
  }
  const commands: readonly Command[] = [
    { name: 'group', shortcut: 'g', icon: <Group />, can: canGroup, run: group },
    { name: 'ungroup', shortcut: 'shift+G', icon: <Ungroup />, can: canUngroup, run: ungroup },
    { name: 'remove', shortcut: 'del', icon: <Trash2 />, can: some, run: remove },
    { name: 'undo', shortcut: 'mod+Z', icon: <Undo2 className={MIRRORED} />, can: steps.canUndo, run: steps.undo },
    {
      name: 'redo',
      shortcut: 'mod+shift+Z',
      icon: <Redo2 className={MIRRORED} />,
      can: steps.canRedo,
      run: steps.redo,
    },
  ]
  const button = ({ name, shortcut, icon, can, run }: Command) => (
    <IconButton
      key={name}
      size="sm"
      label={t(`occlusion.${name}`)}
      shortcut={shortcut}
      icon={icon}
      disabled={!can}
      onClick={run}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the tools and of the shapes in it
    <div ref={box} className="flex flex-col gap-2" onKeyDown={onKeyDown}>
      <div role="toolbar" aria-label={t('occlusion.tools')} className="flex flex-wrap items-center gap-1">
        {TOOLS.map(({ tool: one, key, Icon }) => (
          <IconButton
            key={one}
            size="sm"
            data-tool={one}
            label={t(`occlusion.${one}`)}
            shortcut={key}
            icon={<Icon />}
            pressed={tool === one}
            onClick={(event) => take(one, event.detail === 0)}
          />
        ))}
        <span aria-hidden className="mx-1 h-5 w-px bg-line" />
        <IconButton
          size="sm"
          label={t('occlusion.several')}
          icon={<SquareStack />}
          pressed={isSeveral}
          onClick={() => setIsSeveral(!isSeveral)}
        />
        {commands.slice(0, 3).map(button)}
        <span className="ms-auto flex gap-1">{commands.slice(3).map(button)}</span>
      </div>
      <PictureCanvas
        address={address}
        steps={steps}
        tool={tool}
        onTool={setTool}
        chosen={chosen}
        onChosen={setChosen}
        isSeveral={isSeveral}
        onFailed={() => setIsFailed(true)}
      />
      {isFailed && <p role="alert">{t('occlusion.noPicture')}</p>}
      <p role="status" className="text-sm text-muted">
        {cards === 0 ? t('occlusion.none') : t('preview.cards', { count: cards })}
        {drawing.shapes.length > 0 && ` · ${t('occlusion.help')}`}
      </p>
    </div>
  )
}
