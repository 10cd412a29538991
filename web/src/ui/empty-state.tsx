import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** One primary way on, and perhaps a quiet second. */
  action?: ReactNode
  /** 1 when it stands for the whole page. */
  level?: 1 | 2
  className?: string
}

/** What a place says when there is nothing in it yet: what it is for, and the way on. */
export function EmptyState({ icon, title, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={clsx('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}>
      {icon && <div className="mb-4 text-faint [&_svg]:size-8 [&_svg]:stroke-[1.5]">{icon}</div>}
      {/* What emptied the place may have had the focus: it can come here. */}
      <Heading tabIndex={-1} className="text-lg outline-none">
        {title}
      </Heading>
      {text && <div className="mt-1 text-pretty text-muted">{text}</div>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
