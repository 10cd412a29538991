import { type AgentTab, agentTabs } from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/formats.ts'

export const tabOf = (value: string): AgentTab['id'] => agentTabs.find(({ id }) => id === value)?.id ?? 'All'

interface CategoryTabsProps {
  value: AgentTab['id']
  onChoose: (tab: AgentTab['id']) => void
  /** The id of what the tabs change. */
  controls: string
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Spec 9, "Category counts", computed. The arrows move along the strip, in the direction that is read. */
export function CategoryTabs({ value, onChoose, controls }: CategoryTabsProps) {
  const { t, i18n } = useTranslation('workforce')
  const strip = useRef<HTMLDivElement>(null)
  const go = (at: number) => {
    const index = (at + agentTabs.length) % agentTabs.length
    const tab = agentTabs[index]
    if (tab) onChoose(tab.id)
    const button = strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]
    button?.focus()
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = agentTabs.findIndex(({ id }) => id === value)
    const sign = i18n.dir() === 'rtl' ? -1 : 1
    const step = steps[event.key]
    if (step !== undefined) go(at + step * sign)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(agentTabs.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={t('departments')}
      onKeyDown={onKeyDown}
      className="-mx-4 flex gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:flex-wrap desk:px-0"
    >
      {agentTabs.map(({ id, count }) => (
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
            'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-120 touch:h-11',
            id === value ? 'bg-active font-medium' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          <span>{id === 'All' ? t('all') : t(`department.${id}`)}</span>
          <span className="text-xs text-muted tabular-nums">{formatNumber(count, i18n.language)}</span>
        </button>
      ))}
    </div>
  )
}
