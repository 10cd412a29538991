import type { ThreadHistory } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { askToSignIn } from '../accounts/sign-in-request.ts'
import { departures, readOwner } from '../platform/owner.ts'
import type { StreamFailure } from '../platform/stream-failure.ts'
import { uuid } from '../platform/uuid.ts'
import { conversationId, keepCurrentThread, readPreferences } from './chat-preferences.ts'
import { acceptDraft, draftOf, NEW_THREAD, readDraft, restoreDraft, takeDraft } from './draft-store.ts'
import { type Sending, type Sent, sendIn } from './thread-actions.ts'
import { filesGoOut, forgetPreviews, moveUploads } from './upload-store.ts'

export interface SendingState {
  send: () => Promise<void>
  /** Why the last message was not accepted; it is in the composer again. */
  refused: StreamFailure | null
}

/** Sends what the composer holds, as the first message of a conversation of `space` where there is one. It is kept until the server has it, and comes back when the server refuses. */
export function useSending(
  threadId: string | undefined,
  thread: ThreadHistory | undefined,
  space?: string,
): SendingState {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef<string | null>(null)
  useEffect(() => {
    here.current = pathname
    return () => {
      here.current = null
    }
  })
  const [refused, setRefused] = useState<{ key: string; failure: StreamFailure } | null>(null)
  const key = threadId ?? (space ? draftOf(space) : NEW_THREAD)

  const attempt = async (isSecond: boolean): Promise<void> => {
    const { text, attachments, messageId: before } = readDraft(key)
    if (text.trim() === '' && attachments.length === 0) return
    setRefused(null)
    const era = departures()
    const from = space ? here.current : '/'
    let sent: Sent
    try {
      // Whatever can fail here does so while the message still stands in the composer, or brings it back.
      const messageId = before ?? uuid()
      const options = { ...optionsIn(threadId, thread), messageId, ...(space && { spaceId: space }) }
      filesGoOut(attachments.map(({ id }) => id))
      takeDraft(key, { text, attachments, messageId })
      sent = await sendIn(key, threadId ?? null, { text, attachments, options })
    } catch (cause) {
      console.error('A message could not be sent.', cause)
      sent = { refused: { sentence: sentences.send, cause } }
    }
    // Their draft is kept for when they are back.
    if (departures() !== era) return
    if ('threadId' in sent) {
      acceptDraft(key, sent.threadId)
      moveUploads(key, sent.threadId)
      forgetPreviews(attachments.map(({ id }) => id))
      keepCurrentThread(sent.threadId)
      if (!threadId && here.current === from) void navigate(`/c/${sent.threadId}`, { replace: !space })
      return
    }
    restoreDraft(key)
    const { status = 0, sentence } = sent.refused
    if (!isSecond && (await askToSignIn(status))) return attempt(true)
    if (sentence) setRefused({ key, failure: sent.refused })
  }

  return { send: () => attempt(false), refused: refused?.key === key ? refused.failure : null }
}

/** What goes along with a message: what the composer shows of the thread, and for a new one what the person has chosen. */
function optionsIn(threadId: string | undefined, thread: ThreadHistory | undefined): Sending['options'] {
  const preferences = readPreferences()
  // Of a thread that is not here yet the server knows model and persona.
  const isUnknown = threadId !== undefined && !thread
  return {
    userId: readOwner() || 'anon',
    conversationId: conversationId(),
    preferredModel: isUnknown ? null : (thread?.model ?? preferences.model),
    persona: isUnknown ? null : (thread?.persona ?? preferences.persona),
    fusionMode: preferences.fusion,
    soulMode: preferences.soul,
  }
}
