import { Button, TextField } from '@atrium/web/kit'
import { useState } from 'react'
import type { TypeView } from '../note-type-actions.ts'
import { isUsualLook } from '../note-types.ts'
import type { NoteType } from '../records.ts'
import { cardsOf, clozeFields, renderCard } from '../templates.ts'
import { CardSide } from './card-side.tsx'
import { useTexts } from './texts.ts'
import { BRACES, type TypeDraft } from './type-draft.ts'

/** One card of the type as it stands in the editor, with words that can be changed. */
export function TypePreview({ type, draft, at }: { type: TypeView; draft: TypeDraft; at: number }) {
  const { t } = useTexts()
  const [words, setWords] = useState<Readonly<Record<string, string>>>({})
  const [isAnswer, setIsAnswer] = useState(true)
  const isCloze = type.kind === 'cloze'
  const gaps = new Set(isCloze ? clozeFields(draft.templates) : [])
  const example = (name: string) => (gaps.has(name) ? t('types.exampleGap', BRACES) : name)
  const shape: NoteType = {
    ...{ key: type.key, name: draft.name, kind: type.kind, css: draft.css },
    fields: draft.fields.map(({ name }) => name),
    templates: draft.templates,
  }
  const fields = draft.fields.map(({ id, name }) => words[id] ?? example(name))
  const ord = isCloze ? (cardsOf(shape, fields)[0] ?? 0) : at
  const { question, answer } = renderCard(shape, { fields, tags: [], deck: '', ord })
  const css = isUsualLook(draft.css) ? '' : draft.css
  return (
    <section aria-label={t('preview.title')} className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <h2 className="me-auto min-w-0 truncate text-base">{draft.templates[at]?.name}</h2>
        <Button size="sm" aria-pressed={!isAnswer} onClick={() => setIsAnswer(!isAnswer)}>
          {t(isAnswer ? 'types.showFront' : 'types.showBack')}
        </Button>
      </div>
      <div className="max-h-96 min-h-32 overflow-auto rounded-md border border-line p-4 text-lg">
        <CardSide
          html={isAnswer ? answer : question}
          media={{}}
          css={css}
          ord={ord}
          className={css ? 'rounded-md p-3' : undefined}
        />
      </div>
      <details className="text-sm">
        <summary className="cursor-default rounded-sm text-muted">{t('types.example')}</summary>
        <div className="mt-3 flex flex-col gap-3">
          {draft.fields.map(({ id, name }) => (
            <TextField
              key={id}
              label={name}
              value={words[id] ?? example(name)}
              maxLength={2000}
              onChange={(event) => setWords({ ...words, [id]: event.target.value })}
            />
          ))}
        </div>
      </details>
    </section>
  )
}
