import type { ReactNode } from 'react'

/** What a model can be asked for beside a form: folded, and nothing is asked before somebody opens it and says so. */
export function WithModel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-md border border-line p-3">
      <summary className="cursor-default rounded-sm text-sm font-medium">{title}</summary>
      <div className="mt-3 flex flex-col gap-3">{children}</div>
    </details>
  )
}
