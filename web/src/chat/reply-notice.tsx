import type { Message } from '@atrium/contract/chat'
import { sentences } from '@atrium/contract/sentences'
import { CircleAlert, CircleStop, Play, RefreshCw, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import type { LiveReply } from './live-reply.ts'
import { Notice } from './notice.tsx'
import { useThreadActions } from './thread-context.ts'

/** How a reply ended when it did not end well: what happened, what was kept, and one way on. */
export function ReplyNotice({ message, live }: { message: Message; live: LiveReply | null }) {
  const { t } = useTranslation()
  const { busy, continueReply, regenerate, reconnect } = useThreadActions()
  const hasText = message.content.trim() !== ''
  const again = (
    <Button size="sm" icon={<RefreshCw className="size-4" />} disabled={busy} onClick={() => regenerate(message)}>
      {t('chat.notice.again')}
    </Button>
  )
  const goOn = hasText ? (
    <Button
      size="sm"
      icon={<Play className="size-4 rtl:-scale-x-100" />}
      disabled={busy}
      onClick={() => continueReply(message)}
    >
      {t('chat.notice.continue')}
    </Button>
  ) : (
    again
  )
  if (live?.failure && message.status === 'interrupted') {
    return (
      <Notice
        icon={<Unplug />}
        sentence={live.failure.sentence}
        detail={live.failure.detail ?? t('chat.notice.lostDetail')}
      >
        <Button size="sm" icon={<RefreshCw className="size-4" />} onClick={reconnect}>
          {t('chat.notice.reconnect')}
        </Button>
      </Notice>
    )
  }
  switch (message.status) {
    case 'failed':
      return (
        <Notice
          icon={<CircleAlert />}
          tone="danger"
          sentence={message.meta.error || sentences.mobileStream}
          detail={hasText ? t('chat.notice.kept') : undefined}
        >
          {again}
        </Notice>
      )
    case 'interrupted':
      return (
        <Notice
          icon={<Unplug />}
          sentence={message.meta.error ?? t('chat.notice.interrupted')}
          detail={hasText ? t('chat.notice.kept') : undefined}
        >
          {goOn}
        </Notice>
      )
    case 'stopped':
      return (
        <Notice icon={<CircleStop />} tone="quiet" sentence={t('chat.notice.stopped')}>
          {goOn}
        </Notice>
      )
    default:
      return null
  }
}
