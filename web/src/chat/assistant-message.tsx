import { modelName } from '@atrium/contract/catalogue/model-names'
import type { Message } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { part } from '../platform/part.tsx'
import { isActive, type LiveReply } from './live-reply.ts'
import { ReplyActions } from './reply-actions.tsx'
import { ReplyImage } from './reply-image.tsx'
import { ReplyNotice } from './reply-notice.tsx'
import { Thinking } from './thinking.tsx'
import { ToolCard } from './tool-card.tsx'

const Markdown = part(() => import('./markdown.tsx').then((module) => module.Markdown))
void Markdown.load()
const SeatByline = part(() => import('./seat-byline.tsx').then((module) => module.SeatByline))

export interface AssistantMessageProps {
  message: Message
  /** The live state of this very reply, while there is one. */
  live: LiveReply | null
  isLast: boolean
  /** With its buttons; without, the place they take is kept. */
  whole: boolean
}

/** A reply: no box, it reads like a page. */
export const AssistantMessage = memo(function AssistantMessage({
  message,
  live,
  isLast,
  whole,
}: AssistantMessageProps) {
  const { t } = useTranslation()
  const { meta } = message
  const writing = isActive(live)
  const ended = !writing && message.status !== 'streaming' && message.status !== 'waiting'
  const nothing = message.content.trim() === '' && !meta.attachments?.length && !meta.tools?.length
  // What the server itself says in a conversation, of seats above all, is a sentence a line.
  const content = meta.mode === 'guide' ? message.content.replace(/^.+$/gm, (line) => said(line)) : message.content
  // Spec 8: a reply that is complete and says nothing.
  const text = ended && message.status === 'complete' && nothing ? said(sentences.emptyDone) : content
  return (
    <article className="group" aria-busy={writing || undefined}>
      <h2 className="sr-only">{t('chat.assistant')}</h2>
      {meta.seat && <SeatByline seat={meta.seat} failed={null} />}
      {meta.tools?.map((tool) => (
        <ToolCard key={tool.callId} tool={tool} />
      ))}
      {text !== '' && (
        <div data-message-text>
          <Markdown
            text={text}
            streaming={writing}
            id={message.id}
            placeholder={<div className="prose-reply whitespace-pre-wrap">{text}</div>}
          />
        </div>
      )}
      {meta.attachments?.map(({ type, url, alt }) =>
        type === 'image' ? (
          <ReplyImage key={url} src={url} alt={alt ?? ''} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: a generated clip has no captions
          <video
            key={url}
            src={url}
            aria-label={alt}
            controls
            preload="metadata"
            className="my-3 max-h-100 max-w-full rounded-lg border border-line"
          />
        ),
      )}
      {live && (writing || live.connection !== 'open') && !live.failure && <Thinking live={live} />}
      {ended && meta.insteadOf && meta.model && (
        <p className="mt-2 text-xs text-muted">
          {t('chat.notice.insteadOf', {
            wanted: modelName(meta.insteadOf, meta.insteadOf),
            model: modelName(meta.model, meta.model),
          })}
        </p>
      )}
      {ended && <ReplyNotice message={message} live={live} />}
      {ended &&
        (whole ? <ReplyActions message={message} isLast={isLast} /> : <div className="mt-1.5 min-h-7 touch:min-h-9" />)}
    </article>
  )
})
