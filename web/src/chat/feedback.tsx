import type { Message, ThreadHistory, Feedback as Verdict } from '@atrium/contract/chat'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Popover } from '../ui/popover.tsx'
import { toast } from '../ui/toast.tsx'
import { threadKey } from './thread-queries.ts'

const reasons = ['wrong', 'instructions', 'incomplete', 'style', 'slow'] as const

/** Thumbs: shown at once, put back when the server refuses. Down also asks why. */
export function Feedback({ message, threadId }: { message: Message; threadId: string }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)

  const show = (value: Message['feedback']) =>
    queryClient.setQueryData<ThreadHistory>(
      threadKey(threadId),
      (history) =>
        history && {
          ...history,
          messages: history.messages.map((one) => (one.id === message.id ? { ...one, feedback: value } : one)),
        },
    )
  const give = async (verdict: Verdict) => {
    const before = message.feedback
    show(verdict.value)
    try {
      await api.put(`/api/messages/${encodeURIComponent(message.id)}/feedback`, verdict)
    } catch (error) {
      show(before)
      toast({
        variant: 'destructive',
        title: t('chat.feedback.failed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
  }

  return (
    <>
      <IconButton
        size="sm"
        label={t('chat.feedback.up')}
        pressed={message.feedback === 'up'}
        icon={<ThumbsUp />}
        onClick={() => give({ value: message.feedback === 'up' ? null : 'up' })}
      />
      <Popover
        label={t('chat.feedback.why')}
        open={asking}
        onOpenChange={(open) => {
          if (message.feedback !== 'down') void give({ value: 'down' })
          else if (open) {
            void give({ value: null })
            return
          }
          setAsking(open)
        }}
        trigger={
          <IconButton
            size="sm"
            label={t('chat.feedback.down')}
            pressed={message.feedback === 'down'}
            icon={<ThumbsDown />}
          />
        }
      >
        {(close) => (
          <ReasonForm
            onSend={(reason) => {
              void give({ value: 'down', reason })
              close()
              toast({ title: t('chat.feedback.thanks') })
            }}
          />
        )}
      </Popover>
    </>
  )
}

function ReasonForm({ onSend }: { onSend: (reason: string) => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string[]>([])
  const [text, setText] = useState('')
  const reason = [...chosen.map((one) => t(`chat.feedback.reason.${one}`)), text.trim()].filter(Boolean).join('. ')
  return (
    <form
      className="flex w-72 max-w-full flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(reason)
      }}
    >
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-2 text-sm font-medium">{t('chat.feedback.why')}</legend>
        {reasons.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={chosen.includes(one)}
            onClick={() => setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])}
            className="rounded-md border border-line px-2.5 py-1 text-sm hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:py-2"
          >
            {t(`chat.feedback.reason.${one}`)}
          </button>
        ))}
      </fieldset>
      <TextArea
        label={t('chat.feedback.more')}
        rows={2}
        maxLength={1500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" size="sm" disabled={reason === ''} className="self-end">
        {t('chat.feedback.send')}
      </Button>
    </form>
  )
}
