import { useTranslation } from 'react-i18next'
import { labelOf } from '../records/field-label.ts'
import { isGroup } from './input-schema.ts'
import { ReadableValue } from './readable-value.tsx'

export interface WordShownProps {
  /** What was done, and what had been asked for where the person changed it. */
  input: unknown
  asked?: unknown
  /** What the person said with their word. */
  note?: string | undefined
}

/** What a person made of something before it ran: each field that they changed, as it was and as it is, and what they said. */
export function WordShown({ input, asked, note }: WordShownProps) {
  const { t } = useTranslation('approvals')
  const changed = isGroup(asked) && isGroup(input) ? changesOf(asked, input) : []
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {changed.length > 0 && (
        <div className="min-w-0">
          <h4 className="mb-1 text-xs font-medium text-muted">{t('changed')}</h4>
          <dl className="grid min-w-0 grid-cols-[minmax(0,9rem)_minmax(0,1fr)] gap-x-4 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
            {changed.map(({ name, before, after }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{labelOf(name)}</dt>
                <dd className="flex min-w-0 flex-wrap gap-x-3 max-sm:mb-2">
                  <del className="min-w-0 text-muted">
                    <ReadableValue value={before} />
                  </del>
                  <ins className="min-w-0 no-underline">
                    <ReadableValue value={after} />
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {note && (
        <p className="border-s-2 border-line ps-3 text-muted wrap-anywhere" dir="auto">
          <span className="sr-only">{t('note')}: </span>
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

const changesOf = (asked: Record<string, unknown>, input: Record<string, unknown>) =>
  [...new Set([...Object.keys(asked), ...Object.keys(input)])].flatMap((name) => {
    const [before, after] = [asked[name], input[name]]
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ name, before, after }]
  })
