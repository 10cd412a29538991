import { EmptyState, formatDate, ShowMore, Skeleton, sentenceFor, useModulePages } from '@atrium/web/kit'
import {
  Download,
  FilePen,
  FilePlus,
  FolderInput,
  FolderPlus,
  History,
  Inbox,
  Link2,
  Link2Off,
  type LucideIcon,
  Pencil,
  RotateCcw,
  Trash2,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { ActivityKind, ActivityLine } from '../activity-lines.ts'
import type sync from '../module.ts'
import { useTexts } from './texts.ts'

const ICONS: Readonly<Record<ActivityKind, LucideIcon>> = {
  ...{ made: FolderPlus, added: FilePlus, changed: FilePen, wentBack: Undo2, renamed: Pencil, moved: FolderInput },
  ...{ deleted: Trash2, restored: RotateCcw, linked: Link2, unlinked: Link2Off, asked: Inbox, unasked: Link2Off },
  ...{ received: Inbox, downloaded: Download, shared: UsersRound },
}

interface ActivityListProps {
  /** A file or a folder; all of them when absent. */
  id?: string | undefined
  /** Called when the person goes to something that is named. */
  onLeave?: (() => void) | undefined
}

/** What happened with one file or folder, or with all of them: the last first, by pages. */
export function ActivityList({ id, onLeave }: ActivityListProps) {
  const { t } = useTexts()
  const asked = id === undefined ? {} : { id }
  const { pages, error, more, failed } = useModulePages<typeof sync, 'activity'>('sync', 'activity', asked)
  if (error)
    return (
      <p role="alert" className="text-sm text-danger-ink">
        {sentenceFor(error)}
      </p>
    )
  if (!pages)
    return (
      <div aria-hidden className="flex flex-col gap-3">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    )
  const lines = pages.flatMap((page) => page.lines)
  if (lines.length === 0 && !more && !failed)
    return <EmptyState icon={<History aria-hidden />} title={t('activity.none')} text={t('activity.noneText')} />
  return (
    <>
      <ol aria-label={t('activity.list')} className="flex flex-col">
        {lines.map((line) => (
          <Line key={line.id} line={line} onLeave={onLeave} />
        ))}
      </ol>
      <ShowMore more={more} failed={failed} label={t('list.more')} />
    </>
  )
}

function Line({ line, onLeave }: { line: ActivityLine; onLeave: (() => void) | undefined }) {
  const { t, language } = useTexts()
  const { kind, at, items, more, isMany, from, count, called, role } = line
  const Icon = ICONS[kind]
  const facts = [
    from !== null && t('activity.was', { name: from }),
    usePlace(line),
    kind === 'downloaded' && count > 1 && t('activity.times', { count }),
    called !== null && t('activity.with', { name: called }),
    role === 'viewer' ? t('activity.viewer') : role === 'editor' ? t('activity.editor') : false,
  ].filter((fact) => fact !== false && fact !== null)
  return (
    <li className="flex gap-3 border-b border-line/60 py-3 last:border-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <span className="font-medium">{t(`activity.kind.${kind}`)}</span>
          {items.map((item) => (
            <Item key={item.id} item={item} onLeave={onLeave} />
          ))}
          {isMany ? (
            <span className="text-muted">{t('activity.many')}</span>
          ) : (
            more > 0 && <span className="text-muted">{t('activity.more', { count: more })}</span>
          )}
        </p>
        {facts.length > 0 && (
          <p className="flex flex-wrap gap-x-2 text-muted">
            {facts.map((fact) => (
              <bdi key={String(fact)} className="[overflow-wrap:anywhere]">
                {fact}
              </bdi>
            ))}
          </p>
        )}
        <p className="flex flex-wrap gap-x-2 text-xs text-muted">
          <bdi>{useWho(line)}</bdi>
          <time dateTime={at}>{formatDate(at, language)}</time>
        </p>
      </div>
    </li>
  )
}

interface ItemProps {
  item: ActivityLine['items'][number]
  onLeave: (() => void) | undefined
}

function Item({ item: { id, name, kind, isThere }, onLeave }: ItemProps) {
  const { pathname } = useLocation()
  // What is shared with the person stays on the page that shows it.
  const page = pathname.startsWith('/shared/') ? pathname : '/sync'
  if (!isThere) return <bdi className="min-w-0 max-w-full truncate text-muted">{name}</bdi>
  return (
    <Link
      to={`${page}?${kind === 'folder' ? 'folder' : 'open'}=${id}`}
      onClick={onLeave}
      className="min-w-0 max-w-full truncate underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Whoever did it, as far as the reader may know them. */
function useWho({ who: { kind, name } }: ActivityLine): string {
  const { t } = useTexts()
  if (kind === 'link') return name === null ? t('activity.byLink') : t('activity.fromLink', { name })
  if (kind === 'you') return t('activity.you')
  return name ?? t('activity.somebody')
}

/** The folder that it lies in, or came to. */
function usePlace({ folder, kind }: ActivityLine): string | null {
  const { t } = useTexts()
  if (folder === null || (folder === '' && kind !== 'moved')) return null
  const named = { folder: folder || t('top') }
  return t(kind === 'moved' ? 'activity.into' : 'activity.within', named)
}
