import {
  api,
  Button,
  Dialog,
  formatDate,
  formatSize,
  Skeleton,
  sentenceFor,
  toast,
  useAction,
  useConfirm,
  useModuleQuery,
  useSharedAs,
} from '@atrium/web/kit'
import { useState } from 'react'
import type sync from '../module.ts'
import { EntryIcon } from './entry-icon.tsx'
import { useTexts } from './texts.ts'

export function TrashDialog({ onDone }: { onDone: () => void }) {
  const { t, language } = useTexts()
  const confirm = useConfirm()
  const [isEmptying, setIsEmptying] = useState(false)
  const trash = useModuleQuery<typeof sync, 'trash'>('sync', 'trash', {})
  const restore = useAction<typeof sync, 'restore'>('sync', 'restore', {
    done: ({ count }) => t('bin.restored', { count }),
  })
  const free = useAction<typeof sync, 'emptyTrash'>('sync', 'emptyTrash')
  const sharedAs = useSharedAs()
  const isShared = sharedAs !== null
  const entries = trash.data?.entries
  const size = formatSize(trash.data?.bytes ?? 0, language)

  /** The bytes first, then the rows: what is cut off in between is still in the trash, to be emptied again. */
  const empty = async () => {
    const question = { title: t('bin.emptyTitle'), text: t('bin.emptyText', { size }), confirm: t('bin.empty') }
    if (!(await confirm({ ...question, danger: true }))) return
    setIsEmptying(true)
    try {
      await free.mutateAsync({})
      for (const name of ['contents', 'texts', 'entries']) await api.delete(`/api/m/sync/collections/${name}/trash`)
      await trash.refetch()
      toast({ title: t('bin.emptied') })
    } catch (error) {
      if (!free.error) toast({ variant: 'destructive', title: sentenceFor(error) })
    } finally {
      setIsEmptying(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('trash')}
      description={entries && entries.length > 0 ? t('bin.text', { size }) : undefined}
      size="lg"
      footer={
        <>
          {entries && entries.length > 0 && !isShared && (
            <Button variant="danger" loading={isEmptying} onClick={() => void empty()}>
              {t('bin.empty')}
            </Button>
          )}
          <Button onClick={onDone}>{t('close')}</Button>
        </>
      }
    >
      {!entries && <Skeleton className="h-20 w-full" />}
      {entries?.length === 0 && <p className="py-6 text-center text-muted">{t('empty.trash')}</p>}
      <ul className="divide-y divide-line">
        {entries?.map(({ id, name, kind, mime, updatedAt }) => (
          <li key={id} className="flex items-center gap-2.5 py-2">
            <EntryIcon kind={kind} mime={mime} className="size-4 shrink-0" />
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm">
              {name}
            </span>
            <span className="text-xs text-muted max-sm:hidden">{formatDate(updatedAt, language)}</span>
            {sharedAs !== 'viewer' && (
              <Button size="sm" aria-label={t('bin.restore', { name })} onClick={() => restore.mutate({ ids: [id] })}>
                {t('version.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
