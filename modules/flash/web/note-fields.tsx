import { TextField, useModuleQuery } from '@atrium/web/kit'
import type { Ref } from 'react'
import type flash from '../module.ts'
import type { MediaFiles } from '../module.ts'
import { CardSide } from './card-side.tsx'
import { RichField, type RichFieldHandle } from './rich-field.tsx'
import { SimilarCards } from './similar-cards.tsx'
import { SpeakSide } from './speak-side.tsx'
import { useTexts } from './texts.ts'
import { useRested } from './use-rested.ts'

export interface NoteDraft {
  fields: string[]
  /** As they are typed, with spaces between. */
  tags: string
}

export const tagsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

interface NoteFieldsProps {
  type: string
  names: readonly string[]
  isCloze: boolean
  draft: NoteDraft
  media: MediaFiles
  onDraft: (draft: NoteDraft) => void
  first?: Ref<RichFieldHandle>
  /** The note that is edited; a new one has none yet. */
  note?: string
}

/** The fields of a note, its tags, and what its cards will look like. */
export function NoteFields({ type, names, isCloze, draft, media, onDraft, first, note }: NoteFieldsProps) {
  const { t } = useTexts()
  const known: Record<string, string> = {
    Front: t('field.front'),
    Back: t('field.back'),
    Text: t('field.text'),
    'Back Extra': t('field.extra'),
  }
  return (
    <div className="flex flex-col gap-4">
      {names.map((name, at) => (
        <RichField
          key={name}
          label={known[name] ?? name}
          value={draft.fields[at] ?? ''}
          media={media}
          isCloze={isCloze}
          handle={at === 0 ? first : undefined}
          onChange={(html) =>
            onDraft({ ...draft, fields: names.map((_, place) => (place === at ? html : (draft.fields[place] ?? ''))) })
          }
        />
      ))}
      <SpeakSide
        type={type}
        sides={names.map((name, at) => ({ name: known[name] ?? name, html: draft.fields[at] ?? '' }))}
        onKept={(at, sound) =>
          onDraft({
            ...draft,
            fields: names.map((_, place) => `${draft.fields[place] ?? ''}${place === at ? sound : ''}`),
          })
        }
      />
      <SimilarCards fields={draft.fields} note={note} />
      <TextField
        label={t('field.tags')}
        value={draft.tags}
        maxLength={2000}
        help={isCloze ? t('field.clozeHelp') : undefined}
        onChange={(event) => onDraft({ ...draft, tags: event.target.value })}
      />
      <Preview type={type} fields={draft.fields} />
    </div>
  )
}

function Preview({ type, fields }: { type: string; fields: readonly string[] }) {
  const { t } = useTexts()
  const rested = useRested(JSON.stringify(fields), 300)
  const list = JSON.parse(rested || '[]') as string[]
  const isAsked = list.some((field) => field !== '')
  const { data } = useModuleQuery<typeof flash, 'preview'>(
    'flash',
    'preview',
    isAsked ? { type, fields: list } : undefined,
  )
  if (!isAsked || !data) return null
  return (
    <section aria-label={t('preview.title')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('preview.cards', { count: data.cards.length })}</h3>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto">
        {data.cards.map((card) => (
          <li key={card.name} className="rounded-md bg-surface px-3 py-3 text-sm">
            <CardSide html={card.answer} media={data.media} css={data.css} masks={card.masks} />
          </li>
        ))}
      </ul>
      {data.cards.length === 0 && <p className="text-sm text-muted">{t('preview.none')}</p>}
    </section>
  )
}
