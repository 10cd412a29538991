import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropLane } from './board-drag.ts'
import { Button } from './button.tsx'
import { formatNumber } from './formats.ts'

/** Cards before "Show more". */
const PAGE = 100

interface BoardLaneProps {
  id: string
  title: string
  count: number
  more: ReactNode
  menu: ReactNode
  /** As many cards as are seen. */
  children: (shown: number) => ReactNode
}

export function BoardLane({ id, title, count, more, menu, children }: BoardLaneProps) {
  const { t, i18n } = useTranslation('kit')
  const lane = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const heading = useId()
  useEffect(() => (lane.current ? dropLane(lane.current, id, setIsOver) : undefined), [id])
  return (
    <div
      ref={lane}
      className={clsx(
        'flex w-72 shrink-0 snap-start flex-col rounded-lg p-1.5 max-sm:w-[82vw]',
        isOver ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h2 id={heading} className="flex min-w-0 items-baseline gap-2 px-1.5 pt-1 pb-2 text-sm font-semibold">
          <bdi className="min-w-0 truncate">{title}</bdi>
          <span className="font-normal text-muted tabular">
            {formatNumber(count, i18n.language)}
            {more && '+'}
          </span>
        </h2>
        {menu}
      </div>
      <ul aria-labelledby={heading} className="flex flex-1 flex-col gap-1.5">
        {children(shown)}
      </ul>
      {count > shown && (
        <Button size="sm" variant="ghost" className="mt-1.5" onClick={() => setShown(shown + PAGE)}>
          {t('more', { count: count - shown })}
        </Button>
      )}
      {count <= shown && more}
    </div>
  )
}
