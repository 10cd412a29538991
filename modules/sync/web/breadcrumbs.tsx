import { ChevronRight } from 'lucide-react'
import { useTexts } from './texts.ts'

interface BreadcrumbsProps {
  path: readonly { id: string; name: string }[]
  /** What the way begins with; the person's own files when absent. */
  root?: { id: string; name: string }
  onGo: (id: string) => void
}

export function Breadcrumbs({ path, root, onGo }: BreadcrumbsProps) {
  const { t } = useTexts()
  const places = [root ?? { id: '', name: t('top') }, ...path]
  return (
    <nav aria-label={t('where')} className="min-w-0">
      <ol className="flex flex-wrap items-center gap-0.5">
        {places.map(({ id, name }, at) => (
          <li key={id} className="flex min-w-0 items-center gap-0.5">
            {at > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-faint rtl:-scale-x-100" />}
            <button
              type="button"
              dir="auto"
              aria-current={at === places.length - 1 ? 'page' : undefined}
              onClick={() => onGo(id)}
              className={`max-w-48 truncate rounded-md px-1.5 py-1 text-sm hover:bg-hover touch:py-2.5 ${at === places.length - 1 ? 'font-medium' : 'text-muted'}`}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
