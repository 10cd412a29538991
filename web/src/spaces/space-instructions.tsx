import type { SpaceRoom } from '@atrium/contract/spaces'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { UnsavedGuard, useUnsaved } from '../settings/unsaved.tsx'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { isShortcut } from '../ui/shortcut.ts'
import { Hint, Panel } from './panel.tsx'
import { useKeep } from './space-room.ts'

/** characters; contract/spaces.ts has it too, which the browser cannot import without zod; a test holds them equal */
export const INSTRUCTIONS_MAX = 8_000

/** What the assistant is to keep to in every conversation of the Space, edited where it stands. */
export function SpaceInstructions({ spaceKey, room }: { spaceKey: string; room: SpaceRoom }) {
  const { t } = useTranslation('spaces')
  const keep = useKeep(spaceKey)
  const id = useId()
  const saved = room.instructions
  const [text, setText] = useState(saved)
  const [before, setBefore] = useState(saved)
  const [busy, setBusy] = useState(false)
  // Changed on another device: taken over unless something is being written here.
  if (before !== saved) {
    setBefore(saved)
    if (text === before) setText(saved)
  }
  const isDirty = text.trim() !== saved
  const tooLong = text.trim().length > INSTRUCTIONS_MAX
  useUnsaved(isDirty && !busy)

  const save = async () => {
    if (!isDirty || busy || tooLong) return
    setBusy(true)
    const kept = await keep(() =>
      api.put<Pick<SpaceRoom, 'instructions'>>(`/api/spaces/${spaceKey}/instructions`, { instructions: text }),
    )
    if (kept) setText(text.trim())
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShortcut(event.nativeEvent, 'mod+enter')) return
    event.preventDefault()
    void save()
  }
  return (
    <Panel title={t('instructions')}>
      <UnsavedGuard />
      <Hint>{t('instructionsText')}</Hint>
      <label htmlFor={id} className="sr-only">
        {t('instructions')}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={t('instructionsExample')}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? `${id}-error` : undefined}
        className={`${controlClass} mt-2 field-sizing-content max-h-72 min-h-20 resize-y px-3 py-2`}
      />
      {tooLong && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-ink">
          {t('tooLong', { count: INSTRUCTIONS_MAX })}
        </p>
      )}
      {isDirty && (
        <div className="mt-2 flex gap-2">
          <Button size="sm" variant="primary" loading={busy} disabled={tooLong} onClick={() => void save()}>
            {t('common.save')}
          </Button>
          <Button size="sm" onClick={() => setText(saved)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
