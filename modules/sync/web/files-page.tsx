import {
  Button,
  EmptyState,
  formatDate,
  formatSize,
  PageFrame,
  PreviewDialog,
  Progress,
  ShowMore,
  Skeleton,
  type Sort,
  sentenceFor,
  useAction,
  useModulePages,
  useModuleQuery,
  useSharedAs,
} from '@atrium/web/kit'
import { FolderSync } from 'lucide-react'
import { useMemo, useState } from 'react'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { type ListOrder, useAddress } from './address.ts'
import { contentUrl, downloadUrl, inOrder } from './addresses.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { DropZone } from './drop-zone.tsx'
import { type Asked, EntryDialogs } from './entry-dialogs.tsx'
import { FileGrid } from './file-grid.tsx'
import { FileList, type Paging } from './file-list.tsx'
import { SearchField } from './search-field.tsx'
import { useTexts } from './texts.ts'
import { PageTools, UploadMenu } from './toolbar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useRoom, useUpload } from './use-upload.ts'

export function FilesPage() {
  const { t, language } = useTexts()
  const { address, go } = useAddress()
  const { folder, words, view } = address
  const sharedAs = useSharedAs()
  const mayWrite = sharedAs !== 'viewer'
  const isFavourites = address.favourites && !words
  const [asked, setAsked] = useState<Asked | null>(null)
  const upload = useUpload(folder)
  const listed = useFolder(folder)
  const found = useModuleQuery<typeof sync, 'search'>('sync', 'search', words ? { words } : undefined)
  const favourites = useModuleQuery<typeof sync, 'favourites'>('sync', 'favourites', isFavourites ? {} : undefined)
  const { entries, error } = useMemo(() => {
    if (words) return { entries: found.data?.entries, error: found.error }
    if (!isFavourites) return listed
    return { entries: favourites.data && inOrder(favourites.data.entries, language), error: favourites.error }
  }, [words, found, isFavourites, favourites, listed, language])
  // One that an address opens may stand further down than what has come of the folder.
  const isElsewhere = address.open !== '' && entries !== undefined && !entries.some(({ id }) => id === address.open)
  const looked = useModuleQuery<typeof sync, 'look'>('sync', 'look', isElsewhere ? { id: address.open } : undefined)
  const files = [...(entries ?? []), ...(isElsewhere && looked.data ? [looked.data.entry] : [])]
    .filter(({ kind }) => kind === 'file')
    .map((file) => ({
      ...file,
      url: contentUrl(file.content),
      downloadUrl: downloadUrl([file]),
      note: formatDate(file.modifiedAt, language),
    }))
  const isNew = !words && !isFavourites && folder === '' && entries?.length === 0
  const paging = words || isFavourites ? undefined : listed.paging
  const here = words || isFavourites ? undefined : listed.path?.at(-1)
  const open = (entry: EntryRow) =>
    entry.kind === 'folder' ? go({ folder: entry.id, words: '', open: '', favourites: false }) : go({ open: entry.id })

  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      actions={mayWrite && <UploadMenu onPicked={(files) => void upload(files)} />}
      toolbar={
        <div className="flex w-full flex-wrap items-center gap-2" data-print="hide">
          <Breadcrumbs
            path={isFavourites ? [{ id: 'favourites', name: t('favourite.title') }] : (listed.path ?? [])}
            onGo={(id) => id !== 'favourites' && go({ folder: id, words: '', open: '', favourites: false })}
          />
          <div className="ms-auto flex items-center gap-1 max-sm:w-full">
            <SearchField words={words} onWords={(next) => go({ words: next, open: '' }, { replace: true })} />
            <PageTools
              view={view}
              onView={(next) => go({ view: next })}
              onFavourites={() => go({ favourites: true, folder: '', words: '', open: '' })}
              onActivity={() => setAsked({ what: 'activity', ...(here && { entry: here }) })}
              onAsk={setAsked}
            />
          </div>
        </div>
      }
    >
      <DropZone onFiles={(files) => void upload(files)} isClosed={!mayWrite}>
        {mayWrite && <UploadPanel />}
        {error ? (
          <EmptyState
            title={sentenceFor(error)}
            action={<Button onClick={() => go({ folder: '', words: '', favourites: false })}>{t('top')}</Button>}
          />
        ) : !entries ? (
          <Loading />
        ) : isNew ? (
          <Welcome />
        ) : entries.length === 0 ? (
          <EmptyState
            title={t(words ? 'empty.found' : isFavourites ? 'favourite.none' : 'empty.folder')}
            text={t(words ? 'empty.foundText' : isFavourites ? 'favourite.noneText' : 'empty.folderText')}
          />
        ) : view === 'grid' ? (
          <FileGrid entries={entries} onMore={paging?.onMore} onOpen={open} onAsk={setAsked} />
        ) : (
          <FileList entries={entries} paging={paging} onOpen={open} onAsk={setAsked} />
        )}
        <ShowMore failed={words || isFavourites ? null : listed.failed} />
        {sharedAs === null && <Room />}
      </DropZone>
      <PreviewDialog files={files} open={address.open} onOpen={(id) => go({ open: id }, { replace: id !== '' })} />
      <EntryDialogs asked={asked} folder={folder} onDone={() => setAsked(null)} />
    </PageFrame>
  )
}

/** Rows of one page. */
const PAGE = 200

/** What lies in a folder, by the pages that have been asked for, in the order that stands in the address. */
function useFolder(folder: string) {
  const { address, go } = useAddress()
  const order = address.sort || 'name'
  const { pages, error, more, failed } = useModulePages<typeof sync, 'list'>('sync', 'list', {
    folder,
    order,
    limit: PAGE,
  })
  return useMemo(() => {
    // While another folder's list comes, the one before it is still there.
    const [first] = (pages?.[0]?.folder?.id ?? '') === folder ? (pages ?? []) : []
    const entries = first && pages?.flatMap((page) => page.entries)
    const sort: Sort | null = address.sort
      ? { column: order.replace('-', ''), direction: order.startsWith('-') ? 'desc' : 'asc' }
      : null
    const paging: Paging = {
      total: Math.max(first?.total ?? 0, entries?.length ?? 0),
      onMore: more,
      sort,
      onSort: (next) => go({ sort: next ? orderOf(next) : '' }, { replace: true }),
    }
    return { entries, path: first?.path, error, paging, failed }
  }, [pages, error, more, failed, folder, order, address.sort, go])
}

const orderOf = ({ column, direction }: Sort) => (direction === 'desc' ? `-${column}` : column) as ListOrder

function Welcome() {
  const { t } = useTexts()
  const sample = useAction<typeof sync, 'sample'>('sync', 'sample', {
    done: ({ count }) => t('empty.sampleAdded', { count }),
  })
  return (
    <EmptyState
      icon={<FolderSync aria-hidden />}
      title={t('empty.first')}
      text={t('empty.firstText')}
      action={
        <Button loading={sample.isPending} onClick={() => sample.mutate({})}>
          {t('empty.sample')}
        </Button>
      }
    />
  )
}

function Room() {
  const { t, language } = useTexts()
  const room = useRoom()
  if (!room) return null
  const said = t('used', { used: formatSize(room.usedBytes, language), quota: formatSize(room.quotaBytes, language) })
  return (
    <div className="mt-auto flex max-w-xs flex-col gap-1.5 pt-8 text-xs text-muted print:hidden">
      <Progress label={said} value={(room.usedBytes / room.quotaBytes) * 100} />
      <bdi>{said}</bdi>
    </div>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-3 pt-2">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  )
}
