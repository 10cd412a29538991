import type { RecordHistory, RecordVersion } from '@atrium/contract/record-history'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { moduleKey } from '../platform/news.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatDate } from '../ui/formats.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useModuleInfo } from './module-info.ts'
import type { RecordHistoryProps } from './record-history.tsx'
import { differences, shown } from './record-values.ts'
import { useRecordCall } from './use-record-call.ts'

export function HistoryPanel({ module, collection, id, open, onOpenChange, fields, show }: RecordHistoryProps) {
  const { t } = useTranslation('kit')
  const path = `/api/m/${module}/collections/${collection}/${id}`
  const { data, error } = useQuery({
    queryKey: [...moduleKey(module), 'history', collection, id],
    queryFn: open && id !== null ? ({ signal }) => api.get<RecordHistory>(`${path}/history`, { signal }) : skipToken,
  })
  const revert = useRecordCall(module, t('history.done'))
  const versions = data?.versions
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('history.title')} size="lg">
      {error ? (
        <p role="alert" className="text-danger-ink">
          {sentenceFor(error)}
        </p>
      ) : !versions ? (
        <div aria-hidden className="flex flex-col gap-4">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      ) : versions.length === 0 ? (
        <p className="py-6 text-center text-muted">{t('history.empty')}</p>
      ) : (
        <ol className="flex flex-col">
          {versions.map((version, at) => (
            <Version
              key={version.version}
              module={module}
              version={version}
              before={versions[at + 1]}
              isCurrent={at === 0}
              fields={fields}
              show={show}
              isBusy={revert.isPending}
              onRestore={() => revert.mutate({ path: `${path}/revert`, body: { version: version.version } })}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

interface VersionProps {
  module: string
  version: RecordVersion
  before: RecordVersion | undefined
  isCurrent: boolean
  fields: Readonly<Record<string, string>>
  show: RecordHistoryProps['show']
  isBusy: boolean
  onRestore: () => void
}

function Version({ module, version, before, isCurrent, fields, show, isBusy, onRestore }: VersionProps) {
  const { t, i18n } = useTranslation('kit')
  const what = useActionName(module, version)
  const changed = before ? differences(before.data, version.data, fields) : []
  const value = (of: RecordVersion, name: string) =>
    (show?.(name, of.data[name]) ?? shown(of.data[name], i18n.language)) || (
      <span className="text-faint">{t('history.nothing')}</span>
    )
  return (
    <li className="group/version flex items-start gap-3 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{what}</span>
          {version.by && <bdi className="text-muted">{version.by}</bdi>}
          {version.via === 'model' && <span className="text-muted">{t('history.byModel')}</span>}
          {isCurrent && <Badge tone="accent">{t('history.current')}</Badge>}
          <time dateTime={version.at} className="text-xs text-muted">
            {formatDate(version.at, i18n.language)}
          </time>
        </p>
        {before && changed.length > 0 && (
          <dl className="mt-1.5 grid grid-cols-[minmax(5rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
            {changed.map((name) => (
              <div key={name} className="contents">
                <dt className="text-muted">{fields[name]}</dt>
                <dd className="min-w-0 [overflow-wrap:anywhere]">
                  <del className="text-muted">{value(before, name)}</del>{' '}
                  <ins className="rounded-sm bg-accent-soft px-1 no-underline">{value(version, name)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {!isCurrent && !version.isDeleted && (
        <Button size="sm" disabled={isBusy} onClick={onRestore}>
          {t('history.restore')}
        </Button>
      )}
    </li>
  )
}

/** What made a version, in words: the action's own summary, or what the core calls its own. */
function useActionName(module: string, { action, version, isDeleted }: RecordVersion): string {
  const { t } = useTranslation('kit')
  const { info } = useModuleInfo(module)
  const name = action.split('.')[1] ?? action
  if (isDeleted) return t('history.deleted')
  if (name === 'undo') return t('history.undo')
  if (name === 'restore') return t('history.restored')
  if (name === 'revert') return t('history.reverted')
  if (name === 'import') return t('history.imported')
  const summary = info?.actions[name]?.summary
  return summary ? said(summary) : t(version === 1 ? 'history.created' : 'history.changed')
}
