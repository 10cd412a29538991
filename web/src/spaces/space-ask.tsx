import type { Space } from '@atrium/contract/catalogue/spaces'
import type { Thread } from '@atrium/contract/chat'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { askToSignIn } from '../accounts/sign-in-request.ts'
import { conversationId, keepCurrentThread, readPreferences } from '../chat/chat-preferences.ts'
import { acceptDraft, restoreDraft, takeDraft } from '../chat/draft-store.ts'
import { sendIn } from '../chat/thread-actions.ts'
import { ApiError, api, referenceFor, sentenceFor } from '../platform/api.ts'
import { readOwner } from '../platform/owner.ts'
import { uuid } from '../platform/uuid.ts'
import { Button } from '../ui/button.tsx'
import { controlClass } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** Begins a conversation of this Space: a thread that has the Space, with the first message sent in it. */
export function SpaceAsk({ space }: { space: Space }) {
  const { t } = useTranslation('spaces')
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const message = text.trim()

  const begin = async (isSecond = false): Promise<void> => {
    let thread: Thread
    try {
      thread = await api.post<Thread>('/api/threads', { space: space.key }, { askToSignIn: false })
    } catch (error) {
      if (!isSecond && error instanceof ApiError && (await askToSignIn(error.status))) return begin(true)
      toast({
        variant: 'destructive',
        title: t('askFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
      return
    }
    keepCurrentThread(thread.id)
    if (message) void send(thread)
    await navigate(`/c/${thread.id}`)
  }
  const submit = async () => {
    if (busy) return
    setBusy(true)
    await begin()
    setBusy(false)
  }
  const send = async (thread: Thread) => {
    const preferences = readPreferences()
    const messageId = uuid()
    takeDraft(thread.id, { text: message, attachments: [], messageId })
    const options = {
      userId: readOwner() || 'anon',
      conversationId: conversationId(),
      preferredModel: preferences.model,
      persona: preferences.persona,
      fusionMode: preferences.fusion,
      soulMode: preferences.soul,
      messageId,
    }
    const sent = await sendIn(thread.id, thread.id, { text: message, attachments: [], options })
    if ('threadId' in sent) acceptDraft(thread.id, thread.id)
    else restoreDraft(thread.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      className="mt-6 max-w-prose"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {t('ask')}
      </label>
      <div className="mt-1.5 flex items-end gap-2">
        <textarea
          id={id}
          rows={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={t('placeholder')}
          className={`${controlClass} field-sizing-content max-h-48 min-h-11 resize-none px-3 py-2.5`}
        />
        <Button
          type="submit"
          variant="primary"
          loading={busy}
          aria-label={t('send')}
          icon={<ArrowUp aria-hidden className="size-4" />}
          className="h-11! w-11 px-0!"
        />
      </div>
    </form>
  )
}
