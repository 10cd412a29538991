import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { requireSignIn } from '../accounts/sign-in-request.ts'
import { useSession } from '../platform/session.ts'
import type { StreamFailure } from '../platform/stream-failure.ts'
import { conversationId, readPreferences } from './chat-preferences.ts'
import { acceptDraft, NEW_THREAD, readDraft, restoreDraft, takeDraft } from './draft-store.ts'
import { sendIn } from './thread-actions.ts'

export interface SendingState {
  send: () => Promise<void>
  /** Why the last message was not accepted; it is in the composer again. */
  refused: StreamFailure | null
  forget: () => void
}

/** Sends what the composer holds. It is kept until the server has it, and comes back when the server refuses. */
export function useSending(threadId: string | undefined): SendingState {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user } = useSession()
  const here = useRef(pathname)
  useEffect(() => {
    here.current = pathname
  })
  const [refused, setRefused] = useState<{ key: string; failure: StreamFailure } | null>(null)
  const key = threadId ?? NEW_THREAD

  const send = async (): Promise<void> => {
    const { text, attachments } = readDraft(key)
    if (text.trim() === '' && attachments.length === 0) return
    setRefused(null)
    takeDraft(key, { text, attachments })
    const { persona, model, fusion, soul } = readPreferences()
    const options = {
      userId: user?.id ?? 'anon',
      conversationId: conversationId(),
      preferredModel: model,
      persona,
      fusionMode: fusion,
      soulMode: soul,
    }
    const sent = await sendIn(key, threadId ?? null, { text, attachments, options })
    if ('threadId' in sent) {
      acceptDraft(key, sent.threadId)
      if (!threadId && here.current === '/') void navigate(`/c/${sent.threadId}`, { replace: true })
      return
    }
    restoreDraft(key)
    if (sent.refused.status === 401 && (await requireSignIn())) return send()
    if (sent.refused.sentence) setRefused({ key, failure: sent.refused })
  }

  return { send, refused: refused?.key === key ? refused.failure : null, forget: () => setRefused(null) }
}
