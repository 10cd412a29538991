import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isActive, type LiveReply } from './live-reply.ts'
import { plainText, wholeSentences } from './plain-text.ts'

const EVERY = 1_200 // ms between announcements: a screen reader needs time to speak

/** Tells screen readers what is being written, in whole sentences. */
export function Announcer({ live }: { live: LiveReply | null }) {
  const { t } = useTranslation()
  const [spoken, setSpoken] = useState('')
  const state = useRef({ reply: '', announced: 0 })
  const content = live?.reply.content ?? ''
  const latest = useRef(live)
  latest.current = live

  useEffect(() => {
    const timer = setInterval(() => {
      const now = latest.current
      if (!now) return
      const known = state.current
      const key = now.reply.parentId ?? now.reply.id
      if (known.reply !== key) state.current = { reply: key, announced: 0 }
      const whole = isActive(now) ? wholeSentences(now.reply.content) : now.reply.content
      if (whole.length <= state.current.announced) return
      setSpoken(plainText(whole.slice(state.current.announced)))
      state.current.announced = whole.length
    }, EVERY)
    return () => clearInterval(timer)
  }, [])

  const ended = live !== null && !isActive(live) && content !== ''
  return (
    <>
      <div className="sr-only" aria-live="polite" aria-atomic="true">
        {spoken}
      </div>
      <div className="sr-only" role="status">
        {live?.failure?.sentence ??
          (ended ? t('chat.status.done') : live?.status === 'thinking' ? t('chat.status.thinking') : '')}
      </div>
    </>
  )
}
