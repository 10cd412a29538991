import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/field.tsx'

interface LocalTimeFieldProps {
  name: string
  label: ReactNode
  help?: ReactNode
  error?: string
  isRequired: boolean
  /** `2026-12-31`, or `2026-12-31T18:00`. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: (at: HTMLInputElement | null) => void
}

/** A day, and a time where one is given. */
export function LocalTimeField({ value, isRequired, onChange, onBlur, help, ...day }: LocalTimeFieldProps) {
  const { t } = useTranslation('kit')
  const [on = '', at = ''] = value.split('T')
  // A day that is being typed is none for a moment, and the time stays for the next one.
  const time = useRef(at)
  if (on !== '') time.current = at
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          {...day}
          type="date"
          onBlur={onBlur}
          aria-required={isRequired || undefined}
          value={on}
          onChange={({ target }) =>
            onChange(time.current && target.value ? `${target.value}T${time.current}` : target.value)
          }
        />
        <TextField
          label={t('records.time')}
          type="time"
          disabled={on === ''}
          onBlur={onBlur}
          value={at}
          onChange={({ target }) => onChange(target.value ? `${on}T${target.value.slice(0, 5)}` : on)}
        />
      </div>
      {help && <p className="text-xs text-muted">{help}</p>}
    </div>
  )
}
