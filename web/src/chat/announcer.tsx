import type { Message } from '@atrium/contract/chat'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { NEW_THREAD } from './draft-store.ts'
import { isActive, type LiveReply } from './live-reply.ts'
import { plainText, wholeSentences } from './plain-text.ts'
import { useThreadActions } from './thread-context.ts'
import { onThread, readLive, stableKey } from './thread-runtime.ts'

const EVERY = 1_200 // ms between announcements: a screen reader needs time to speak

/** Tells screen readers what is being written, in whole sentences, to its end. */
export function Announcer({ live }: { live: LiveReply | null }) {
  const { t } = useTranslation()
  const key = useThreadActions().threadId ?? NEW_THREAD
  const [spoken, setSpoken] = useState('')
  const [outcome, setOutcome] = useState('')
  /** The reply as it was last known: it ends and leaves the screen's live state in one go, before anything is drawn. */
  const last = useRef<LiveReply>(null)
  const known = useRef({ reply: '', announced: 0, told: false })

  useEffect(() => {
    const note = () => {
      const now = readLive(key)
      if (!now) return
      last.current = now
      const reply = stableKey(now.reply.id)
      // What was there before of a reply that goes on (after a reload, after Stop) can be read. One begun here has a local id.
      if (known.current.reply !== reply)
        known.current = { reply, announced: reply.startsWith('local-') ? 0 : now.reply.content.length, told: false }
    }
    note()
    return onThread(key, note)
  }, [key])

  const outcomeOf = ({ status, meta }: Message): string => {
    if (status === 'complete') return t('chat.status.done')
    return status === 'stopped' ? t('chat.notice.stopped') : (meta.error ?? '')
  }
  const announce = useEffectEvent(() => {
    const reply = last.current?.reply
    if (!reply || known.current.reply === '') return
    const isOver = reply.status !== 'streaming' && reply.status !== 'waiting'
    const whole = isOver || !isActive(last.current) ? reply.content : wholeSentences(reply.content)
    if (whole.length > known.current.announced) {
      setSpoken(plainText(whole.slice(known.current.announced)))
      known.current.announced = whole.length
    }
    if (!isOver) setOutcome('')
    else if (!known.current.told) setOutcome(outcomeOf(reply))
    known.current.told = isOver
  })
  useEffect(() => {
    const timer = setInterval(() => announce(), EVERY)
    return () => clearInterval(timer)
  }, [])

  return (
    <>
      <div className="sr-only" aria-live="polite" aria-atomic="true">
        {spoken}
      </div>
      <div className="sr-only" role="status">
        {live?.failure
          ? said(live.failure.sentence)
          : live?.status === 'thinking'
            ? t('chat.status.thinking')
            : outcome}
      </div>
    </>
  )
}
