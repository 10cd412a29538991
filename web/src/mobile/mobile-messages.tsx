import type { Message } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { ArrowDown, RefreshCw } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from '../chat/announcer.tsx'
import { isActive } from '../chat/live-reply.ts'
import { stableKey } from '../chat/thread-runtime.ts'
import { said } from '../i18n/said.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Greeting } from './greeting.tsx'
import { LocalAnnouncer } from './local-announcer.tsx'
import { AnswerBubble, Bubble, ReplyBubble, SystemNote, TypingDots, UserBubble } from './mobile-bubbles.tsx'
import type { Exchange, Local, MobileChat } from './use-mobile-chat.ts'
import { useStickyEnd } from './use-sticky-end.ts'

const SHOWN = 60 // messages drawn at first, and more of them at a time

const chips = ['help', 'capabilities', 'project', 'how'] as const

export function MobileMessages({ chat, onSuggest }: { chat: MobileChat; onSuggest: (text: string) => void }) {
  const { t } = useTranslation('mobile')
  const { view, locals } = chat
  const { messages, live } = view
  const [shown, setShown] = useState(SHOWN)
  const from = Math.max(0, messages.length - shown)
  const sent = messages.findLast(({ role }) => role === 'user')
  const { list, isAway, toEnd } = useStickyEnd(locals.at(-1)?.id ?? (sent && stableKey(sent.id)))
  const isNew = messages.length === 0 && locals.length === 0 && !view.loading && !view.error
  const local = (at: number, isLast = false) =>
    locals
      .filter(({ after }) => (isLast ? after >= at : after === at))
      .map((one) => <LocalItem key={one.id} item={one} chat={chat} />)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={list}
        role="log"
        aria-label={t('messages')}
        // The announcer tells what is written, in whole sentences.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <div className="chat-column flex flex-col gap-3 py-4">
          {from === 0 ? (
            <Bubble>
              <Greeting isNew={isNew} />
            </Bubble>
          ) : (
            <Button size="sm" variant="ghost" className="self-center" onClick={() => setShown(shown + SHOWN)}>
              {t('earlier')}
            </Button>
          )}
          {isNew && <Suggestions onSuggest={onSuggest} />}
          {messages.slice(from).map((message, index) => (
            <Fragment key={stableKey(message.id)}>
              {local(from + index)}
              <Item message={message} chat={chat} />
            </Fragment>
          ))}
          {local(messages.length, true)}
        </div>
      </div>
      <Announcer live={live} />
      <LocalAnnouncer locals={locals} />
      {isAway && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <IconButton
            label={t(isActive(live) ? 'chat.followReply' : 'chat.toLatest')}
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

function Suggestions({ onSuggest }: { onSuggest: (text: string) => void }) {
  const { t } = useTranslation('mobile')
  return (
    <ul aria-label={t('suggestions')} className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip}>
          <button
            type="button"
            onClick={() => onSuggest(t(`chat.suggestion.${chip}`))}
            className="min-h-9 rounded-full border border-line px-3.5 py-1.5 text-start hover:border-line-strong hover:bg-surface touch:min-h-11"
          >
            {t(`chat.suggestion.${chip}`)}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Item({ message, chat }: { message: Message; chat: MobileChat }) {
  const { live } = chat.view
  if (message.role === 'user') return <UserBubble text={message.content} />
  if (message.role === 'system') return <SystemNote text={message.content} />
  const own = live && (message.id === live.reply.id || message.runId === live.runId) ? live : null
  const empty = said(chat.isSingle(message.parentId) ? sentences.mobileFallback : sentences.emptyDone)
  return <ReplyBubble message={message} live={own} empty={empty} />
}

function LocalItem({ item, chat }: { item: Local; chat: MobileChat }): ReactNode {
  if (item.kind === 'note') return <SystemNote text={item.text} />
  return (
    <>
      <UserBubble text={item.text} />
      {item.fault ? (
        <Failed exchange={item} chat={chat} />
      ) : item.reply ? (
        <AnswerBubble text={item.reply.text || item.reply.response} meta={item.reply.meta} />
      ) : (
        <Bubble busy>
          <TypingDots />
        </Bubble>
      )}
    </>
  )
}

function Failed({ exchange, chat }: { exchange: Exchange; chat: MobileChat }) {
  const { t } = useTranslation('mobile')
  return (
    <Bubble>
      <p data-message-text>{exchange.fault && said(exchange.fault.sentence)}</p>
      {exchange.fault?.detail && <p className="text-sm text-muted">{said(exchange.fault.detail)}</p>}
      <Button
        size="sm"
        className="mt-2 mb-1"
        icon={<RefreshCw aria-hidden className="size-4" />}
        disabled={chat.busy}
        onClick={() => chat.again(exchange)}
      >
        {t('again')}
      </Button>
    </Bubble>
  )
}
