import type { Agent } from '@atrium/contract/catalogue/agents'
import { quantityOf, setQuantity } from '@atrium/contract/workforce'
import { clsx } from 'clsx'
import { Bell, BellRing, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { nameOf, pathOf, textOf } from './agent-name.ts'
import { changeCart, useCart } from './cart-store.ts'
import { ModelNeeded, useModelNeed } from './model-needed.tsx'
import { Quantity } from './quantity.tsx'
import type { Marks } from './use-marks.ts'
import { usePrices } from './use-prices.ts'

interface AgentCardProps {
  agent: Agent
  marks: Marks
  /** More that can be done with it, below. */
  children?: ReactNode
}

/** Spec 2.6: name, description, price, quantity, and "Coming Soon" where it cannot be hired yet. */
export function AgentCard({ agent, marks, children }: AgentCardProps) {
  const { t } = useTranslation('workforce')
  const cart = useCart()
  const prices = usePrices()
  const { key, deployable, monthlyPriceCents } = agent
  const { isIdle } = useModelNeed()
  const name = nameOf(t, key)
  const quantity = quantityOf(cart, key)
  return (
    <li
      className={clsx(
        'flex min-w-0 flex-col rounded-md border p-4',
        quantity > 0 ? 'border-accent bg-accent-soft/40' : 'border-line',
      )}
    >
      <div className="flex items-start gap-1">
        <h3 className="min-w-0 flex-1 pt-0.5 text-sm font-medium">
          <Link to={pathOf(key)} className="rounded-sm hover:underline hover:underline-offset-2">
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <div className="-me-1.5 -mt-1 flex">
          {!deployable && <WaitButton name={name} agentKey={key} marks={marks} />}
          <StarButton name={name} agentKey={key} marks={marks} />
        </div>
      </div>
      <p className="mt-1 flex-1 text-sm text-pretty text-muted">
        <bdi>{textOf(t, agent)}</bdi>
      </p>
      <div className="mt-3 empty:hidden">
        <ModelNeeded agentKey={key} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-sm tabular-nums">{prices.ofSeat(monthlyPriceCents, cart.billingPeriod)}</span>
          {!deployable && <Badge tone="info">{t('agent.soon')}</Badge>}
        </div>
        <Quantity
          name={name}
          value={quantity}
          deployable={deployable}
          canGrow={!isIdle(key)}
          onChange={(next) => changeCart((now) => setQuantity(now, key, next))}
        />
      </div>
      {children}
    </li>
  )
}

interface MarkProps {
  name: string
  agentKey: string
  marks: Marks
}

export function StarButton({ name, agentKey, marks }: MarkProps) {
  const { t } = useTranslation('workforce')
  const isStarred = marks.isStarred(agentKey)
  return (
    <IconButton
      size="sm"
      label={t('agent.star', { name })}
      pressed={isStarred}
      icon={<Star className={clsx(isStarred && 'fill-current')} />}
      onClick={() => marks.star(agentKey, !isStarred)}
      className="bg-transparent!"
    />
  )
}

function WaitButton({ name, agentKey, marks }: MarkProps) {
  const { t } = useTranslation('workforce')
  const isAwaited = marks.isAwaited(agentKey)
  return (
    <IconButton
      size="sm"
      label={t('agent.tellOf', { name })}
      pressed={isAwaited}
      icon={isAwaited ? <BellRing /> : <Bell />}
      onClick={() => marks.wait(agentKey, !isAwaited)}
      className="bg-transparent!"
    />
  )
}

/** Cards beside each other, as many as there is room for. */
export function AgentGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
      {children}
    </ul>
  )
}
