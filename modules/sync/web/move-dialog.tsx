import { Button, Dialog, ShowMore, Skeleton, sentenceFor, useAction, useModulePages } from '@atrium/web/kit'
import { ChevronRight, Folder } from 'lucide-react'
import { useState } from 'react'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { useTexts } from './texts.ts'

interface MoveDialogProps {
  entries: readonly EntryRow[]
  folder: string
  onDone: () => void
}

/** Walks through the folders to the one that the chosen entries go into. */
export function MoveDialog({ entries, folder, onDone }: MoveDialogProps) {
  const { t } = useTexts()
  const [at, setAt] = useState(folder)
  const { pages, error, more, failed } = useModulePages<typeof sync, 'list'>('sync', 'list', {
    folder: at,
    folders: true,
    limit: 200,
  })
  const move = useAction<typeof sync, 'move'>('sync', 'move', { done: ({ count }) => t('moved', { count }) })
  const moved = new Set(entries.map(({ id }) => id))
  // While another folder's list comes, the one before it is still there.
  const isHere = (pages?.[0]?.folder?.id ?? '') === at
  const folders = isHere ? pages?.flatMap(({ entries }) => entries.filter(({ id }) => !moved.has(id))) : undefined
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('form.moveTitle', { count: entries.length })}
      footer={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button
            variant="primary"
            loading={move.isPending}
            onClick={() => move.mutate({ ids: [...moved], to: at }, { onSuccess: onDone })}
          >
            {t('form.moveHere')}
          </Button>
        </>
      }
    >
      <Breadcrumbs path={pages?.[0]?.path ?? []} onGo={setAt} />
      <ul className="mt-2 max-h-72 min-h-24 overflow-y-auto rounded-md border border-line">
        {error && !folders && (
          <li role="alert" className="p-3 text-sm text-danger-ink">
            {sentenceFor(error)}
          </li>
        )}
        {!error && !folders && <Skeleton className="m-3 h-6" />}
        {folders?.length === 0 && <li className="p-3 text-sm text-muted">{t('form.noFolders')}</li>}
        {folders?.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => setAt(id)}
              className="flex min-h-10 w-full items-center gap-2.5 px-3 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2 touch:min-h-11"
            >
              <Folder aria-hidden className="size-4 shrink-0 text-accent" />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <ChevronRight aria-hidden className="size-4 text-faint rtl:-scale-x-100" />
            </button>
          </li>
        ))}
        {folders && (more || failed) && (
          <li className="p-1">
            <ShowMore more={more} failed={failed} label={t('list.more')} />
          </li>
        )}
      </ul>
    </Dialog>
  )
}
