import { ImportDialog, Select } from '@atrium/web/kit'
import { useState } from 'react'
import type { AnkiOptions } from '../anki-options.ts'
import { useTexts } from './texts.ts'

const TAKES = ['newer', 'always', 'never'] as const

/** Files of cards; of a package of Anki's it can be chosen what takes the place of what is here. */
export function ImportCards({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTexts()
  const [options, setOptions] = useState<AnkiOptions>({ notes: 'newer', types: 'newer', progress: true })
  const choice = (name: 'notes' | 'types') => (
    <Select
      label={t(`importing.${name}`)}
      value={options[name]}
      onChange={({ target }) => setOptions({ ...options, [name]: target.value as AnkiOptions['notes'] })}
      options={TAKES.map((value) => ({ value, label: t(`importing.${value}`) }))}
    />
  )
  return (
    <ImportDialog
      module="flash"
      open={open}
      onOpenChange={onOpenChange}
      optionValues={options}
      options={(name) =>
        name === 'anki' && (
          <div className="flex flex-col gap-3">
            <div className="grid gap-3 sm:grid-cols-2">
              {choice('notes')}
              {choice('types')}
            </div>
            <label className="flex items-start gap-2.5 text-sm">
              <input
                type="checkbox"
                className="mt-0.5 size-4 accent-accent"
                checked={options.progress}
                onChange={({ target }) => setOptions({ ...options, progress: target.checked })}
              />
              {t('importing.progress')}
            </label>
          </div>
        )
      }
    />
  )
}
