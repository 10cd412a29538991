import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface DocsFoldProps {
  /** What the address calls it. */
  id: string
  title: string
  text: string
  note?: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: () => ReactNode
}

/** A module or an agent: its name, and folded below it all that it can do. What is folded is not drawn. */
export function DocsFold({ id, title, text, note, isOpen, onToggle, children }: DocsFoldProps) {
  return (
    <li>
      <h2 id={id} tabIndex={-1} className="scroll-mt-4 outline-none">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-inside` : undefined}
          onClick={() => onToggle(!isOpen)}
          className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2.5 text-start hover:bg-hover"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium">
              <bdi>{title}</bdi>
            </span>
            <span className="block text-sm font-normal text-pretty text-muted">
              <bdi>{text}</bdi>
            </span>
          </span>
          {note && <span className="shrink-0 text-xs font-normal text-muted tabular-nums phone:hidden">{note}</span>}
          <ChevronDown
            aria-hidden
            className={`size-4 shrink-0 text-muted transition-transform duration-160 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {isOpen && (
        <div id={`${id}-inside`} className="mt-1 mb-6">
          {children()}
        </div>
      )}
    </li>
  )
}
