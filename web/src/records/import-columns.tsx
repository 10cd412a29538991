import type { NamedField } from '@atrium/contract/field-facts'
import { encodings, type TableOptions, type TableUnderstood } from '@atrium/contract/table-import'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../i18n/module-texts.ts'
import { Select } from '../ui/field.tsx'
import { fieldText } from './fields/field-texts.ts'

interface ImportColumnsProps {
  table: TableUnderstood
  options: Partial<TableOptions>
  onOptions: (options: Partial<TableOptions>) => void
}

/** Whether the person has to say something before such a table may be kept. */
export const hasToSay = ({ dates }: TableUnderstood): boolean => dates.by === 'open' || dates.by === 'mixed'

/** Lines on which names are looked for by hand. */
const LINES = 40

const ORDERS = ['dmy', 'mdy', 'ymd'] as const

/** A column may have one part of an address. */
const columnLabel = (field: NamedField, t: (key: string) => string): string =>
  field.part ? `${fieldLabel(field)}: ${t(`address.${field.part}`)}` : fieldLabel(field)

/** Every column of a file: what it fills, and its first values as they were read. All of it can be changed. */
export function ImportColumns({ table, options, onOptions }: ImportColumnsProps) {
  const { t, i18n } = useTranslation('kit')
  const { columns, fields, dates, skipped, encoding, header } = table
  const hasDates = dates.by !== 'none'
  const decimal = columns.find((column) => column.decimal)?.decimal
  const fill = (at: number, field: string) => {
    // A field has one column: another that had it is left out.
    const other = columns.findIndex((column) => column.field === field && field !== '')
    onOptions({
      ...options,
      columns: { ...options.columns, ...(other >= 0 && other !== at && { [other]: '' }), [at]: field },
    })
  }
  const choices = [
    { value: '', label: t('import.leaveOut') },
    ...fields.map((field) => ({ value: field.name, label: columnLabel(field, t) })),
  ]
  return (
    <section aria-label={t('import.columns')} className="flex flex-col gap-3">
      {(hasDates || decimal || encoding) && (
        <div className="grid gap-3 sm:grid-cols-2">
          {hasDates && (
            <Select
              label={t('import.order', { example: dates.example ?? '' })}
              help={hasToSay(table) ? t('import.orderAsk') : undefined}
              value={options.order ?? (hasToSay(table) ? '' : dates.order)}
              options={[
                ...(hasToSay(table) ? [{ value: '', label: t('form.choose'), disabled: true }] : []),
                ...ORDERS.map((order) => ({ value: order, label: t(`import.${order}`) })),
              ]}
              onChange={({ target }) => onOptions({ ...options, order: target.value as TableOptions['order'] })}
            />
          )}
          {decimal && (
            <Select
              label={t('import.decimal')}
              value={options.decimal ?? decimal}
              options={[
                { value: '.', label: '1,234.56' },
                { value: ',', label: '1.234,56' },
              ]}
              onChange={({ target }) => onOptions({ ...options, decimal: target.value as TableOptions['decimal'] })}
            />
          )}
          {encoding && (
            <Select
              label={t('import.encoding')}
              value={encoding}
              options={[...new Set([encoding, ...encodings])].map((value) => ({ value, label: value }))}
              onChange={({ target }) => onOptions({ ...options, encoding: target.value })}
            />
          )}
          {header !== null && (
            <Select
              label={t('import.header')}
              value={String(header)}
              options={[
                { value: '0', label: t('import.noHeader') },
                ...Array.from({ length: Math.max(LINES, header) }, (_, at) => ({
                  value: String(at + 1),
                  label: t('import.line', { line: at + 1 }),
                })),
              ]}
              onChange={({ target }) => onOptions({ ...options, header: Number(target.value), columns: {} })}
            />
          )}
        </div>
      )}
      {skipped > 0 && <p className="text-sm text-muted">{t('import.skipped', { count: skipped })}</p>}
      <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {columns.map(({ name, field, samples }, at) => {
          const facts = fields.find((one) => one.name === field)
          return (
            <li key={name} className="flex min-w-0 flex-col gap-1.5">
              <Select
                label={<bdi>{name}</bdi>}
                value={field ?? ''}
                options={choices}
                onChange={({ target }) => fill(at, target.value)}
              />
              <ul className="flex flex-col text-xs text-muted">
                {samples.map(({ text, value }) => (
                  <li key={text} className="truncate">
                    <bdi>{text}</bdi>
                    {facts && (
                      <>
                        {' → '}
                        {value === null ? (
                          <span className="text-danger-ink">{t('import.unread')}</span>
                        ) : (
                          <bdi className="text-ink">{fieldText(facts, value, i18n.language, t)}</bdi>
                        )}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
