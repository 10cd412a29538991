import type { NotificationPage } from '@atrium/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { part } from '../platform/part.tsx'
import { IconButton } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { renewSubscription } from './browser-push.ts'
import { INBOX } from './paths.ts'

const Inbox = part(() => import('./inbox.tsx').then((file) => file.Inbox))
/** More than that is many. */
const SHOWN = 99

interface BellProps {
  side?: 'bottom' | 'end' | undefined
  isMember: boolean
  userId: string
}

/** A bell with how much is unread; behind it the inbox. A push of several leads to `#notifications`, which opens it. */
export function BellButton({ side = 'bottom', isMember, userId }: BellProps) {
  const { t, i18n } = useTranslation('notifications')
  const { data } = useQuery<NotificationPage>({ queryKey: [INBOX] })
  const { hash, key } = useLocation()
  const [open, setOpen] = useState(hash === '#notifications')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address a second time opens it again
  useEffect(() => {
    if (hash === '#notifications') setOpen(true)
  }, [hash, key])
  useEffect(() => {
    if (isMember) void renewSubscription(userId)
  }, [isMember, userId])
  const unread = data?.unread ?? 0
  const icon = (
    <span className="relative">
      <Bell aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -end-2 -top-2 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular"
        >
          {unread > SHOWN ? `${formatNumber(SHOWN, i18n.language)}+` : formatNumber(unread, i18n.language)}
        </span>
      )}
    </span>
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('title')}
      side={side === 'end' ? 'right' : 'bottom'}
      className="w-96 p-0"
      trigger={
        <IconButton
          size="sm"
          icon={icon}
          tooltipSide={side}
          label={unread > 0 ? t('bellUnread', { count: unread }) : t('title')}
          onPointerEnter={Inbox.load}
        />
      }
    >
      {(close) => <Inbox close={close} placeholder={<Skeleton className="m-3 h-40" />} />}
    </Popover>
  )
}
