import { agents } from '@atrium/contract/catalogue/agents'
import { type Cart, quantityOf } from '@atrium/contract/workforce'
import { useTranslation } from 'react-i18next'
import { Select } from '../ui/field.tsx'
import { nameOf } from './agent-name.ts'
import { useModelNeed } from './model-needed.tsx'
import { usePrices } from './use-prices.ts'

/** One more for a team, of those that can be hired and are not in it. */
export function AddAgent({ team, onAdd }: { team: Cart; onAdd: (key: string) => void }) {
  const { t } = useTranslation('workforce')
  const prices = usePrices()
  const { isIdle } = useModelNeed()
  const choices = agents.filter(({ key, deployable }) => deployable && quantityOf(team, key) === 0)
  return (
    <Select
      className="max-w-sm"
      label={t('presets.add')}
      value=""
      onChange={({ target }) => target.value && onAdd(target.value)}
      options={[
        { value: '', label: t('presets.addPlaceholder') },
        ...choices.map(({ key, monthlyPriceCents }) => ({
          value: key,
          label: [
            nameOf(t, key),
            prices.ofSeat(monthlyPriceCents, team.billingPeriod),
            ...(isIdle(key) ? [t('agent.withModel')] : []),
          ].join(' · '),
          disabled: isIdle(key),
        })),
      ]}
    />
  )
}
