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
  const event = last && `${last.id} ${phase}`
  useEffect(() => {
    // An exchange leaves when the history has it, and an older note stands last again.
    if (!event || told.current.has(event)) return
    told.current.add(event)
    setSpoken(text)
  }, [event, text])
  return (
    <div className="sr-only" role="status">
      {spoken}
    </div>
  )
}
