import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../records/field-label.ts'
import { formatDate, formatNumber } from '../ui/formats.ts'

const LONG_TEXT = 600 // characters before a text scrolls
const SHOWN = 8 // entries of a list before "Show more"

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** What needs the whole width, below its name. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > 120 || value.includes('\n') : typeof value === 'object'

/** Data of an action as people read it: fields by name, lists of things one below the other. Never JSON. */
export function ReadableValue({ value }: { value: unknown }): ReactNode {
  const { t, i18n } = useTranslation('approvals')
  if (isEmpty(value)) return <span className="text-muted">{t('value.empty')}</span>
  if (Array.isArray(value)) return <ReadableList values={value} />
  if (isGroup(value)) return <ReadableFields value={value} />
  if (typeof value === 'number') return <>{formatNumber(value, i18n.language, { maximumFractionDigits: 12 })}</>
  if (typeof value === 'boolean') return <>{t(value ? 'value.yes' : 'value.no')}</>
  const text = String(value)
  // A long text scrolls within its place: the decision about it stays in sight.
  if (text.length > LONG_TEXT)
    return (
      <div
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it can be reached without a mouse
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-md whitespace-pre-wrap scroll-quiet [overflow-wrap:anywhere]"
      >
        {text}
      </div>
    )
  const isMoment = /^\d{4}-\d{2}-\d{2}($|T\d{2}:\d{2})/.test(text)
  const shown = isMoment ? formatDate(text, i18n.language) : text
  // Paragraphs begin where their own language does, one line beside its name where the page's does.
  return text.includes('\n') ? (
    <span dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
      {shown}
    </span>
  ) : (
    <bdi className="[overflow-wrap:anywhere]">{shown}</bdi>
  )
}

function ReadableFields({ value }: { value: Record<string, unknown> }) {
  const { t } = useTranslation('approvals')
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field))
  if (fields.length === 0) return <span className="text-muted">{t('value.empty')}</span>
  return (
    <dl className="grid min-w-0 grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
      {fields.map(([name, field]) => (
        <div key={name} className={isLong(field) ? 'col-span-full' : 'contents'}>
          <dt className="text-muted">{labelOf(name)}</dt>
          <dd className="min-w-0 max-sm:mb-2">
            <ReadableValue value={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ReadableList({ values }: { values: readonly unknown[] }) {
  const { t } = useTranslation('approvals')
  const [isOpen, setIsOpen] = useState(false)
  const hidden = isOpen ? 0 : Math.max(0, values.length - SHOWN)
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {values.slice(0, values.length - hidden).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is shown does not change its order
          <li key={at} className={isGroup(one) ? 'border-s-2 border-line ps-3' : undefined}>
            <ReadableValue value={one} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="mt-1.5 text-sm text-accent-ink underline-offset-2 hover:underline touch:min-h-11"
        >
          {t('value.more', { count: hidden })}
        </button>
      )}
    </>
  )
}
