import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from './texts.ts'

/** The way from a page beside the files to them. */
export function BackToFiles() {
  const { t } = useTexts()
  return (
    <Link to="/sync" className="flex min-h-8 items-center gap-1.5 text-sm text-muted hover:text-ink">
      <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      {t('top')}
    </Link>
  )
}
