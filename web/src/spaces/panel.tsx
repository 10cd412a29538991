import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the Space's page. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-9 items-center justify-between gap-3 touch:min-h-11">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {action}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  )
}

/** What a part is for, while there is nothing in it. */
export const Hint = ({ children }: { children: ReactNode }) => (
  <p className="max-w-prose text-sm text-pretty text-muted">{children}</p>
)

export const rowClass =
  'flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint'
