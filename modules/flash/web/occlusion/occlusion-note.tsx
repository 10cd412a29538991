import { Button, IconButton, Select, sentenceFor, TextField, toast } from '@atrium/web/kit'
import {
  Circle,
  Group,
  ImagePlus,
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
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { MediaFiles } from '../../module.ts'
import type { Outline } from '../../occlusion.ts'
import {
  added,
  type Drawing,
  EMPTY,
  grouped,
  OCCLUSION_FIELDS,
  readDrawing,
  removed,
  ungrouped,
  writeDrawing,
} from '../../occlusion-shapes.ts'
import { escapeHtml, mediaNames } from '../../plain-text.ts'
import { type KeptMedium, keepMedium } from '../keep-medium.ts'
import type { NoteDraft } from '../note-fields.tsx'
import { RichField } from '../rich-field.tsx'
import { fileAddress } from '../safe-html.ts'
import { useTexts } from '../texts.ts'
import { PictureCanvas, type Tool } from './picture-canvas.tsx'
import { useDrawing } from './use-drawing.ts'

interface OcclusionNoteProps {
  /** The names of the type's fields, as Anki's own type has them at these places. */
  names: readonly string[]
  draft: NoteDraft
  media: MediaFiles
  onDraft: (draft: NoteDraft) => void
  /** A picture that is here already. */
  picture?: KeptMedium | undefined
}

/** A note whose cards are parts of a picture: the picture, the shapes over it, and its words. */
export default function OcclusionNote({ names, draft, media, onDraft, picture }: OcclusionNoteProps) {
  const { t } = useTexts()
  const [given, setGiven] = useState<KeptMedium | null>(picture ?? null)
  const [isBusy, setIsBusy] = useState(false)
  const latest = useRef(draft)
  latest.current = draft
  const change = (at: number, text: string) => {
    const { fields } = latest.current
    latest.current = {
      ...latest.current,
      fields: names.map((_, place) => (place === at ? text : (fields[place] ?? ''))),
    }
    onDraft(latest.current)
  }
  const [initial] = useState(() => (draft.fields[0] ? readDrawing(draft.fields[0]) : EMPTY))
  const steps = useDrawing(initial, (drawing) => change(OCCLUSION_FIELDS.occlusion, writeDrawing(drawing)))
  const name = mediaNames(draft.fields[OCCLUSION_FIELDS.image] ?? '').find((one) => Object.hasOwn(media, one))
  const file = given?.file ?? (name === undefined ? undefined : media[name]?.file)

  const take = async (files: Iterable<File>) => {
    const found = [...files].find(({ type }) => type.startsWith('image/'))
    if (!found || isBusy) return
    setIsBusy(true)
    try {
      const kept = await keepMedium(found)
      setGiven(kept)
      change(OCCLUSION_FIELDS.image, `<img src="${escapeHtml(kept.name)}">`)
    } catch (error) {
      toast({ variant: 'destructive', title: sentenceFor(error) })
    } finally {
      setIsBusy(false)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    if ((event.target as HTMLElement).isContentEditable || event.clipboardData.files.length === 0) return
    event.preventDefault()
    void take(event.clipboardData.files)
  }
  const onDrop = (event: DragEvent) => {
    if ((event.target as HTMLElement).isContentEditable || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files)
  }
  const words = [
    { at: OCCLUSION_FIELDS.header, label: t('occlusion.header') },
    { at: OCCLUSION_FIELDS.extra, label: t('field.extra') },
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture may be pasted or dropped anywhere in it
    <div
      className="flex flex-col gap-4"
      onPaste={onPaste}
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      {file === undefined ? (
        <ChoosePicture isBusy={isBusy} onFiles={(files) => void take(files)} />
      ) : (
        <Editor address={fileAddress(file)} steps={steps} />
      )}
      {file !== undefined && (
        <Select
          label={t('occlusion.mode')}
          value={steps.drawing.hidesAll ? 'all' : 'one'}
          onChange={(event) => steps.commit({ ...steps.drawing, hidesAll: event.target.value === 'all' })}
          options={[
            { value: 'all', label: t('occlusion.hidesAll') },
            { value: 'one', label: t('occlusion.hidesOne') },
          ]}
        />
      )}
      {words.map(({ at, label }) => (
        <RichField
          key={at}
          label={label}
          value={draft.fields[at] ?? ''}
          media={media}
          onChange={(html) => change(at, html)}
        />
      ))}
      <TextField
        label={t('field.tags')}
        value={draft.tags}
        maxLength={2000}
        onChange={(event) => onDraft({ ...draft, tags: event.target.value })}
      />
    </div>
  )
}

function ChoosePicture({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: Iterable<File>) => void }) {
  const { t } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong px-4 py-10 text-center">
      <p className="text-sm text-muted">{t('occlusion.pictureHelp')}</p>
      <Button
        loading={isBusy}
        icon={<ImagePlus aria-hidden className="size-4" />}
        onClick={() => chooser.current?.click()}
      >
        {t('occlusion.choose')}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/*"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

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

function Editor({ address, steps }: { address: string; steps: ReturnType<typeof useDrawing> }) {
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
  const onKeyDown = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const known = TOOLS.find((one) => one.key === key)
    if (mod && key === 'z') event.shiftKey ? steps.redo() : steps.undo()
    else if (mod && key === 'y') steps.redo()
    else if (mod && key === 'a') setChosen(new Set(drawing.shapes.map(({ id }) => id)))
    else if (mod || event.altKey) return
    else if ((key === 'delete' || key === 'backspace') && some) edit(removed(drawing, chosen))
    else if (key === 'g' && event.shiftKey && canUngroup) edit(ungrouped(drawing, chosen, steps.taken()))
    else if (key === 'g' && canGroup) edit(grouped(drawing, chosen))
    else if (known) take(known.tool, true)
    else return
    event.preventDefault()
  }
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
        <IconButton
          size="sm"
          label={t('occlusion.group')}
          shortcut="g"
          icon={<Group />}
          disabled={!canGroup}
          onClick={() => edit(grouped(drawing, chosen))}
        />
        <IconButton
          size="sm"
          label={t('occlusion.ungroup')}
          shortcut="shift+G"
          icon={<Ungroup />}
          disabled={!canUngroup}
          onClick={() => edit(ungrouped(drawing, chosen, steps.taken()))}
        />
        <IconButton
          size="sm"
          label={t('occlusion.remove')}
          shortcut="del"
          icon={<Trash2 />}
          disabled={!some}
          onClick={() => edit(removed(drawing, chosen))}
        />
        <span className="ms-auto flex gap-1">
          <IconButton
            size="sm"
            label={t('occlusion.undo')}
            shortcut="mod+Z"
            icon={<Undo2 className="rtl:-scale-x-100" />}
            disabled={!steps.canUndo}
            onClick={steps.undo}
          />
          <IconButton
            size="sm"
            label={t('occlusion.redo')}
            shortcut="mod+shift+Z"
            icon={<Redo2 className="rtl:-scale-x-100" />}
            disabled={!steps.canRedo}
            onClick={steps.redo}
          />
        </span>
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
