import { Select, Switch, TextField } from '@atrium/web/kit'
import { accountOptions, type Facts } from './facts.ts'
import { useTexts } from './texts.ts'

export type ImportValues = Partial<Record<string, string | boolean>>

/** Without what was left as it is: the server finds that out from the file. */
export const sentValues = (values: ImportValues): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false))

const columns = ['date', 'amount', 'out', 'in', 'payee', 'memo', 'category'] as const

interface ImportOptionsProps {
  /** `statement` or `table`. */
  name: string
  facts: Facts
  values: ImportValues
  onValues: (values: ImportValues) => void
}

/** What a file may leave open: its account, how its dates and amounts are written, which column is what. */
export function ImportOptions({ name, facts, values, onValues }: ImportOptionsProps) {
  const { t } = useTexts()
  const text = (field: string) => String(values[field] ?? '')
  const on = (field: string) => ({
    value: text(field),
    onChange: ({ target }: { target: { value: string } }) => onValues({ ...values, [field]: target.value }),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('importer.account')}
          options={[{ value: '', label: t('importer.byFile') }, ...accountOptions(facts)]}
          {...on('account')}
        />
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
        {facts.accounts.length === 0 && (
          <TextField label={t('account.currency')} help={t('account.currencyHelp')} maxLength={3} {...on('currency')} />
        )}
        {name === 'table' && (
          <Select
            label={t('importer.decimal')}
            options={[
              { value: '', label: t('importer.guess') },
              { value: '.', label: t('importer.point') },
              { value: ',', label: t('importer.comma') },
            ]}
            {...on('decimal')}
          />
        )}
      </div>
      {name === 'table' && (
        <>
          <Switch
            label={t('importer.flip')}
            checked={values.flip === true}
            onChange={(flip) => onValues({ ...values, flip })}
          />
          <details>
            <summary className="cursor-pointer text-sm text-muted">{t('importer.columns')}</summary>
            <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
              {columns.map((column) => (
                <TextField key={column} label={t(`importer.${column}`)} maxLength={100} {...on(column)} />
              ))}
            </div>
          </details>
        </>
      )}
    </div>
  )
}
