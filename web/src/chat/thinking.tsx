import { modelName } from '@atrium/contract/catalogue/model-names'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveReply } from './live-reply.ts'

const SLOW = 5 // seconds after which waiting says what for
const NOTICED = 600 // ms that a connection may be gone before anybody hears of it

/** The line under a reply that is awaited or whose connection is gone. */
export function Thinking({ live }: { live: LiveReply }) {
  const { t } = useTranslation()
  const seconds = useSecondsSince(live.startedAt, live.status === 'thinking')
  const gone = useLater(live.connection !== 'open', NOTICED)
  const asks = live.reply.meta.tools?.some(({ state }) => state === 'confirm') ?? false
  if (gone && live.connection !== 'open')
    return (
      <p className="mt-2 text-sm text-muted">
        {t(live.connection === 'offline' ? 'chat.status.offline' : 'chat.status.reconnecting')}
      </p>
    )
  if (live.status !== 'thinking' || asks) return null
  const { model } = live.reply.meta
  const slow = model
    ? t('chat.status.slowModel', { model: modelName(model), seconds })
    : t('chat.status.slow', { seconds })
  return (
    <p className="flex min-h-6.5 items-center gap-3 text-sm text-muted">
      <span aria-hidden className="thinking-dots inline-flex gap-1">
        <span className="size-1.5 rounded-full bg-faint" />
        <span className="size-1.5 rounded-full bg-faint" />
        <span className="size-1.5 rounded-full bg-faint" />
      </span>
      <span className={live.statusText || seconds >= SLOW ? undefined : 'sr-only'}>
        {live.stopping
          ? t('chat.status.stopping')
          : (live.statusText ?? (seconds >= SLOW ? slow : t('chat.status.thinking')))}
      </span>
    </p>
  )
}

function useSecondsSince(start: number, running: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, Math.floor((now - start) / 1_000))
}

/** True once `now` has been true for `ms`. */
function useLater(now: boolean, ms: number): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    if (!now) return setLater(false)
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [now, ms])
  return later
}
