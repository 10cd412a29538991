import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'

export interface FindBarProps {
  words: string
  onWords: (words: string) => void
  /** The place the person is at, from 0; of how many. */
  at: number
  count: number
  onStep: (step: 1 | -1) => void
  onClose: () => void
}

/** Finds words in the whole thread: the browser's own search sees only the messages on screen. */
export function FindBar({ words, onWords, at, count, onStep, onClose }: FindBarProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <search className="absolute inset-x-3 top-2 z-10 flex animate-fade items-center gap-1 rounded-lg bg-popover py-1 ps-3 pe-1 shadow-float sm:start-auto sm:end-4 sm:w-96">
      <input
        ref={input}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') {
            event.preventDefault()
            onStep(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
        }}
        type="text"
        aria-label={t('chat.find.label')}
        placeholder={t('chat.find.label')}
        className="h-9 min-w-0 flex-1 bg-transparent text-base outline-none sm:text-sm"
      />
      <span role="status" className="px-1 text-xs text-muted tabular">
        {words !== '' && (count > 0 ? t('chat.find.place', { at: at + 1, of: count }) : t('chat.find.none'))}
      </span>
      <IconButton
        size="sm"
        label={t('chat.find.previous')}
        shortcut="shift+enter"
        icon={<ChevronUp />}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="sm"
        label={t('chat.find.next')}
        shortcut="enter"
        icon={<ChevronDown />}
        disabled={count === 0}
        onClick={() => onStep(1)}
      />
      <IconButton size="sm" label={t('chat.find.close')} shortcut="esc" icon={<X />} onClick={onClose} />
    </search>
  )
}
