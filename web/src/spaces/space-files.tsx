import type { StoredFile } from '@atrium/contract/files'
import type { SpaceRoom } from '@atrium/contract/spaces'
import { File as FileIcon, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileDrop } from '../chat/composer-drop.ts'
import { api } from '../platform/api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { formatSize } from '../ui/formats.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Hint, Panel, rowClass } from './panel.tsx'
import { useKeep } from './space-room.ts'

/** Files that go along with every question of the Space. */
export function SpaceFiles({ spaceKey, room }: { spaceKey: string; room: SpaceRoom }) {
  const { t, i18n } = useTranslation('spaces')
  const keep = useKeep(spaceKey)
  const picker = useRef<HTMLInputElement>(null)
  const [coming, setComing] = useState<readonly string[]>([])
  const path = `/api/spaces/${spaceKey}/files`

  const add = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      setComing((now) => [...now, file.name])
      await keep(async () => {
        const { id } = await api.post<StoredFile>(`/api/files?name=${encodeURIComponent(file.name || 'file')}`, file)
        return api.post<SpaceRoom>(path, { ids: [id] })
      })
      setComing((now) => now.toSpliced(now.indexOf(file.name), 1))
    }
  }
  const drop = useFileDrop((files) => void add(files))
  return (
    <div {...drop.on} className={drop.dragging ? 'rounded-md outline-2 outline-accent outline-offset-8' : undefined}>
      <Panel
        title={t('files')}
        action={
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              data-testid="space-files"
              onChange={(event) => {
                void add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <IconButton size="sm" label={t('addFiles')} icon={<Plus />} onClick={() => picker.current?.click()} />
          </>
        }
      >
        {room.files.length + coming.length === 0 && (
          <>
            <Hint>{t('noFiles')}</Hint>
            <Button size="sm" className="mt-2" onClick={() => picker.current?.click()}>
              {t('addFiles')}
            </Button>
          </>
        )}
        <ul className="-mx-2">
          {room.files.map((file) => (
            <li key={file.id} className="flex items-center gap-1">
              <a href={file.url} target="_blank" rel="noreferrer" className={rowClass}>
                <FileIcon aria-hidden />
                <bdi className="min-w-0 truncate">{file.name}</bdi>
                <span className="ms-auto shrink-0 text-xs text-muted">
                  {file.hasText ? formatSize(file.size, i18n.language) : t('noText')}
                </span>
              </a>
              <IconButton
                size="sm"
                label={t('takeOut', { name: file.name })}
                icon={<X />}
                onClick={() => void keep(() => api.delete<SpaceRoom>(`${path}/${file.id}`))}
              />
            </li>
          ))}
          {coming.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at} className="flex min-h-9 items-center gap-2.5 px-2 text-sm text-muted">
              <Spinner />
              <bdi className="truncate">{name}</bdi>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
