import type { Unsupported } from '@atrium/contract/model-door'
import { useTranslation } from 'react-i18next'

/** A model's text, with what its facts do not bear marked in it. */
export function MarkedText({ text, unsupported }: { text: string; unsupported: readonly Unsupported[] }) {
  const { t } = useTranslation('kit')
  const parts = unsupported.map(({ start, end }, at) => ({
    start,
    before: text.slice(unsupported[at - 1]?.end ?? 0, start),
    marked: text.slice(start, end),
  }))
  return (
    <>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {parts.map(({ start, before, marked }) => (
          <span key={start}>
            {before}
            <mark className="rounded-sm bg-warning-soft px-0.5 text-warning-ink underline decoration-wavy">
              {marked}
            </mark>
          </span>
        ))}
        {text.slice(unsupported.at(-1)?.end ?? 0)}
      </p>
      {unsupported.length > 0 && (
        <p role="note" className="text-sm text-warning-ink">
          {t('model.unsupported', { count: unsupported.length })}
        </p>
      )}
    </>
  )
}
