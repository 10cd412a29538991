import {
  Button,
  type Column,
  DataTable,
  download,
  formatDate,
  formatNumber,
  formatSize,
  type Sort,
  useSharedAs,
} from '@atrium/web/kit'
import { Star } from 'lucide-react'
import { useMemo } from 'react'
import type { EntryRow, Found } from '../rows.ts'
import { downloadUrl } from './addresses.ts'
import type { Asked } from './entry-dialogs.tsx'
import { EntryIcon } from './entry-icon.tsx'
import { EntryMenu, useRemove } from './entry-menu.tsx'
import { useTexts } from './texts.ts'

/** A folder that comes by pages: how much is in it, what brings more, and by what it stands in order. */
export interface Paging {
  total: number
  onMore: (() => void) | undefined
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

interface FileListProps {
  entries: readonly (EntryRow | Found)[]
  /** Absent of what comes whole. */
  paging?: Paging | undefined
  onOpen: (entry: EntryRow) => void
  onAsk: (asked: Asked) => void
}

/** Where a found file is and what of its text was found; nothing in a folder's own list. */
const besides = (entry: EntryRow | Found): string =>
  'path' in entry ? [entry.path.map(({ name }) => name).join(' / '), entry.excerpt].filter(Boolean).join(' · ') : ''

export function FileList({ entries, paging, onOpen, onAsk }: FileListProps) {
  const { t, language } = useTexts()
  const remove = useRemove()
  const mayWrite = useSharedAs() !== 'viewer'
  const columns = useMemo(
    (): Column<EntryRow>[] => [
      {
        id: 'name',
        header: t('name'),
        sortValue: ({ kind, name }) => `${kind === 'folder' ? 0 : 1} ${name}`,
        cell: (entry) => (
          <span className="flex min-w-0 items-center gap-2.5">
            <EntryIcon kind={entry.kind} mime={entry.mime} className="size-4 shrink-0" />
            <bdi className="min-w-0 shrink-0 truncate max-w-full">{entry.name}</bdi>
            {entry.isFavourite && (
              <Star role="img" aria-label={t('favourite.one')} className="size-3.5 shrink-0 fill-current text-muted" />
            )}
            {besides(entry) && (
              <span dir="auto" className="min-w-0 truncate text-xs text-muted">
                {besides(entry)}
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'changed',
        header: t('changed'),
        width: 190,
        hideOnPhone: true,
        sortValue: ({ modifiedAt }) => modifiedAt,
        cell: ({ modifiedAt }) => <span className="text-muted">{formatDate(modifiedAt, language)}</span>,
      },
      {
        id: 'size',
        header: t('size'),
        width: 100,
        align: 'end',
        hideOnPhone: true,
        sortValue: ({ kind, size }) => (kind === 'folder' ? null : size),
        cell: ({ kind, size }) => (
          <span className="text-muted">{kind === 'folder' ? '' : formatSize(size, language)}</span>
        ),
      },
      { id: 'menu', header: '', width: 56, cell: (entry) => <EntryMenu entry={entry} onAsk={onAsk} /> },
    ],
    [language, onAsk],
  )
  return (
    <DataTable<EntryRow>
      rows={entries}
      columns={columns}
      rowId={({ id }) => id}
      label={t('top')}
      {...(paging && {
        pages: { total: paging.total, onMore: paging.onMore },
        sort: paging.sort,
        onSort: paging.onSort,
      })}
      onOpen={onOpen}
      {...(mayWrite && { onDelete: (rows: readonly EntryRow[]) => remove.mutate({ ids: rows.map(({ id }) => id) }) })}
      selection={{
        actions: (rows, clear) => (
          <>
            {paging?.onMore && rows.length === entries.length && (
              <bdi className="shrink-0 text-sm text-muted">
                {t('list.loaded', { total: formatNumber(paging.total, language) })}
              </bdi>
            )}
            {mayWrite && (
              <Button
                size="sm"
                onClick={() => {
                  onAsk({ what: 'move', entries: rows })
                  clear()
                }}
              >
                {t('moveTo')}
              </Button>
            )}
            <Button size="sm" onClick={() => download(downloadUrl(rows))}>
              {t('download')}
            </Button>
          </>
        ),
      }}
    />
  )
}
