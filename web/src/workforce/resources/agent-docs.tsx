import type { SeatGrant } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { sentenceFor } from '../../platform/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pathOf } from '../agent-name.ts'
import { grantName } from '../seats/grant-name.ts'
import { InputTable } from './input-table.tsx'
import { AnchorLink } from './module-docs.tsx'
import { actionAnchor, agentAnchor, isNotHere, playbookAnchor, useAgentDocs } from './published.ts'
import { useHash, useHashTarget } from './use-hash-target.ts'

interface AgentDocsProps {
  agentKey: string
  /** Actions and modules that stand on this page. */
  known: ReadonlySet<string>
}

/** What an agent comes with, and each of its playbooks with what goes in. Fetched when it is opened. */
export function AgentDocs({ agentKey, known }: AgentDocsProps) {
  const { t } = useTranslation('seats')
  const { data, error, refetch } = useAgentDocs(agentKey)
  const isNamed = useHash().startsWith(`${agentAnchor(agentKey)}.`)
  useHashTarget(isNamed && data !== undefined)
  if (error && !data)
    return isNotHere(error) ? (
      <p className="text-muted">{t('docs.notHere')}</p>
    ) : (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-3 py-2.5">
        <p className="min-w-0 text-pretty">{sentenceFor(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  if (!data)
    return (
      <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-28 w-full" />
      </div>
    )
  return (
    <div className="flex flex-col divide-y divide-line rounded-md border border-line px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-sm font-medium">{t('docs.grants')}</h3>
          <Grants grants={data.grants} known={known} />
        </div>
        <Link to={pathOf(agentKey)} className={buttonClass('secondary', 'sm')}>
          {t('docs.page')}
        </Link>
      </div>
      {data.playbooks.map(({ id, title, summary, uses, input }) => {
        const anchor = playbookAnchor(agentKey, id)
        return (
          <section key={id} aria-labelledby={anchor} className="flex min-w-0 flex-col gap-3 py-4">
            <div>
              <div className="flex flex-wrap items-center gap-x-2">
                <h3 id={anchor} tabIndex={-1} className="scroll-mt-4 text-base outline-none">
                  <bdi>{said(title)}</bdi>
                </h3>
                <AnchorLink to={anchor} name={said(title)} />
              </div>
              <p className="text-pretty text-muted">
                <bdi>{said(summary)}</bdi>
              </p>
              {uses.length > 0 && (
                <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                  {t('docs.uses')}
                  {uses.map((action) => (
                    <ActionName key={action} action={action} known={known} />
                  ))}
                </p>
              )}
            </div>
            <InputTable schema={input} name={said(title)} />
          </section>
        )
      })}
    </div>
  )
}

/** Its code, and the way to what it does where that is installed. */
function ActionName({ action, known }: { action: string; known: ReadonlySet<string> }) {
  const target = action.endsWith('.*') ? action.slice(0, -2) : action
  const code = (
    <code dir="ltr" className="wrap-anywhere">
      {action}
    </code>
  )
  return known.has(target) ? (
    <Link to={{ hash: actionAnchor(target) }} className="text-accent-ink underline-offset-2 hover:underline">
      {code}
    </Link>
  ) : (
    code
  )
}

function Grants({ grants, known }: { grants: readonly SeatGrant[]; known: ReadonlySet<string> }) {
  const { t } = useTranslation('seats')
  if (grants.length === 0) return <p className="mt-1 text-sm text-muted">{t('agentWork.noTools')}</p>
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-sm text-muted">
      {grants.map((grant) => (
        <li key={grant.action} className="flex flex-wrap gap-x-2">
          <ActionName action={grant.action} known={known} />
          {grantName(t, grant) !== grant.action && (
            <span className="min-w-0 wrap-anywhere">
              <bdi>{grantName(t, grant)}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
