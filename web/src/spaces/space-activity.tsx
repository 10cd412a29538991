import { entryOf } from '@atrium/contract/catalogue/modules'
import type { Activity } from '@atrium/contract/spaces'
import { MessageSquare, PencilLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { useModules } from '../shell/modules.ts'
import { Hint, Panel, rowClass } from './panel.tsx'
import { agoOf } from './when.ts'

/** What happened here last. */
export function SpaceActivity({ activity }: { activity: readonly Activity[] }) {
  const { t, i18n } = useTranslation('spaces')
  const { data: installed = [] } = useModules()
  const routeOf = (id: string | null) =>
    (installed.find((module) => module.id === id) ?? entryOf(id ?? ''))?.route ?? `/abilities/${id}`
  return (
    <Panel title={t('activity')}>
      {activity.length === 0 ? (
        <Hint>{t('noActivity')}</Hint>
      ) : (
        <ol className="-mx-2">
          {activity.map((one) => (
            <li key={`${one.kind} ${one.id}`} className="flex">
              <Link to={one.kind === 'thread' ? `/c/${one.id}` : routeOf(one.module)} className={rowClass}>
                {one.kind === 'thread' ? <MessageSquare aria-hidden /> : <PencilLine aria-hidden />}
                <bdi className={`min-w-0 truncate ${one.undone ? 'text-muted line-through' : ''}`}>
                  {one.kind === 'thread' ? one.title : said(one.title)}
                </bdi>
                {one.undone && <span className="sr-only">{t('undone')}</span>}
                <span className="ms-auto shrink-0 text-xs text-muted">{agoOf(one.at, i18n.language)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
