import type { Message } from '@atrium/contract/chat'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isShortcut } from '../ui/shortcut.ts'
import { type Found, findInMessages } from './find.ts'
import { rangesOf, showFound } from './text-highlights.ts'

/** Whether every message is drawn: then the browser's own search does. How many fit depends on them and on the screen. */
const isWhole = (messages: readonly Message[]): boolean =>
  document.querySelectorAll('[role="log"] [data-index]').length >= messages.length

export interface Find {
  open: boolean
  words: string
  setWords: (words: string) => void
  at: number
  count: number
  current: Found | undefined
  step: (step: 1 | -1) => void
  close: () => void
}

/** Words to find in a thread and the place among them. Opened with Ctrl or Cmd and F where the browser would miss some. */
export function useFind(messages: readonly Message[]): Find {
  const [open, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => (open ? findInMessages(messages, words.trim()) : []), [open, messages, words])
  const place = Math.min(at, Math.max(0, found.length - 1))
  const onFind = useEffectEvent((event: KeyboardEvent) => {
    if (open || event.isComposing || !isShortcut(event, 'mod+F') || isWhole(messages)) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onFind(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return {
    open,
    words,
    setWords: (next) => {
      setWords(next)
      setAt(0)
    },
    at: place,
    count: found.length,
    current: found[place],
    step: (step) => found.length > 0 && setAt((place + step + found.length) % found.length),
    close: () => {
      setOpen(false)
      showFound([], undefined)
    },
  }
}

/** Marks the words in the messages that are drawn. Runs after every drawing: rows come and go while the list scrolls. */
export function useFoundMarks(scroller: HTMLElement | null, find: Find, drawn: unknown): void {
  const { open, words, current } = find
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` changes when other rows are on screen
  useEffect(() => {
    if (!open || !scroller) return
    const ranges: Range[] = []
    let here: Range | undefined
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-index]')) {
      const own = [...row.querySelectorAll('[data-message-text]')].flatMap((text) => rangesOf(text, words.trim()))
      if (current && Number(row.dataset.index) === current.message) here = own[Math.min(current.nth, own.length - 1)]
      ranges.push(...own)
    }
    showFound(ranges, here)
  }, [open, words, current?.message, current?.nth, scroller, drawn])
  useEffect(() => () => showFound([], undefined), [])
}
