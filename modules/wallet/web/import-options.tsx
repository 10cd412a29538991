import { Select, TextField } from '@atrium/web/kit'
import { accountOptions, type Facts } from './facts.ts'
import { useTexts } from './texts.ts'

export type ImportValues = Partial<Record<string, string>>

/** Without what was left as it is: the server finds that out from the file. */
export const sentValues = (values: ImportValues): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

interface ImportOptionsProps {
  /** `statement`, `table` … */
  name: string
  facts: Facts
  values: ImportValues
  onValues: (values: ImportValues) => void
}

/** What a file may leave open besides its columns: its account, its currency, how it writes dates or what was spent. */
export function ImportOptions({ name, facts, values, onValues }: ImportOptionsProps) {
  const { t } = useTexts()
  const on = (field: string) => ({
    value: values[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onValues({ ...values, [field]: target.value }),
  })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {name !== 'budget' && (
        <Select
          label={t('importer.account')}
          options={[{ value: '', label: t('importer.byFile') }, ...accountOptions(facts)]}
          {...on('account')}
        />
      )}
      {name === 'statement' && (
        <Select
          label={t('importer.order')}
          options={[
            { value: '', label: t('importer.guess') },
            { value: 'dmy', label: t('importer.dmy') },
            { value: 'mdy', label: t('importer.mdy') },
            { value: 'ymd', label: t('importer.ymd') },
          ]}
          {...on('order')}
        />
      )}
      {name === 'table' && (
        <Select
          label={t('importer.sign')}
          options={[
            { value: '', label: t('importer.asBefore') },
            { value: 'negative', label: t('importer.negative') },
            { value: 'positive', label: t('importer.positive') },
          ]}
          {...on('sign')}
        />
      )}
      {facts.accounts.length === 0 && (
        <TextField label={t('account.currency')} help={t('account.currencyHelp')} maxLength={3} {...on('currency')} />
      )}
    </div>
  )
}
