import type { Ability } from '@atrium/contract/abilities'
import type { ChatReply } from '@atrium/contract/chat'
import type { ModelList } from '@atrium/contract/models'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Sparkles, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError, api, sentenceFor } from '../platform/api.ts'
import { asSomebody } from '../platform/somebody.ts'
import { uuid } from '../platform/uuid.ts'
import { Button, type ButtonSize, buttonClass, IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { toast } from '../ui/toast.tsx'

/** Asked through the chat, for a text. */
interface Prompted {
  /** What the model is asked; a function when it is made at the click. */
  prompt: string | (() => string | Promise<string>)
  onText: (text: string) => void
  /** How it is to answer. */
  systemPrompt?: string
  run?: undefined
}
/** Asked through an action of a module, which checks what it answers. */
interface Run {
  run: (signal: AbortSignal) => Promise<void>
}
export type ModelButtonProps = {
  label: string
  disabled?: boolean
  size?: ButtonSize
  /** Asked of models that can do this, which not every model can. */
  needs?: Ability
} & (Prompted | Run)

/** The model that answers: what is chosen, when it is one; the Guide is none. Undefined until it is known. */
export function useModel(): string | null | undefined {
  const { data } = useQuery<ModelList>({ queryKey: ['/api/models'] })
  if (!data) return undefined
  const models = data.models.filter(({ provider }) => provider !== 'guide')
  return (models.find(({ id }) => id === data.selected) ?? models[0])?.id ?? null
}

/** The name of the model that would do it; null where none of those that are connected can, undefined until it is known. */
export function useAbility(ability: Ability): string | null | undefined {
  const { data } = useQuery<ModelList>({ queryKey: ['/api/models'] })
  return data && (data.able?.[ability] ?? null)
}

/** Asks the person's model; where none is connected, or it cannot be reached, it says how to connect one. */
export function ModelButton({ label, disabled, size = 'md', needs, ...asks }: ModelButtonProps) {
  const { t } = useTranslation('kit')
  const client = useQueryClient()
  const model = useModel()
  const able = useAbility(needs ?? 'see')
  /** Models are connected, and none of them can do it. */
  const isUnable = needs !== undefined && model !== null && able === null
  const [isAsking, setIsAsking] = useState(false)
  /** Why there is no model after all, as the server said when it was asked. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const asked = useRef<AbortController>(null)
  useEffect(() => () => asked.current?.abort(), [])

  const byChat = async ({ prompt, onText, systemPrompt }: Prompted, signal: AbortSignal) => {
    const message = typeof prompt === 'string' ? prompt : await prompt()
    const body = { message, preferredModel: model, systemPrompt, messageId: uuid() }
    const reply = await asSomebody(client, () => api.post<ChatReply>('/api/chat/complete', body, { signal }))
    forget(reply.threadId)
    if (signal.aborted) return
    const failure = failureOf(reply)
    if (failure) toast({ variant: 'destructive', title: t('model.failed'), description: failure })
    else onText(reply.response)
  }

  const ask = async () => {
    const running = new AbortController()
    asked.current = running
    setIsAsking(true)
    try {
      if (asks.run) await asks.run(running.signal)
      else await byChat(asks, running.signal)
    } catch (error) {
      if (running.signal.aborted) return
      if (error instanceof ApiError && error.code === 'no_model') setRefusal(sentenceFor(error))
      else toast({ variant: 'destructive', title: t('model.failed'), description: sentenceFor(error) })
    } finally {
      if (!running.signal.aborted) setIsAsking(false)
    }
  }

  const stop = () => {
    asked.current?.abort()
    setIsAsking(false)
  }

  const icon = <Sparkles aria-hidden className="size-4" />
  if (model === null || isUnable || refusal !== null) {
    const title = isUnable ? t(`model.unable.${needs}`) : t('model.none')
    return (
      <Popover
        label={title}
        {...(refusal !== null && { open: true, onOpenChange: (open: boolean) => open || setRefusal(null) })}
        trigger={
          <Button size={size} icon={icon} disabled={disabled}>
            {label}
          </Button>
        }
      >
        <div className="flex max-w-72 flex-col items-start gap-3">
          <div>
            <p className="font-medium">{refusal === null ? title : t('model.failed')}</p>
            <p className="mt-1 text-sm text-muted">{refusal ?? t(isUnable ? 'model.unableText' : 'model.noneText')}</p>
          </div>
          <Link to="/settings/models" className={buttonClass('primary', 'sm')}>
            {t('model.connect')}
          </Link>
        </div>
      </Popover>
    )
  }
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size={size}
        icon={icon}
        loading={isAsking}
        disabled={disabled || model === undefined}
        onClick={() => void ask()}
      >
        {isAsking ? t('model.asking') : label}
      </Button>
      {isAsking && <IconButton label={t('model.stop')} icon={<X />} onClick={stop} />}
    </span>
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
