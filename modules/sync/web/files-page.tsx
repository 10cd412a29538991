import {
  Button,
  EmptyState,
  formatDate,
  formatSize,
  PageFrame,
  PreviewDialog,
  Progress,
  Skeleton,
  sentenceFor,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { FolderSync } from 'lucide-react'
import { useMemo, useState } from 'react'
import type sync from '../module.ts'
import type { EntryRow } from '../module.ts'
import { useAddress } from './address.ts'
import { contentUrl, downloadUrl, inOrder } from './addresses.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { DropZone } from './drop-zone.tsx'
import { type Asked, EntryDialogs } from './entry-dialogs.tsx'
import { FileGrid } from './file-grid.tsx'
import { FileList } from './file-list.tsx'
import { SearchField } from './search-field.tsx'
import { useTexts } from './texts.ts'
import { PageTools, UploadMenu } from './toolbar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useRoom, useUpload } from './use-upload.ts'

export function FilesPage() {
  const { t, language } = useTexts()
  const { address, go } = useAddress()
  const { folder, words, view } = address
  const isFavourites = address.favourites && !words
  const [asked, setAsked] = useState<Asked | null>(null)
  const upload = useUpload(folder)
  const listed = useModuleQuery<typeof sync, 'list'>('sync', 'list', { folder })
  const found = useModuleQuery<typeof sync, 'search'>('sync', 'search', words ? { words } : undefined)
  const favourites = useModuleQuery<typeof sync, 'favourites'>('sync', 'favourites', isFavourites ? {} : undefined)
  const shown = words ? found : isFavourites ? favourites : listed
  const { data, error } = shown
  const entries = useMemo(
    () => data && (words ? data.entries : inOrder(data.entries, language)),
    [data, words, language],
  )
  const files = (entries ?? [])
    .filter(({ kind }) => kind === 'file')
    .map((file) => ({
      ...file,
      url: contentUrl(file.content),
      downloadUrl: downloadUrl([file]),
      note: formatDate(file.modifiedAt, language),
    }))
  const isNew = !words && !isFavourites && folder === '' && entries?.length === 0
  const open = (entry: EntryRow) =>
    entry.kind === 'folder' ? go({ folder: entry.id, words: '', open: '', favourites: false }) : go({ open: entry.id })

  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      actions={<UploadMenu onPicked={(files) => void upload(files)} />}
      toolbar={
        <div className="flex w-full flex-wrap items-center gap-2" data-print="hide">
          <Breadcrumbs
            path={isFavourites ? [{ id: 'favourites', name: t('favourite.title') }] : (listed.data?.path ?? [])}
            onGo={(id) => id !== 'favourites' && go({ folder: id, words: '', open: '', favourites: false })}
          />
          <div className="ms-auto flex items-center gap-1 max-sm:w-full">
            <SearchField words={words} onWords={(next) => go({ words: next, open: '' }, { replace: true })} />
            <PageTools
              view={view}
              onView={(next) => go({ view: next })}
              onFavourites={() => go({ favourites: true, folder: '', words: '', open: '' })}
              onAsk={setAsked}
            />
          </div>
        </div>
      }
    >
      <DropZone onFiles={(files) => void upload(files)}>
        <UploadPanel />
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
          <FileGrid entries={entries} onOpen={open} onAsk={setAsked} />
        ) : (
          <FileList entries={entries} onOpen={open} onAsk={setAsked} />
        )}
        <Room />
      </DropZone>
      <PreviewDialog files={files} open={address.open} onOpen={(id) => go({ open: id }, { replace: id !== '' })} />
      <EntryDialogs asked={asked} folder={folder} onDone={() => setAsked(null)} />
    </PageFrame>
  )
}

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
