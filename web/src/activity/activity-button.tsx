import type { ActivityItem } from '@atrium/contract/activity'
import { Activity } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSurroundings } from '../commands/commands.tsx'
import { IconButton } from '../ui/button.tsx'
import { formatNumber } from '../ui/formats.ts'
import { useActivity } from './activity.ts'
import { useEndings } from './endings.ts'
import { useFailuresSeen } from './failures-seen.ts'
import { ActivityDrawer } from './parts.ts'

const NONE: readonly ActivityItem[] = []

/** How much is under way, or that something failed; behind it the list. Not there while there is nothing to tell of. */
export function ActivityButton({ side = 'bottom' }: { side?: 'bottom' | 'end' | undefined }) {
  const { t, i18n } = useTranslation('activity')
  const { openModal } = useSurroundings()
  const { data } = useActivity()
  useEndings(data?.pages[0]?.items ?? NONE)
  const seen = useFailuresSeen()
  const { open = 0, lastFailedAt = null } = data?.pages[0] ?? {}
  const hasFailed = lastFailedAt !== null && lastFailedAt > seen
  if (open === 0 && !hasFailed) return null
  const icon = (
    <span className="relative">
      <Activity aria-hidden />
      <span
        aria-hidden
        className={
          hasFailed
            ? 'absolute -end-1.5 -top-1.5 size-2 rounded-full bg-danger'
            : 'absolute -end-2 -top-2 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent tabular'
        }
      >
        {!hasFailed && formatNumber(open, i18n.language)}
      </span>
    </span>
  )
  return (
    <IconButton
      size="sm"
      icon={icon}
      tooltipSide={side}
      label={hasFailed ? t('failed') : t('running', { count: open })}
      onPointerEnter={ActivityDrawer.load}
      onClick={() => openModal('activity', '')}
    />
  )
}
