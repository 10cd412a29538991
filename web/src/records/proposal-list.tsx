import type { ReactNode } from 'react'

export interface ProposalListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** What the tick of an item is called. */
  nameOf: (item: T) => string
  /** Those that are not to be taken over. */
  without: ReadonlySet<string>
  onWithout: (next: ReadonlySet<string>) => void
  children: (item: T) => ReactNode
}

/** What a model proposes, each with a tick: all are chosen at first, and nothing is kept but what is chosen. */
export function ProposalList<T>({ label, items, keyOf, nameOf, without, onWithout, children }: ProposalListProps<T>) {
  const toggle = (key: string) => {
    const next = new Set(without)
    if (!next.delete(key)) next.add(key)
    onWithout(next)
  }
  return (
    <ul
      aria-label={label}
      className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {items.map((item) => {
        const key = keyOf(item)
        return (
          <li key={key} className="flex items-start gap-3 px-3 py-2 text-sm">
            <input
              type="checkbox"
              aria-label={nameOf(item)}
              className="mt-0.5 size-4 shrink-0 accent-accent touch:size-6"
              checked={!without.has(key)}
              onChange={() => toggle(key)}
            />
            <div className="min-w-0 flex-1 wrap-anywhere">{children(item)}</div>
          </li>
        )
      })}
    </ul>
  )
}
