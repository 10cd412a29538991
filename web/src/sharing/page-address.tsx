import type { PublicPage } from '@atrium/contract/public-pages'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../settings/copy-button.tsx'
import { buttonClass } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** How many came, in a line: all of them, and those of today. */
export function usePageVisits({ visits }: Pick<PublicPage, 'visits'>): string {
  const { t, i18n } = useTranslation('sharing')
  const now = visits.days.find(({ day }) => day === today())?.visits ?? 0
  const all = t('pages.visits', { count: formatNumber(visits.total, i18n.language) as never })
  return now > 0 ? `${all} · ${t('pages.today', { count: formatNumber(now, i18n.language) as never })}` : all
}

/** Where a page is, the ways to take that along and to look at it, and how many did. */
export function PageAddress({ page }: { page: PublicPage }) {
  const { t } = useTranslation('sharing')
  const visits = usePageVisits(page)
  return (
    <div className="flex flex-col gap-2 rounded-lg bg-surface px-3 py-3">
      <code dir="ltr" className="select-all break-all font-mono text-sm">
        {page.url}
      </code>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton text={page.url} />
        <a href={page.url} target="_blank" rel="noopener" className={buttonClass('secondary', 'sm')}>
          <ExternalLink aria-hidden className="size-4" />
          {t('pages.open')}
        </a>
        <span className="ms-auto text-xs text-muted tabular">{visits}</span>
      </div>
    </div>
  )
}
