import { Button, Dialog, RecordHistory, Skeleton, sentenceFor, useAction, useModuleQuery } from '@atrium/web/kit'
import { History, SquareDashed, Trash2 } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import type flash from '../module.ts'
import type { NoteView } from '../module.ts'
import type { KeptMedium } from './keep-medium.ts'
import { type NoteDraft, NoteFields, tagsOf } from './note-fields.tsx'
import { useTexts } from './texts.ts'

const OcclusionNote = lazy(() => import('./occlusion/occlusion-note.tsx'))

interface EditNoteProps {
  note: string | null
  onClose: () => void
  /** Cards are to be made of the parts of one of its pictures. */
  onCover: (picture: KeptMedium) => void
}

/** The note of a card, to be changed. */
export function EditNote({ note, onClose, onCover }: EditNoteProps) {
  const { t } = useTexts()
  const { data, error } = useModuleQuery<typeof flash, 'note'>('flash', 'note', note ? { id: note } : undefined)
  return (
    <Dialog open={note !== null} onOpenChange={(open) => !open && onClose()} title={t('edit.title')} size="lg">
      {error ? (
        <p role="alert">{sentenceFor(error)}</p>
      ) : data ? (
        <Form key={data.id} note={data} onClose={onClose} onCover={onCover} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

function pictureOf({ media }: NoteView): KeptMedium | null {
  const found = Object.entries(media).find(([, { mime }]) => mime.startsWith('image/'))
  return found ? { name: found[0], ...found[1] } : null
}

function Form({ note, onClose, onCover }: Omit<EditNoteProps, 'note'> & { note: NoteView }) {
  const { t } = useTexts()
  const [draft, setDraft] = useState<NoteDraft>({ fields: note.fields, tags: note.tags.join(' ') })
  const [isHistory, setIsHistory] = useState(false)
  const picture = pictureOf(note)
  // What was opened is what is changed: news from another device is a conflict, not a surprise.
  const [version] = useState(note.version)
  const save = useAction<typeof flash, 'saveNote'>('flash', 'saveNote', { done: t('edit.saved') })
  const remove = useAction<typeof flash, 'removeNotes'>('flash', 'removeNotes', { done: t('edit.removed') })
  const submit = async () => {
    try {
      await save.mutateAsync({ id: note.id, version, fields: draft.fields, tags: tagsOf(draft.tags) })
    } catch {
      return // useAction has said why; what was typed stays
    }
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void submit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter in any of its fields
    <div className="flex flex-col gap-4" onKeyDown={onKeyDown}>
      {note.isOcclusion ? (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <OcclusionNote names={note.fieldNames} draft={draft} media={note.media} onDraft={setDraft} />
        </Suspense>
      ) : (
        <NoteFields
          note={note.id}
          type={note.type}
          names={note.fieldNames}
          isCloze={note.isCloze}
          draft={draft}
          media={note.media}
          onDraft={setDraft}
        />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            icon={<Trash2 aria-hidden className="size-4" />}
            loading={remove.isPending}
            onClick={() => remove.mutate({ ids: note.cards.slice(0, 1).map(({ id }) => id) }, { onSuccess: onClose })}
          >
            {t('edit.remove')}
          </Button>
          <Button variant="ghost" icon={<History aria-hidden className="size-4" />} onClick={() => setIsHistory(true)}>
            {t('edit.history')}
          </Button>
          {picture && !note.isOcclusion && (
            <Button
              variant="ghost"
              icon={<SquareDashed aria-hidden className="size-4" />}
              onClick={() => onCover(picture)}
            >
              {t('occlusion.cover')}
            </Button>
          )}
        </div>
        <div className="flex gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" loading={save.isPending} onClick={() => void submit()}>
            {t('save')}
          </Button>
        </div>
      </div>
      <RecordHistory
        module="flash"
        collection="notes"
        id={note.id}
        open={isHistory}
        onOpenChange={setIsHistory}
        fields={{ text: t('field.text'), tags: t('field.tags') }}
      />
    </div>
  )
}
