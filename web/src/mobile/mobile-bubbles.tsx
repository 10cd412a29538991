import { modelName } from '@atrium/contract/catalogue/model-names'
import type { Message, ReplyMeta } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isActive, type LiveReply } from '../chat/live-reply.ts'
import { Markdown } from '../chat/markdown.tsx'
import { ModelBadge } from '../chat/model-badge.tsx'
import { ReplyImage } from '../chat/reply-image.tsx'
import { ReplyNotice } from '../chat/reply-notice.tsx'
import { Thinking } from '../chat/thinking.tsx'
import { useThreadActions } from '../chat/thread-context.ts'
import { ToolCard } from '../chat/tool-card.tsx'
import { said } from '../i18n/said.ts'
import { VideoCard } from './video-card.tsx'
import { videoIn } from './video-task.ts'

export const UserBubble = memo(function UserBubble({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <article className="flex flex-col items-end">
      <h2 className="sr-only">{t('chat.you')}</h2>
      <div
        data-message-text
        dir="auto"
        className="max-w-[85%] whitespace-pre-wrap rounded-xl rounded-ee-sm bg-accent-soft px-4 py-2.5 text-base [overflow-wrap:anywhere]"
      >
        {text}
      </div>
    </article>
  )
})

export function SystemNote({ text }: { text: string }) {
  return (
    <p role="note" className="mx-auto max-w-sm text-center text-sm text-pretty text-muted">
      {text}
    </p>
  )
}

/** A reply's frame, with what is said in it. */
export function Bubble({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <article className="flex flex-col items-start" aria-busy={busy || undefined}>
      <h2 className="sr-only">{t('chat.assistant')}</h2>
      <div className="max-w-[92%] min-w-0 rounded-xl rounded-es-sm border border-line bg-surface px-4 py-2.5 text-base">
        {children}
      </div>
    </article>
  )
}

export function TypingDots() {
  const { t } = useTranslation('mobile')
  return (
    <p className="flex min-h-6.5 items-center">
      <span aria-hidden className="thinking-dots inline-flex gap-1">
        <span className="size-1.5 rounded-full bg-faint" />
        <span className="size-1.5 rounded-full bg-faint" />
        <span className="size-1.5 rounded-full bg-faint" />
      </span>
      <span className="sr-only">{t('typing')}</span>
    </p>
  )
}

export interface ReplyBubbleProps {
  message: Message
  live: LiveReply | null
  /** What an empty reply reads as. */
  empty: string
}

export const ReplyBubble = memo(function ReplyBubble({ message, live, empty }: ReplyBubbleProps) {
  const { meta } = message
  const writing = isActive(live)
  const ended = !writing && message.status !== 'streaming' && message.status !== 'waiting'
  const isNothing =
    message.content.trim() === '' && !meta.attachments?.length && !meta.tools?.length && !videoIn(meta, '')
  const text = ended && message.status === 'complete' && isNothing ? empty : message.content
  return (
    <Bubble busy={writing}>
      {meta.tools?.map((tool) => (
        <ToolCard key={tool.callId} tool={tool} />
      ))}
      <Said text={text} meta={meta} id={message.id} streaming={writing} />
      {live && (writing || live.connection !== 'open') && !live.failure && <Thinking live={live} />}
      {ended && (
        // What happened is said in the bubble, not in a box of its own.
        <div className="[&>*]:rounded-none [&>*]:border-0 [&>*]:bg-transparent [&>*]:p-0 first:[&>*]:mt-0 empty:hidden">
          <ReplyNotice message={message} live={live} />
        </div>
      )}
      {ended && <Origin meta={meta} />}
    </Bubble>
  )
})

/** A reply that the history does not have yet. */
export function AnswerBubble({ text, meta }: { text: string; meta: ReplyMeta }) {
  return (
    <Bubble>
      <Said text={text || said(sentences.mobileFallback)} meta={meta} />
      <Origin meta={meta} />
    </Bubble>
  )
}

interface SaidProps {
  text: string
  meta: ReplyMeta
  id?: string
  streaming?: boolean
}

function Said({ text, meta, id, streaming }: SaidProps) {
  const video = streaming ? undefined : videoIn(meta, text)
  return (
    <>
      {text !== '' && (
        <div data-message-text>
          <Markdown text={text} streaming={streaming} id={id} />
        </div>
      )}
      {meta.attachments?.map(({ type, url, alt }) =>
        type === 'image' ? (
          <ReplyImage key={url} src={url} alt={alt ?? ''} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: a generated clip has no captions
          <video key={url} src={url} aria-label={alt} controls className="my-2 max-h-[400px] max-w-full rounded-lg" />
        ),
      )}
      {video && <VideoCard key={video.taskId} {...video} />}
    </>
  )
}

/** Where a reply is from: the model's badge, and more for administrators. */
function Origin({ meta }: { meta: ReplyMeta }) {
  const { isAdmin } = useThreadActions()
  if (isAdmin) return <AdminLine meta={meta} />
  return (
    <div className="mt-1.5 empty:hidden">
      <ModelBadge meta={meta} />
    </div>
  )
}

/** How a reply came about, for administrators (spec 2.5). */
function AdminLine({ meta }: { meta: ReplyMeta }) {
  const { t } = useTranslation('mobile')
  const { model, mode, latencyMs, forcedModel } = meta
  const facts = [
    model && t('details.model', { value: modelName(model) }),
    mode && t('details.mode', { value: mode }),
    latencyMs !== undefined && t('details.latency', { value: Math.round(latencyMs) }),
    forcedModel && t('details.forced', { value: modelName(forcedModel) }),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
  if (facts.length === 0) return null
  return (
    <p data-admin-line className="mt-1.5 border-t border-line pt-1.5 text-xs text-muted tabular">
      <span className="sr-only">{t('details.label')} </span>
      {facts.map((fact) => (
        <span key={fact} className="me-2 inline-block last:me-0">
          {fact}
        </span>
      ))}
    </p>
  )
}
