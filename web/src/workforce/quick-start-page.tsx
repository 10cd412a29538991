import {
  addRole,
  agentsSelected,
  applyPreset,
  type Cart,
  emptyCart,
  isEmpty,
  totalsOf,
} from '@atrium/contract/workforce'
import { UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { i18n } from '../i18n/index.ts'
import { part } from '../platform/part.tsx'
import { useKeptFocus } from '../settings/kept-focus.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AddAgent } from './add-agent.tsx'
import { useCart } from './cart-store.ts'
import { TeamConnectors } from './team-connectors.tsx'
import { TeamLines } from './team-lines.tsx'
import { TotalsTable } from './totals.tsx'
import { useReplaceCart } from './use-replace-cart.ts'

/** With its strings, so that the page above does not wait for them. */
const TeamChart = part(() =>
  Promise.all([import('./team-chart.tsx'), i18n.loadNamespaces('seats')]).then(([file]) => file.TeamChart),
)

/** /workforce/startup and its like: the preset as a team to be changed, before it goes into the cart. */
export function QuickStartPage({ preset }: { preset: string }) {
  const { t } = useTranslation('workforce')
  const navigate = useNavigate()
  const { billingPeriod } = useCart()
  const replace = useReplaceCart()
  const begin = applyPreset(emptyCart, preset)
  const [items, setItems] = useState<Cart>(begin)
  const team: Cart = { ...items, billingPeriod }
  const name = t(`presets.${preset}.name`)
  const isChanged = JSON.stringify(items.items) !== JSON.stringify(begin.items)
  const totals = totalsOf(team)
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel)

  const use = () => {
    replace((cart) => ({ ...cart, items: items.items }), t('presets.applied', { name }), t('presets.appliedText'))
    void navigate('/workforce')
  }
  return (
    <PageFrame
      title={t('presets.heading', { name: t(`pages.${preset}`) })}
      text={t(`presets.${preset}.text`)}
      actions={
        <>
          {isChanged && <Button onClick={() => setItems(begin)}>{t('presets.reset')}</Button>}
          <Button variant="primary" disabled={isEmpty(team)} onClick={use}>
            {t('presets.use')}
          </Button>
        </>
      }
    >
      <div ref={panel} className="grid max-w-3xl gap-6">
        <p className="text-sm text-muted">{t('presets.editText')}</p>
        {isEmpty(team) ? (
          <EmptyState
            icon={<UsersRound aria-hidden />}
            title={t('presets.empty')}
            text={t('presets.emptyText')}
            className="py-8!"
          />
        ) : (
          <TeamLines label={t('presets.edit')} team={team} onChange={setItems} />
        )}
        <AddAgent team={team} onAdd={(key) => setItems((now) => addRole(now, key))} />
        {!isEmpty(team) && (
          <div className="ms-auto w-full max-w-sm">
            <p className="mb-2 text-sm text-muted">{t('orders.agents', { count: agentsSelected(team) })}</p>
            <TotalsTable period={billingPeriod} taxBasisPoints={0} {...totals} />
          </div>
        )}
      </div>
      {!isEmpty(team) && (
        <div className="mt-10 flex flex-col gap-10">
          <TeamChart team={items} placeholder={<Skeleton className="h-72 w-full" />} />
          <TeamConnectors team={items} />
        </div>
      )}
    </PageFrame>
  )
}
