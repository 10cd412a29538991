import type { Message } from '@atrium/contract/chat'
import { elementScroll, useVirtualizer, type VirtualItem, type VirtualizerOptions } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { Announcer } from './announcer.tsx'
import { FindBar } from './find-bar.tsx'
import { isActive, type LiveReply } from './live-reply.ts'
import { type List, useDrawnRows, useRests } from './message-list-range.ts'
import { MessageRow } from './message-list-row.tsx'
import type { Editing } from './thread-context.ts'
import { stableKey } from './thread-runtime.ts'
import { useFind, useFoundMarks } from './use-find.ts'

export interface MessageListProps {
  messages: readonly Message[]
  live: LiveReply | null
  editing: Editing | null
  /** A message to show first, from a link or a search. */
  target: string | null
}

const AT_END = 24 // px from the end within which the list follows what is added
const FAR = 160 // px from the end beyond which a button leads back
const REACH = 2 // rows beyond the view whose buttons are drawn: the next ones that the Tab key leads to
const PADDING = 24 // px above the first and below the last message
const GAP = 12 // px between messages

const guesses = new WeakMap<Message, number>()

/** A first guess of a message's height in px, made once; it is measured when it is drawn. */
function guess(message: Message): number {
  let height = guesses.get(message)
  if (height === undefined) {
    const perLine = Math.max(24, Math.min(innerWidth, 640) / 7.6)
    const lines = message.content.length / perLine + message.content.split('\n', 400).length
    height = Math.round(message.role === 'user' ? 76 + lines * 24 : 56 + lines * 22)
    guesses.set(message, height)
  }
  return height
}

/** px of messages in view, before the list is there to be asked: title and composer take the rest. Rather too little than too much. */
const expectedHeight = () => Math.max(300, innerHeight - 200)

/** Where the list begins, as far as it can be guessed: what is drawn first is then what is looked at first. */
function firstOffset(messages: readonly Message[], target: string | null): number {
  const at = target ? messages.findIndex(({ id }) => id === target) : -1
  const above = at >= 0 ? messages.slice(0, at) : messages
  const height = above.reduce((sum, message) => sum + guess(message) + GAP, PADDING)
  return Math.max(0, at >= 0 ? height - expectedHeight() / 2 : height - GAP + PADDING - expectedHeight())
}

/** px below what is in view, from what the list knows: reading it off the page would cost a layout at every scroll. */
const belowView = (list: List): number =>
  list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? 0)

/** Whether a row's new height must not move what is in view: it lies above, or it had only been guessed and begins above. */
const isAbove = (row: VirtualItem, _delta: number, list: List): boolean => {
  const offset = list.scrollOffset ?? 0
  return list.itemSizeCache.has(row.key) ? row.end <= offset : row.start < offset
}

/**
 * How the list moves its scroller. A correction (a row above was measured) is made from where the person is now: when
 * they have jumped away since the list last heard of it, the correction would carry them back, and is left out.
 */
const moveScroller: VirtualizerOptions<HTMLElement, Element>['scrollToFn'] = (offset, options, list) => {
  const moved = list.scrollElement && options.adjustments !== undefined ? list.scrollElement.scrollTop - offset : 0
  if (Math.abs(moved) > (list.scrollRect?.height ?? 0)) return
  elementScroll(offset + moved, options, list)
}

/** Rows are known by their messages. While those are the same so is the function, and the list need not lay out every row anew. */
function useKeys(messages: readonly Message[]): (index: number) => string {
  const known = useRef<readonly string[]>([])
  const keys = useMemo(() => {
    const now = messages.map(({ id }) => stableKey(id))
    const before = known.current
    known.current = now.length === before.length && now.every((key, index) => key === before[index]) ? before : now
    return known.current
  }, [messages])
  return useCallback((index) => keys[index] ?? String(index), [keys])
}

