import type { SearchHit } from '@atrium/contract/chat'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { localeOf } from '../i18n/locale.ts'
import { sentenceFor } from '../platform/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { searchQuery } from './thread-queries.ts'

const REST = 180 // ms without typing before the server is asked

/** In a snippet the found words stand between these two (contract/chat.ts, HIT_START and HIT_END). */
export const MARKS = /\uE000([^\uE001]*)\uE001/g

export interface SearchDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What is searched for at first. */
  words?: string
}

export function SearchDialog({ open, onOpenChange, words }: SearchDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('chat.search.title')} size="md">
      <SearchPanel first={words ?? ''} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function SearchPanel({ first, onDone }: { first: string; onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState(first)
  const words = useSettled(text.trim(), REST)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...searchQuery(words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const hits = words === '' ? [] : (data?.hits ?? [])
  // What is listed was found for other words than those that stand there now.
  const isStale = words !== text.trim() || isPlaceholderData
  const [active, setActive] = useState(0)
  const at = Math.min(active, Math.max(0, hits.length - 1))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const go = ({ threadId, messageId }: SearchHit) => {
    onDone()
    void navigate(messageId ? `/c/${threadId}?m=${encodeURIComponent(messageId)}` : `/c/${threadId}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setActive((at + step + hits.length) % hits.length)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const hit = hits[at]
    if (hit && !isStale) go(hit)
  }
  return (
    <div className="-mx-2">
      <div className="flex items-center gap-3 rounded-md border border-line-strong/60 px-3 focus-within:border-accent">
        {isFetching ? <Spinner /> : <Search aria-hidden className="size-4 shrink-0 text-faint" />}
        <input
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          placeholder={t('chat.search.placeholder')}
          aria-label={t('chat.search.placeholder')}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-activedescendant={hits.length > 0 ? `${listId}-${at}` : undefined}
          className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <p role="status" className="px-2 text-sm text-muted not-empty:pt-3">
        {error
          ? sentenceFor(error)
          : words === ''
            ? t('chat.search.hint')
            : data && !isFetching && hits.length === 0
              ? t('chat.search.none', { words })
              : ''}
      </p>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('chat.search.results')}
        aria-busy={isStale || undefined}
        className="mt-2 min-h-40"
      >
        {hits.map((hit, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and points here with aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input
          <div
            key={`${hit.threadId} ${hit.messageId}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => index !== at && setActive(index)}
            onClick={() => go(hit)}
            className="cursor-default rounded-md px-2.5 py-2 aria-selected:bg-hover"
          >
            <div className="flex items-baseline gap-3">
              <span
                dir="auto"
                className="min-w-0 flex-1 truncate font-medium [text-align:-webkit-match-parent] [text-align:match-parent]"
              >
                {hit.title}
              </span>
              <time dateTime={hit.at} className="shrink-0 text-xs text-muted">
                {new Date(hit.at).toLocaleDateString(localeOf(i18n.language), {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                })}
              </time>
            </div>
            <p
              dir="auto"
              className="line-clamp-2 text-sm text-muted [text-align:-webkit-match-parent] [text-align:match-parent]"
            >
              <Snippet text={hit.snippet} />
            </p>
          </div>
        ))}
      </div>
    </div>
  )
}

export function Snippet({ text }: { text: string }) {
  return text.split(MARKS).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change their order
      <mark key={index} className="rounded-sm bg-accent-soft font-medium text-accent-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** A value once it has not changed for `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
