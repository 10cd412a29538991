import type { Message } from '@atrium/contract/chat'
import { memo, type Ref, startTransition, useEffect, useState } from 'react'
import { AssistantMessage } from './assistant-message.tsx'
import type { LiveReply } from './live-reply.ts'
import type { Editing } from './thread-context.ts'
import { UserMessage } from './user-message.tsx'

export interface MessageRowProps {
  ref: Ref<HTMLDivElement>
  message: Message
  index: number
  /** The live state of this very reply, while there is one. */
  live: LiveReply | null
  editing: Editing | null
  isLast: boolean
  /** A link or a search led here. */
  arrived: boolean
  /** The list does not move: there is time to draw what nobody sees yet. */
  still: boolean
}

/** A message at its place in the list. Its buttons, half of its cost, are drawn when the list has come to rest, or when they are reached for. */
export const MessageRow = memo(function MessageRow({
  ref,
  message,
  index,
  live,
  editing,
  isLast,
  arrived,
  still,
}: MessageRowProps) {
  const [rested, setRested] = useState(false)
  const whole = rested || isLast || message.siblings.length > 1
  useEffect(() => {
    if (still && !rested) startTransition(() => setRested(true))
  }, [still, rested])
  const reach = rested ? undefined : () => setRested(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that what is inside is reached for
    <div
      ref={ref}
      data-index={index}
      className={`absolute inset-x-0 px-4 ${arrived ? 'arrived' : ''}`}
      // The list writes its `top`. Not a transform: menus measure from the page, and would measure from the row then.
      // A hand that moves, not rows that pass below a mouse that rests.
      onPointerMove={reach}
      onFocus={reach}
    >
      {message.role === 'user' ? (
        <UserMessage message={message} editing={editing} whole={whole} />
      ) : message.role === 'system' ? (
        <p className="text-center text-sm text-muted">{message.content}</p>
      ) : (
        <AssistantMessage message={message} live={live} isLast={isLast} whole={whole} />
      )}
    </div>
  )
})