/** The messages of a thread: as many elements as fit on screen, whatever its length. */
export function MessageList({ messages, live, editing, target }: MessageListProps) {
  const { t } = useTranslation()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const element = useRef<HTMLElement | null>(null)
  const [far, setFar] = useState(false)
  const atEnd = useRef(true)
  const keyAt = useKeys(messages)
  const rows = useDrawnRows()
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: messages.length,
    getScrollElement: () => element.current,
    initialRect: { width: innerWidth, height: expectedHeight() },
    initialOffset: () => firstOffset(messages, target),
    estimateSize: (index) => guess(messages[index] as Message),
    getItemKey: keyAt,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    scrollToFn: moveScroller,
    rangeExtractor: rows.rangeExtractor,
    // Places are written by the list itself: measuring a row need not draw every other anew.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    paddingStart: PADDING,
    paddingEnd: PADDING,
    gap: GAP,
    onChange: (instance) => setFar(belowView(instance) > FAR),
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAbove
  const items = virtualizer.getVirtualItems()
  const still = !virtualizer.isScrolling
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  useRests(rows, virtualizer)

  const hold = useCallback((node: HTMLElement | null) => {
    element.current = node
    setScroller(node)
  }, [])
  const toEnd = useCallback(
    (behavior: ScrollBehavior = 'auto') =>
      virtualizer.scrollToEnd({ behavior: behavior === 'smooth' ? 'smooth' : 'auto' }),
    [virtualizer],
  )
  const [shown, setShown] = useState<string | null>(null)
  const targetIndex = target && target !== shown ? messages.findIndex(({ id }) => id === target) : -1

  // Open at the end, or at the message that was asked for.
  useLayoutEffect(() => {
    if (!scroller) return
    if (targetIndex >= 0) {
      virtualizer.scrollToIndex(targetIndex, { align: 'center' })
      atEnd.current = false
      setShown(target)
    } else if (shown === null) {
      virtualizer.scrollToEnd()
      setShown('')
    }
  }, [scroller, virtualizer, target, targetIndex, shown])

  // What one sends is always in view, also when one was reading further up.
  const sent = live?.user?.createdAt
  const [answered, setAnswered] = useState(sent)
  useLayoutEffect(() => {
    if (!sent || sent === answered) return
    setAnswered(sent)
    toEnd()
  }, [sent, answered, toEnd])

  // A list that gets smaller (a keyboard, a longer draft, a notice above) stays at the end when it was there.
  useEffect(() => {
    if (!scroller) return
    const note = () => {
      atEnd.current = belowView(virtualizer) <= AT_END
    }
    const observer = new ResizeObserver(() => atEnd.current && virtualizer.scrollToEnd())
    scroller.addEventListener('scroll', note, { passive: true })
    observer.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', note)
      observer.disconnect()
    }
  }, [scroller, virtualizer])

  const find = useFind(messages)
  const foundAt = find.current?.message
  const foundNth = find.current?.nth
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next place may be in the same message
  useEffect(() => {
    if (foundAt !== undefined) virtualizer.scrollToIndex(foundAt, { align: 'center' })
  }, [foundAt, foundNth, virtualizer])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other texts or other buttons mean other marks
  const drawing = useMemo(() => ({}), [items, messages, still])
  useFoundMarks(scroller, find, drawing)

  return (
    <div className="relative min-h-0 flex-1">
      {find.open && (
        <FindBar
          words={find.words}
          onWords={find.setWords}
          at={find.at}
          count={find.count}
          onStep={find.step}
          onClose={find.close}
        />
      )}
      <div
        ref={hold}
        role="log"
        aria-live="off"
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overflow-x-hidden [overflow-anchor:none] lg:[scrollbar-gutter:stable_both-edges] outline-offset-[-2px]"
      >
        <div ref={virtualizer.containerRef} className="relative chat-column px-0!">
          {items.map((item) => {
            const message = messages[item.index] as Message
            return (
              <MessageRow
                key={item.key}
                ref={virtualizer.measureElement}
                message={message}
                index={item.index}
                live={live?.reply.id === message.id ? live : null}
                editing={editing?.id === message.id ? editing : null}
                isLast={item.index === messages.length - 1}
                arrived={target === message.id}
                still={still && item.index >= startIndex - REACH && item.index <= endIndex + REACH}
              />
            )
          })}
        </div>
      </div>
      <Announcer live={live} />
      {far && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <IconButton
            label={isActive(live) ? t('chat.followReply') : t('chat.toLatest')}
            icon={<ArrowDown />}
            variant="secondary"
            className="pointer-events-auto rounded-full! shadow-float"
            onClick={() => toEnd('smooth')}
          />
        </div>
      )}
    </div>
  )
}
