import type { ChatReply } from '@atrium/contract/chat'
import type { ModelList } from '@atrium/contract/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, api, sentenceFor } from '../platform/api.ts'
import { asSomebody } from '../platform/somebody.ts'
import { uuid } from '../platform/uuid.ts'
import { Button, type ButtonSize, buttonClass } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { toast } from '../ui/toast.tsx'

export interface ModelButtonProps {
  label: string
  /** What the model is asked; a function when it is made at the click. */
  prompt: string | (() => string | Promise<string>)
  onText: (text: string) => void
  disabled?: boolean
  size?: ButtonSize
  /** How it is to answer. */
  systemPrompt?: string
}

/** The model that answers: what is chosen, when it is one; the Guide is none. Undefined until it is known. */
export function useModel(): string | null | undefined {
  const { data } = useQuery<ModelList>({ queryKey: ['/api/models'] })
  if (!data) return undefined
  const models = data.models.filter(({ provider }) => provider !== 'guide')
  return (models.find(({ id }) => id === data.selected) ?? models[0])?.id ?? null
}

/** Asks the person's model through the chat; where none is connected it says how to connect one. */
export function ModelButton({ label, prompt, onText, disabled, size = 'md', systemPrompt }: ModelButtonProps) {
  const { t } = useTranslation('kit')
  const client = useQueryClient()
  const model = useModel()
  const [isAsking, setIsAsking] = useState(false)
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])

  const ask = async () => {
    const running = new AbortController()
    asked.current = running
    setIsAsking(true)
    try {
      const message = typeof prompt === 'string' ? prompt : await prompt()
      const body = { message, preferredModel: model, systemPrompt, messageId: uuid() }
      const { signal } = running
      const reply = await asSomebody(client, () => api.post<ChatReply>('/api/chat/complete', body, { signal }))
      forget(reply.threadId)
      if (running.signal.aborted) return
      const failure = failureOf(reply)
      if (failure) toast({ variant: 'destructive', title: t('model.failed'), description: failure })
      else onText(reply.response)
    } catch (error) {
      if (!running.signal.aborted)
        toast({ variant: 'destructive', title: t('model.failed'), description: sentenceFor(error) })
    } finally {
      if (!running.signal.aborted) setIsAsking(false)
    }
  }

  const icon = <Sparkles aria-hidden className="size-4" />
  if (model === null)
    return (
      <Popover
        label={t('model.none')}
        trigger={
          <Button size={size} icon={icon} disabled={disabled}>
            {label}
          </Button>
        }
      >
        <div className="flex max-w-72 flex-col items-start gap-3">
          <div>
            <p className="font-medium">{t('model.none')}</p>
            <p className="mt-1 text-sm text-muted">{t('model.noneText')}</p>
          </div>
          <Link to="/settings/models" className={buttonClass('primary', 'sm')}>
            {t('model.connect')}
          </Link>
        </div>
      </Popover>
    )
  return (
    <Button
      size={size}
      icon={icon}
      loading={isAsking}
      disabled={disabled || model === undefined}
      onClick={() => void ask()}
    >
      {isAsking ? t('model.asking') : label}
    </Button>
  )
}

/** What a button asks is no conversation: it would only stand in the list of them. */
function forget(thread: string | undefined): void {
  if (!thread) return
  api.delete(`/api/threads/${encodeURIComponent(thread)}`).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) console.error('A thread could not be deleted.', error)
  })
}

const failureOf = ({ meta, response }: ChatReply): string | null =>
  meta.error ?? (meta.mode === 'error' || meta.mode === 'guide' ? response : null)
