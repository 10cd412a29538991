import type { SeatsAtWork } from '@atrium/contract/workforce-seats'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../platform/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { mentionAt } from './mention-text.ts'
import type { SlashMenuProps } from './slash-menu.tsx'

/** Seats that are listed at once. */
const MOST = 8

/** Which of the person's seats gets this, above the composer, which keeps the focus. Mounted while an `@` is being written. */
export function MentionMenu({ id, text, caret, onWrite, onShown, handle }: SlashMenuProps) {
  const { t } = useTranslation('seats')
  const { isMember } = useSession()
  const { data } = useQuery<SeatsAtWork>({ queryKey: ['/api/workforce/seats'], enabled: isMember, staleTime: 0 })
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState({ words: '', index: 0 })
  const [dismissed, setDismissed] = useState<string | null>(null)
  if (dismissed !== null && dismissed !== text) setDismissed(null)

  const mention = mentionAt(text, caret)
  const wanted = mention?.words.toLowerCase() ?? ''
  const found =
    mention && dismissed !== text
      ? (data?.seats ?? []).filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, MOST)
      : []
  const isOpen = found.length > 0
  const active = chosen.words === wanted ? Math.min(chosen.index, found.length - 1) : 0
  const optionId = (index: number) => `${id}-seat-${index}`
  const shown = isOpen ? optionId(active) : null

  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useLayoutEffect(() => onShown(shown), [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it goes
  useLayoutEffect(() => () => onShown(null), [])

  const choose = (name: string) => {
    if (!mention) return
    const word = `@${name} `
    const rest = text.slice(caret).replace(/^ /, '')
    onWrite(`${text.slice(0, mention.start)}${word}${rest}`, mention.start + word.length)
  }

  useImperativeHandle(handle, () => ({
    onKey: (event) => {
      if (!isOpen) return false
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const seat = found[active]
      if (step !== 0) setChosen({ words: wanted, index: (active + step + found.length) % found.length })
      else if (event.key === 'Escape') {
        event.stopPropagation()
        setDismissed(text)
      } else if (seat && ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab')) choose(seat.name)
      else return false
      event.preventDefault()
      return true
    },
    take: () => false,
  }))

  if (!isOpen) return null
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-rise rounded-lg bg-popover p-1 shadow-float">
      <p role="status" className="sr-only">
        {t('mention.count', { count: found.length })}
      </p>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('mention.label')}
        tabIndex={0}
        className="max-h-72 overflow-y-auto outline-none"
      >
        {found.map(({ id: seat, name, open }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the composer has the keys
          <div
            key={seat}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseMove={() => setChosen({ words: wanted, index })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(name)}
            className={clsx(
              'flex cursor-default items-center gap-3 rounded-md px-2 py-1.5 touch:min-h-11',
              index === active && 'bg-active',
            )}
          >
            <Avatar name={name} className="size-6 text-xs" />
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            <span className="text-xs text-muted">{t('mention.open', { count: open })}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
