import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx'
import { usePageTitle } from './page-title.ts'

/** What stands in the place of a whole page, and names it. */
export function Instead(told: Omit<EmptyStateProps, 'level' | 'className'>) {
  usePageTitle(told.title)
  return (
    <div className="flex flex-1 flex-col justify-center pb-[10vh]">
      <EmptyState level={1} {...told} />
    </div>
  )
}
