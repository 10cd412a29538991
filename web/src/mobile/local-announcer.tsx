import { sentences } from '@atrium/contract/sentences'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '../chat/plain-text.ts'
import { said } from '../i18n/said.ts'
import type { Local } from './use-mobile-chat.ts'

/** Tells screen readers of what only this screen knows: notes, replies in one piece, refusals. Each once. */
export function LocalAnnouncer({ locals }: { locals: readonly Local[] }) {
  const { t } = useTranslation('mobile')
  const [spoken, setSpoken] = useState('')
  const told = useRef(new Set<string>())
  const last = locals.at(-1)
  const [phase, text] = !last
    ? ['', '']
    : last.kind === 'note'
      ? ['note', last.text]
      : last.fault
        ? ['fault', said(last.fault.sentence)]
        : last.reply
          ? ['reply', plainText(last.reply.text) || said(sentences.mobileFallback)]
          : ['waiting', t('typing')]
  const id = last?.id
  useEffect(() => {
    const event = `${id} ${phase}`
    // Sent once more after a refusal: all of it is told anew.
    if (phase === 'waiting' && told.current.delete(`${id} fault`)) told.current.delete(event)
    if (id && !told.current.has(event)) {
      told.current.add(event)
      setSpoken(text)
    } else if (phase !== 'waiting') {
      // The history has the exchange: an older note stands last again, and nothing is waited for.
      setSpoken((now) => (now === t('typing') ? '' : now))
    }
  }, [id, phase, text, t])
  return (
    <div className="sr-only" role="status">
      {spoken}
    </div>
  )
}
