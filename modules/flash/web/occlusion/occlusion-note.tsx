import { Button, Select, sentenceFor, TextField, toast } from '@atrium/web/kit'
import { ImagePlus } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { MediaFiles } from '../../module.ts'
import { EMPTY, OCCLUSION_FIELDS, readDrawing, writeDrawing } from '../../occlusion-shapes.ts'
import { escapeHtml, mediaNames } from '../../plain-text.ts'
import { type KeptMedium, keepMedium } from '../keep-medium.ts'
import type { NoteDraft } from '../note-fields.tsx'
import { RichField } from '../rich-field.tsx'
import { fileAddress } from '../safe-html.ts'
import { useTexts } from '../texts.ts'
import { DrawingEditor } from './drawing-editor.tsx'
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
  /** A text takes what is given to it by itself. */
  const takeGiven = (event: SyntheticEvent, { files }: DataTransfer) => {
    if ((event.target as HTMLElement).isContentEditable || files.length === 0) return
    event.preventDefault()
    void take(files)
  }
  const words = [
    { at: OCCLUSION_FIELDS.header, label: t('occlusion.header') },
    { at: OCCLUSION_FIELDS.extra, label: t('field.extra') },
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a picture may be pasted or dropped anywhere in it
    <div
      className="flex flex-col gap-4"
      onPaste={(event) => takeGiven(event, event.clipboardData)}
      onDrop={(event) => takeGiven(event, event.dataTransfer)}
      onDragOver={(event) => event.preventDefault()}
    >
      {file === undefined ? (
        <ChoosePicture isBusy={isBusy} onFiles={(files) => void take(files)} />
      ) : (
        <DrawingEditor address={fileAddress(file)} steps={steps} />
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
