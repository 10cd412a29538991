import { Button, TextArea, TextField, useAction, useConfirm, useModuleQuery } from '@atrium/web/kit'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type flash from '../module.ts'
import type { TypeView } from '../note-type-actions.ts'
import { faultOfType } from '../type-edits.ts'
import { useTexts } from './texts.ts'
import {
  BRACES,
  draftOf,
  type TemplateDraft,
  type TypeDraft,
  whatGoes,
  withoutField,
  withRenamedField,
} from './type-draft.ts'
import { FieldList } from './type-fields.tsx'
import { TypePreview } from './type-preview.tsx'

interface TypeEditorProps {
  type: TypeView
  /** The key of the type that was made; null when nothing more is to be done. */
  onDone: (key: string | null) => void
}

/** A note type: its fields, the front and back of each card, and its styling, with what it looks like beside them. */
export function TypeEditor({ type, onDone }: TypeEditorProps) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const isBuiltIn = type.version === null
  const [draft, setDraft] = useState<TypeDraft>(() =>
    draftOf(type, isBuiltIn ? t('types.copyOf', { name: type.name }) : type.name),
  )
  const [takesNotes, setTakesNotes] = useState(false)
  const [shown, setShown] = useState(0)
  const { data: use } = useModuleQuery<typeof flash, 'typeUse'>('flash', 'typeUse', { key: type.key })
  const save = useAction<typeof flash, 'saveType'>('flash', 'saveType', {
    done: ({ notes }) => (notes > 0 ? t('types.savedNotes', { count: notes }) : t('types.saved')),
  })
  const fault = faultOfType({
    kind: type.kind,
    fields: draft.fields.map(({ name }) => name.trim()),
    templates: draft.templates.map((one) => ({ ...one, name: one.name.trim() })),
  })
  const setTemplate = (at: number, change: Partial<TemplateDraft>) =>
    setDraft({ ...draft, templates: draft.templates.map((one, place) => (place === at ? { ...one, ...change } : one)) })

  const keep = async (isNew: boolean) => {
    const gone = isNew && !takesNotes ? [] : whatGoes(type, draft, use)
    const lines = gone.map(({ name, count, kind }) => t(`types.goes.${kind}`, { name, count }))
    if (lines.length > 0) {
      const text = (
        <ul className="list-disc ps-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )
      if (!(await confirm({ title: t('types.goes.title'), text, confirm: t('types.goes.confirm'), danger: true })))
        return
    }
    const ids = ({ id: _, ...rest }: TypeDraft['fields'][number]) => rest
    try {
      const { output } = await save.mutateAsync({
        ...{ key: type.key, isNew, takesNotes: isNew && takesNotes, name: draft.name, css: draft.css },
        fields: draft.fields.map(ids),
        templates: draft.templates.map(({ id: _, ...rest }) => rest),
        ...(!isNew && type.version !== null && { version: type.version }),
      })
      onDone(isNew ? output.key : null)
    } catch {
      // useAction has said why; what was typed stays
    }
  }
  const template = draft.templates[Math.min(shown, draft.templates.length - 1)]
  return (
    <div className="grid gap-8 desk:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <TextField
          label={t('types.name')}
          value={draft.name}
          required
          maxLength={200}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <FieldList
          fields={draft.fields}
          onFields={(fields) => setDraft({ ...draft, fields })}
          onRename={(at, name) => setDraft(withRenamedField(draft, at, name))}
          onRemove={(at) => setDraft(withoutField(draft, at))}
        />
        <section aria-label={t('types.cards')} className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="me-auto text-base">{t('types.cards')}</h2>
            {type.kind === 'standard' && (
              <Button
                size="sm"
                icon={<Plus aria-hidden className="size-4" />}
                onClick={() => {
                  const name = t('types.card', { number: draft.templates.length + 1 })
                  const [first, second] = draft.fields.map((field) => field.name)
                  const front = `{{${second ?? first}}}`
                  const made = {
                    id: crypto.randomUUID(),
                    name,
                    front,
                    back: `{{FrontSide}}\n\n<hr id=answer>\n\n{{${first}}}`,
                    from: null,
                  }
                  setShown(draft.templates.length)
                  setDraft({ ...draft, templates: [...draft.templates, made] })
                }}
              >
                {t('types.addCard')}
              </Button>
            )}
          </div>
          {draft.templates.map((one, at) => (
            <fieldset
              key={one.id}
              className="flex min-w-0 flex-col gap-3 border-s-2 border-line ps-4"
              onFocus={() => setShown(at)}
            >
              <legend className="sr-only">{one.name}</legend>
              <div className="flex items-end gap-2">
                <TextField
                  label={t('types.cardName')}
                  className="flex-1"
                  value={one.name}
                  maxLength={200}
                  onChange={(event) => setTemplate(at, { name: event.target.value })}
                />
                {draft.templates.length > 1 && (
                  <Button
                    variant="ghost"
                    aria-label={t('types.removeCard', { name: one.name })}
                    icon={<Trash2 aria-hidden className="size-4" />}
                    onClick={() =>
                      setDraft({ ...draft, templates: draft.templates.filter((_, place) => place !== at) })
                    }
                  />
                )}
              </div>
              <TextArea
                label={t('field.front')}
                className="[&_textarea]:font-mono"
                dir="ltr"
                spellCheck={false}
                value={one.front}
                onChange={(event) => setTemplate(at, { front: event.target.value })}
              />
              <TextArea
                label={t('field.back')}
                className="[&_textarea]:font-mono"
                dir="ltr"
                spellCheck={false}
                value={one.back}
                onChange={(event) => setTemplate(at, { back: event.target.value })}
              />
            </fieldset>
          ))}
          <p className="text-xs text-pretty text-muted">{t('types.syntax', BRACES)}</p>
        </section>
        <TextArea
          label={t('types.css')}
          help={t('types.cssHelp')}
          className="[&_textarea]:font-mono"
          dir="ltr"
          rows={8}
          spellCheck={false}
          maxLength={200_000}
          value={draft.css}
          onChange={(event) => setDraft({ ...draft, css: event.target.value })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 desk:sticky desk:top-4 desk:self-start">
        {template && <TypePreview type={type} draft={draft} at={draft.templates.indexOf(template)} />}
        <p role="alert" className="text-sm text-pretty text-danger-ink empty:hidden">
          {fault && t(`server.${fault.key}`, fault.values)}
        </p>
        {isBuiltIn && (
          <>
            <p className="text-sm text-pretty text-muted">{t('types.builtIn')}</p>
            {type.notes > 0 && (
              <label className="flex items-start gap-2.5 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-4 accent-accent"
                  checked={takesNotes}
                  onChange={(event) => setTakesNotes(event.target.checked)}
                />
                {t('types.takes', { count: type.notes })}
              </label>
            )}
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {!isBuiltIn && (
            <Button
              variant="ghost"
              icon={<Copy aria-hidden className="size-4" />}
              disabled={fault !== null}
              loading={save.isPending}
              onClick={() => void keep(true)}
            >
              {t('types.saveCopy')}
            </Button>
          )}
          <Button
            variant="primary"
            disabled={fault !== null || draft.name.trim() === ''}
            loading={save.isPending}
            onClick={() => void keep(isBuiltIn)}
          >
            {t(isBuiltIn ? 'types.saveCopy' : 'save')}
          </Button>
        </div>
      </div>
    </div>
  )
}
