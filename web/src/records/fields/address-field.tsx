import { type Address, countries, emptyAddress } from '@atrium/contract/addresses'
import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { countryName, orderOfParts } from './address-lines.ts'

interface AddressFieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string
  isRequired: boolean
  value: Address
  onChange: (value: Address) => void
  onBlur: () => void
  ref: (at: { focus: () => void } | null) => void
}

/** An address in its parts, in the order in which its country writes them. */
export function AddressField({ label, help, error, isRequired, value, onChange, onBlur, ref }: AddressFieldProps) {
  const { t, i18n } = useTranslation('kit')
  const id = useId()
  const { language } = i18n
  const address = { ...emptyAddress, ...value }
  const options = useMemo(
    () =>
      countries
        .map((code) => ({ value: code, label: countryName(code, language) }))
        .sort((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  )
  const order = orderOfParts(address.country)
  const parts = [
    ...order,
    ...(['region', 'postcode', 'locality'] as const).filter((part) => !order.includes(part) && address[part]),
  ]
  const set = (part: keyof Address, text: string) => onChange({ ...address, [part]: text })
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={described || undefined} onBlur={onBlur}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
        {parts.map((part, at) =>
          part === 'street' ? (
            <TextArea
              key={part}
              className="sm:col-span-2"
              rows={2}
              dir="auto"
              maxLength={300}
              label={t('address.street')}
              value={address.street}
              ref={at === 0 ? ref : undefined}
              aria-required={isRequired || undefined}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => set('street', target.value)}
            />
          ) : (
            <TextField
              key={part}
              dir="auto"
              maxLength={part === 'postcode' ? 20 : 120}
              label={t(`address.${part}`)}
              value={address[part]}
              ref={at === 0 ? ref : undefined}
              onChange={({ target }) => set(part, target.value)}
            />
          ),
        )}
        <Select
          className="sm:col-span-2"
          label={t('address.country')}
          value={address.country}
          options={[{ value: '', label: t('address.noCountry') }, ...options]}
          onChange={({ target }) => set('country', target.value)}
        />
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-ink">
          {said(error)}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </fieldset>
  )
}
