import { planOf } from '@atrium/contract/catalogue/plans'
import type { Connector } from '@atrium/contract/workforce-agents'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf } from '../i18n/locale.ts'
import { useSession } from '../platform/session.ts'
import { Badge } from '../ui/badge.tsx'
import { nameOf } from './agent-name.ts'
import { connectorName, type NeededConnector } from './connectors.ts'

interface ConnectorListProps {
  label: string
  connectors: readonly NeededConnector[]
  /** Agents of the team; 1 or less: what each is for is not said. */
  team: number
}

/** Each connector with whether it is there, and the way to it. */
export function ConnectorList({ label, connectors, team }: ConnectorListProps) {
  const { t, i18n } = useTranslation('workforce')
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' })
  return (
    <ul aria-label={label} className="divide-y divide-line border-y border-line text-sm">
      {connectors.map((one) => (
        <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <div className="flex min-w-0 flex-[1_1_14rem] items-start gap-2.5">
            <StateIcon connector={one} />
            <div className="min-w-0">
              <p className="font-medium">
                <bdi>{connectorName(t, one)}</bdi>
              </p>
              {team > 1 && (
                <p className="text-pretty text-muted">
                  <bdi>
                    {one.agents.length === team
                      ? t('connectors.forAll')
                      : t('connectors.for', { names: list.format(one.agents.map((key) => nameOf(t, key))) })}
                  </bdi>
                </p>
              )}
              {one.kind === 'model' && !one.isOptional ? (
                <p className="text-pretty text-muted">{t('connectors.modelDoes')}</p>
              ) : (
                !one.isThere &&
                one.kind !== 'module' && <p className="text-pretty text-muted">{t(`connectors.without.${one.kind}`)}</p>
              )}
            </div>
          </div>
          <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 phone:ms-7.5 phone:w-full phone:justify-start">
            <Way connector={one} />
            <StateBadge connector={one} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function StateIcon({ connector: { isThere, isOptional } }: { connector: Connector }) {
  if (isThere) return <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
  if (isOptional) return <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
  return <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-ink" />
}

function StateBadge({ connector: { isThere, isOptional } }: { connector: Connector }) {
  const { t } = useTranslation('workforce')
  if (isThere) return <Badge tone="success">{t('connectors.ready')}</Badge>
  return isOptional ? (
    <Badge>{t('connectors.optional')}</Badge>
  ) : (
    <Badge tone="warning">{t('connectors.missing')}</Badge>
  )
}

const link = 'inline-flex items-center text-accent-ink underline-offset-2 hover:underline touch:min-h-11'

/** Where it is, or who can set it up. */
function Way({ connector }: { connector: Connector }) {
  const { t } = useTranslation('workforce')
  const { isMember, isAdmin } = useSession()
  const { kind, isThere, plan, route } = connector
  const name = connectorName(t, connector)
  if (isThere)
    return route ? (
      <Link to={route} aria-label={t('connectors.openOf', { name })} className={link}>
        {t('connectors.open')}
      </Link>
    ) : null
  if (plan) {
    const sentence = t('connectors.plan', { plan: planOf(plan).name })
    return isMember ? (
      <Link to="/settings/plan" className={link}>
        {sentence}
      </Link>
    ) : (
      <span className="text-muted">{sentence}</span>
    )
  }
  if (kind === 'model' && isMember)
    return (
      <Link to="/settings/models" className={link}>
        {t('connectors.addKey')}
      </Link>
    )
  return <span className="text-muted">{t(isAdmin ? 'connectors.onServer' : 'connectors.ask')}</span>
}
