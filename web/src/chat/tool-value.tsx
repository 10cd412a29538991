import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { labelOf } from '../records/field-label.ts'

const ROWS = 6

/** Data of an action as people read it: fields by name, a list by its titles. */
export function ToolValue({ value }: { value: unknown }) {
  const { t, i18n } = useTranslation()
  if (Array.isArray(value)) {
    if (value.length === 0) return <p className="text-muted">{t('chat.tool.nothing')}</p>
    return (
      <div>
        <ul className="flex flex-col gap-1">
          {value.slice(0, ROWS).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a finished result never changes its order
            <li key={index} className="truncate before:me-2 before:text-faint before:content-['–']">
              {titleOf(item, localeOf(i18n.language))}
            </li>
          ))}
        </ul>
        {value.length > ROWS && (
          <p className="mt-1 text-xs text-muted">{t('chat.tool.more', { count: value.length - ROWS })}</p>
        )}
      </div>
    )
  }
  if (typeof value !== 'object' || value === null)
    return <p className="[overflow-wrap:anywhere]">{show(value, localeOf(i18n.language))}</p>
  const fields = Object.entries(value).filter(
    ([name, field]) => !hidden.has(name) && field !== null && field !== undefined && field !== '',
  )
  const list = fields.length === 1 && Array.isArray(fields[0]?.[1]) ? fields[0][1] : undefined
  if (list) return <ToolValue value={list} />
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {fields.slice(0, ROWS * 2).map(([name, field]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{labelOf(name)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{show(field, localeOf(i18n.language))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the core writes on every row; nothing to a reader. */
const hidden = new Set(['id', 'version', 'createdAt', 'updatedAt'])

function titleOf(item: unknown, locale: string): string {
  if (typeof item !== 'object' || item === null) return show(item, locale)
  const named = Object.entries(item).find(
    ([name, field]) => /^(title|name|label|summary|front|text|subject)$/.test(name) && typeof field === 'string',
  )
  return named ? String(named[1]) : show(item, locale)
}

function show(value: unknown, locale: string): string {
  if (typeof value === 'number') return value.toLocaleString(locale)
  if (typeof value === 'string') {
    if (/^\d{4}-\d{2}-\d{2}T/.test(value))
      return new Date(value).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    if (/^\d{4}-\d{2}-\d{2}$/.test(value))
      return new Date(`${value}T12:00`).toLocaleDateString(locale, { dateStyle: 'medium' })
    return value
  }
  if (Array.isArray(value))
    return new Intl.ListFormat(locale, { type: 'unit' }).format(value.map((item) => titleOf(item, locale)))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
