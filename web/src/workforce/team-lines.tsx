import { type Cart, cartItems, priceFor, removeRole, setQuantity } from '@atrium/contract/workforce'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton } from '../ui/button.tsx'
import { nameOf, pathOf } from './agent-name.ts'
import { ModelNeeded, useModelNeed } from './model-needed.tsx'
import { Quantity } from './quantity.tsx'
import { usePrices } from './use-prices.ts'

interface TeamLinesProps {
  label: string
  team: Cart
  onChange: (operation: (team: Cart) => Cart) => void
}

/**
 * A team line by line: who, how many, what they come to in the period. With the last line the list may go: its page
 * keeps the focus.
 */
export function TeamLines({ label, team, onChange }: TeamLinesProps) {
  const { t } = useTranslation('workforce')
  const prices = usePrices()
  const { isIdle } = useModelNeed()
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {cartItems(team).map(({ roleId, monthlyPriceCents, quantity }) => {
        const name = nameOf(t, roleId)
        const unit = priceFor(monthlyPriceCents, team.billingPeriod)
        return (
          <li key={roleId} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
            <div className="flex min-w-0 flex-[1_1_11rem] flex-col items-start gap-1">
              <Link to={pathOf(roleId)} className="rounded-sm font-medium hover:underline hover:underline-offset-2">
                <bdi>{name}</bdi>
              </Link>
              <p className="text-xs text-muted tabular-nums">{prices.each(unit, team.billingPeriod)}</p>
              <ModelNeeded agentKey={roleId} />
            </div>
            <div className="ms-auto flex items-center gap-2 phone:w-full">
              <Quantity
                name={name}
                value={quantity}
                deployable
                canGrow={!isIdle(roleId)}
                min={1}
                onChange={(next) => onChange((now) => setQuantity(now, roleId, next))}
              />
              <span className="min-w-24 flex-1 text-end text-sm tabular-nums">{prices.exact(unit * quantity)}</span>
              <IconButton
                size="sm"
                label={t('checkout.remove', { name })}
                icon={<X />}
                onClick={() => onChange((now) => removeRole(now, roleId))}
              />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
