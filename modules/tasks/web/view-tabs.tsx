import { clsx } from 'clsx'
import type { View } from '../readings.ts'
import { useTexts } from './texts.ts'
import { views } from './view-address.ts'

interface ViewTabsProps {
  /** None in a project. */
  view: View | null
  counts: Partial<Record<View, number>>
  overdue: number
  onView: (view: View) => void
}

export function ViewTabs({ view, counts, overdue, onView }: ViewTabsProps) {
  const { t } = useTexts()
  return (
    <nav
      aria-label={t('viewsLabel')}
      className="-mx-2 flex max-w-[calc(100%+1rem)] gap-1 overflow-x-auto p-1 max-sm:gap-0.5"
    >
      {views.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === view ? 'page' : undefined}
          onClick={() => onView(name)}
          className={clsx(
            'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm max-sm:gap-1 max-sm:px-1.5 touch:h-10',
            name === view ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {t(`views.${name}`)}
          {name !== 'done' && Boolean(counts[name]) && (
            <span
              className={clsx('text-xs tabular', name === 'today' && overdue > 0 ? 'text-danger-ink' : 'text-muted')}
            >
              {counts[name]}
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}
