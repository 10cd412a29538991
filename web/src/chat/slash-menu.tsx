import { CornerDownLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icon.tsx'
import { optionId, type SlashEntry } from './slash-score.ts'

export interface SlashMenuProps {
  id: string
  entries: readonly SlashEntry[]
  active: number
  onActive: (index: number) => void
  onChoose: (entry: SlashEntry) => void
}

/** What can be done from here, above the composer. The composer keeps the focus and names the active entry. */
export function SlashMenu({ id, entries, active, onActive, onChoose }: SlashMenuProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-rise rounded-lg bg-popover p-1 shadow-float">
      <p role="status" className="sr-only">
        {t('chat.slash.count', { count: entries.length })}
      </p>
      <div ref={list} id={id} role="listbox" aria-label={t('chat.slash.label')} className="max-h-72 overflow-y-auto">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the composer has the focus and points here with aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the composer
          <div
            key={entry.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => index !== active && onActive(index)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(entry)}
            className="flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-hover touch:min-h-11"
          >
            <Icon name={entry.icon} className="size-4 shrink-0 text-muted" />
            <span className="shrink-0 font-mono text-[0.8125rem]">{entry.trigger}</span>
            <span className="min-w-0 flex-1 truncate">
              {entry.title}
              <span className="ms-2 text-xs text-muted">
                {entry.kind === 'page' ? t('chat.slash.page') : entry.description}
              </span>
            </span>
            {index === active && (
              <CornerDownLeft aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
