import { isOpen, planFor } from '@atrium/contract/catalogue/plans'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { holderOf } from '../commands/use-commands.ts'
import { said } from '../i18n/said.ts'
import { useSession } from '../platform/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { cardClass } from './directory.tsx'
import type { ToolCard } from './tool-cards.ts'

/** A module, tool or bot as directories show it: what it does, its commands, and what is in the way. */
export function ToolCardLink({ card }: { card: ToolCard }) {
  const { t } = useTranslation('commands')
  const wanted = { tier: card.tier }
  const locked = !isOpen(holderOf(useSession()), wanted)
  return (
    <Link to={card.to} className={cardClass}>
      <span className="flex items-center gap-2 font-medium [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
        <Icon name={card.icon} />
        <bdi>{said(card.title)}</bdi>
      </span>
      <span className="mt-1 flex-1 text-sm text-pretty text-muted">
        <bdi>{said(card.summary)}</bdi>
      </span>
      <span className="mt-3 flex min-h-5 flex-wrap items-center gap-2">
        {card.triggers.slice(0, 3).map((trigger) => (
          <code key={trigger} dir="ltr" className="text-xs text-muted">
            {trigger}
          </code>
        ))}
        <span className="flex-1" />
        {!card.isInstalled && <Badge>{t('tools.missing')}</Badge>}
        {locked && (
          <Badge icon={<Lock aria-label={t('chat.picker.lockedShort')} />}>{t(`chat.plan.${planFor(wanted)}`)}</Badge>
        )}
      </span>
    </Link>
  )
}
