import { spaceOf } from '@atrium/contract/catalogue/spaces'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'

/** The way from a conversation back to its Space. */
export function SpaceCrumb({ space }: { space: string }) {
  const found = spaceOf(space)
  if (!found) return null
  return (
    <span className="flex shrink-0 items-center gap-1 text-sm text-muted">
      <Link to={`/spaces/${found.key}`} className="rounded-sm hover:text-ink">
        <span aria-hidden>{found.emoji}</span> {said(found.title)}
      </Link>
      <ChevronRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
    </span>
  )
}
