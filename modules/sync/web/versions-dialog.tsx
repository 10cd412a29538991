import {
  Badge,
  Button,
  Dialog,
  formatDate,
  formatSize,
  IconButton,
  Skeleton,
  useAction,
  useConfirm,
  useModuleQuery,
  useSharedAs,
} from '@atrium/web/kit'
import { Trash2 } from 'lucide-react'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { contentUrl } from './addresses.ts'
import { useTexts } from './texts.ts'

export function VersionsDialog({ entry, onDone }: { entry: EntryRow; onDone: () => void }) {
  const { t, language } = useTexts()
  const confirm = useConfirm()
  const sharedAs = useSharedAs()
  const isShared = sharedAs !== null
  const { data } = useModuleQuery<typeof sync, 'versions'>('sync', 'versions', { id: entry.id })
  const restore = useAction<typeof sync, 'restoreVersion'>('sync', 'restoreVersion', { done: t('version.restored') })
  const remove = useAction<typeof sync, 'removeVersion'>('sync', 'removeVersion')
  const ask = async (content: string, size: number) => {
    const text = t('version.removeText', { size: formatSize(size, language) })
    if (await confirm({ title: t('version.removeTitle'), text, confirm: t('version.remove'), danger: true }))
      remove.mutate({ id: entry.id, content })
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('version.title', { name: entry.name })}
      description={t('version.hint')}
      footer={<Button onClick={onDone}>{t('close')}</Button>}
    >
      {!data && <Skeleton className="h-20 w-full" />}
      <ul className="divide-y divide-line">
        {data?.versions.map(({ id, size, createdAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 py-2">
            <a
              href={contentUrl(id, '?download')}
              className="min-w-0 flex-1 text-sm underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {formatDate(createdAt, language)} · {formatSize(size, language)}
            </a>
            {isCurrent ? (
              <Badge>{t('version.current')}</Badge>
            ) : (
              <>
                {sharedAs !== 'viewer' && (
                  <Button
                    size="sm"
                    loading={restore.isPending}
                    onClick={() => restore.mutate({ id: entry.id, content: id })}
                  >
                    {t('version.restore')}
                  </Button>
                )}
                {!isShared && (
                  <IconButton
                    size="sm"
                    label={t('version.remove')}
                    icon={<Trash2 />}
                    onClick={() => void ask(id, size)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
