import { clsx } from 'clsx'
import { Children, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropLane } from './board-drag.ts'
import { Button } from './button.tsx'

/** Cards before "Show more". */
const PAGE = 100

interface BoardLaneProps {
  id: string
  title: string
  count: number
  children: ReactNode
}

export function BoardLane({ id, title, count, children }: BoardLaneProps) {
  const { t } = useTranslation('kit')
  const lane = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const heading = useId()
  const cards = Children.toArray(children)
  useEffect(() => (lane.current ? dropLane(lane.current, id, setIsOver) : undefined), [id])
  return (
    <div
      ref={lane}
      className={clsx(
        'flex w-72 shrink-0 snap-start flex-col rounded-lg p-1.5 max-sm:w-[82vw]',
        isOver ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <h2 id={heading} className="flex items-baseline gap-2 px-1.5 pt-1 pb-2 text-sm font-semibold">
        <span className="min-w-0 truncate">{title}</span>
        <span className="font-normal text-muted tabular">{count}</span>
      </h2>
      <ul aria-labelledby={heading} className="flex flex-1 flex-col gap-1.5">
        {cards.slice(0, shown)}
      </ul>
      {cards.length > shown && (
        <Button size="sm" variant="ghost" className="mt-1.5" onClick={() => setShown(shown + PAGE)}>
          {t('more', { count: cards.length - shown })}
        </Button>
      )}
    </div>
  )
}
