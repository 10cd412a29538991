import { formatDate, IconButton, useAction, useModuleQuery } from '@atrium/web/kit'
import { X } from 'lucide-react'
import type sync from '../module.ts'
import { useTexts } from './texts.ts'

/** The links there are, to one thing or to all; without any, what `empty` says. */
export function ShareList({ entry, title, empty }: { entry?: string; title?: string; empty?: string }) {
  const { t, language } = useTexts()
  const { data } = useModuleQuery<typeof sync, 'shares'>('sync', 'shares', entry ? { id: entry } : {})
  const unshare = useAction<typeof sync, 'unshare'>('sync', 'unshare')
  const shares = data?.shares ?? []
  if (shares.length === 0) return data && empty ? <p className="py-6 text-center text-muted">{empty}</p> : null
  return (
    <section className={title ? 'mt-6' : undefined}>
      {title && <h3 className="text-sm font-medium">{title}</h3>}
      <ul className="divide-y divide-line">
        {shares.map(({ id, name, createdAt, expiresAt, hasPassword, uses, downloads, downloadedAt }) => (
          <li key={id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <div dir="auto" className="truncate text-sm">
                {entry ? formatDate(createdAt, language) : name}
              </div>
              <div className="text-xs text-muted">
                {[
                  expiresAt && t('sharing.until', { date: formatDate(expiresAt, language) }),
                  hasPassword && t('sharing.withPassword'),
                  t('sharing.opened', { count: uses }),
                  downloads > 0 && t('sharing.downloaded', { count: downloads }),
                  downloadedAt && t('sharing.lastDownload', { date: formatDate(downloadedAt, language) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <IconButton
              size="sm"
              label={t('sharing.remove', { name })}
              icon={<X />}
              onClick={() => unshare.mutate({ id })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
