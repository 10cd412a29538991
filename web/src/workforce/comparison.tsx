import type { Agent } from '@atrium/contract/catalogue/agents'
import { annualPrice, needsQualifiedReview } from '@atrium/contract/workforce'
import type { Risk } from '@atrium/contract/workforce-agents'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { Dialog } from '../ui/dialog.tsx'
import { nameOf, textOf } from './agent-name.ts'
import { connectorName } from './connectors.ts'
import { useCatalogue } from './use-catalogue.ts'
import { usePrices } from './use-prices.ts'

interface ComparisonProps {
  agents: readonly Agent[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Two or three agents beside each other. */
export function Comparison({ agents, open, onOpenChange }: ComparisonProps) {
  const { t, i18n } = useTranslation('workforce')
  const { t: words } = useTranslation('seats')
  const prices = usePrices()
  const { of: listed } = useCatalogue()
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' })
  const connectors = ({ key }: Agent, which: 'all' | 'missing') => {
    const found = (listed(key)?.connectors ?? []).filter(({ isThere }) => which === 'all' || !isThere)
    return list.format(
      found.map((one) => {
        const label = connectorName(t, one)
        if (one.kind === 'model' && !one.isOptional) return t('agent.withModel')
        return one.isOptional ? words('inputs.optional', { label }) : label
      }),
    )
  }
  /** Of what cannot be hired yet nothing is known. */
  const known = (agent: Agent, of: (risk: Risk) => ReactNode) => {
    const risk = listed(agent.key)?.risk
    return risk ? of(risk) : t('connectors.unknown')
  }
  const rows: readonly { name: string; of: (agent: Agent) => ReactNode }[] = [
    { name: t('agent.does'), of: (agent) => <bdi>{textOf(t, agent)}</bdi> },
    { name: t('agent.department'), of: ({ space }) => t(`department.${space}`) },
    { name: t('period.monthly'), of: ({ monthlyPriceCents }) => prices.per(monthlyPriceCents, 'monthly') },
    { name: t('period.annual'), of: ({ monthlyPriceCents }) => prices.per(annualPrice(monthlyPriceCents), 'annual') },
    { name: t('browse.availability'), of: ({ deployable }) => t(deployable ? 'browse.today' : 'agent.soon') },
    { name: words('agentWork.risk'), of: (agent) => known(agent, (risk) => words(`agentWork.risks.${risk}`)) },
    { name: t('connectors.title'), of: (agent) => known(agent, () => <bdi>{connectors(agent, 'all')}</bdi>) },
    {
      name: words('seat.missing'),
      of: (agent) => known(agent, () => <bdi>{connectors(agent, 'missing') || t('connectors.nothing')}</bdi>),
    },
    { name: t('agent.review'), of: ({ key }) => t(needsQualifiedReview(key) ? 'browse.yes' : 'browse.no') },
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('browse.comparison')} size="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by keyboard too */}
      <section tabIndex={0} aria-label={t('browse.comparison')} className="overflow-x-auto">
        <table className="w-full min-w-lg text-start text-sm">
          <thead>
            <tr className="border-b border-line">
              <td />
              {agents.map(({ key }) => (
                <th key={key} scope="col" className="p-2 text-start align-bottom font-medium">
                  <bdi>{nameOf(t, key)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ name, of }) => (
              <tr key={name}>
                <th scope="row" className="py-2 pe-2 text-start align-top font-normal text-muted">
                  {name}
                </th>
                {agents.map((agent) => (
                  <td key={agent.key} className="p-2 align-top text-pretty">
                    {of(agent)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
