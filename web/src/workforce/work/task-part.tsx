import { type ReactNode, useId } from 'react'

interface PartProps {
  title: string
  actions?: ReactNode
  children?: ReactNode
}

/** A titled part of a task's page. */
export function Part({ title, actions, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
