import { clsx } from 'clsx'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface SeatTabsProps {
  /** `isMarked`: something is to be done there. */
  tabs: readonly { id: string; label: string; isMarked?: boolean }[]
  value: string
  onChoose: (id: string) => void
  /** The id of what the tabs change. */
  controls: string
}

/** The parts of a seat's page. The arrows move along the strip, in the direction that is read. */
export function SeatTabs({ tabs, value, onChoose, controls }: SeatTabsProps) {
  const { t, i18n } = useTranslation('seats')
  const strip = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever is chosen is seen
  useLayoutEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-selected=true]')
    const { scrollWidth = 0, clientWidth = 0 } = strip.current ?? {}
    if (scrollWidth > clientWidth) chosen?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [value])
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = i18n.dir() === 'rtl' ? -1 : 1
    const at = tabs.findIndex(({ id }) => id === value)
    const to = {
      ArrowRight: at + sign,
      ArrowLeft: at - sign,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + tabs.length) % tabs.length
    const tab = tabs[index]
    if (tab) onChoose(tab.id)
    strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={t('tabs.label')}
      onKeyDown={onKeyDown}
      className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] desk:mx-0 desk:px-0"
    >
      {tabs.map(({ id, label, isMarked }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${controls}-${id}`}
          aria-selected={id === value}
          aria-controls={controls}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChoose(id)}
          className={clsx(
            '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-sm -outline-offset-2 transition-colors duration-120 touch:h-11',
            id === value ? 'border-accent font-medium' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
          {isMarked && (
            <>
              <span aria-hidden className="size-1.5 rounded-full bg-accent" />
              <span className="sr-only">{t('tabs.todo')}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
