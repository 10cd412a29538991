import { CircleAlert, Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../platform/session.ts'
import { Badge } from '../ui/badge.tsx'
import { type ListedAgent, useCatalogue } from './use-catalogue.ts'

const modelOf = (agent: ListedAgent | undefined) => agent?.connectors.find(({ kind }) => kind === 'model')

/** Of agents: whether a model does all of its work, and whether it could do nothing, since none is connected. */
export function useModelNeed() {
  const { of } = useCatalogue()
  const needsModel = (key: string): boolean => modelOf(of(key))?.isOptional === false
  return { needsModel, isIdle: (key: string): boolean => needsModel(key) && modelOf(of(key))?.isThere === false }
}

/** On an agent whose work a model does; where none is connected, with the way to one. */
export function ModelNeeded({ agentKey }: { agentKey: string }) {
  const { t } = useTranslation('workforce')
  const { needsModel, isIdle } = useModelNeed()
  if (!needsModel(agentKey)) return null
  if (!isIdle(agentKey)) return <Badge icon={<Cpu aria-hidden />}>{t('agent.withModel')}</Badge>
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-warning-ink">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 text-pretty">{t('agent.withModel')}</span>
      <ConnectModel />
    </p>
  )
}

/** The way to a model; of those who may not go it, who can. */
export function ConnectModel() {
  const { t } = useTranslation('workforce')
  const { isMember } = useSession()
  return isMember ? (
    <Link
      to="/settings/models"
      className="inline-flex items-center text-accent-ink underline underline-offset-2 touch:min-h-11"
    >
      {t('agent.connectModel')}
    </Link>
  ) : (
    <span className="text-muted">{t('connectors.ask')}</span>
  )
}
