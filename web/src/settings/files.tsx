import type { StoredFile } from '@atrium/contract/files'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../chat/format-size.ts'
import { api } from '../platform/api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Progress } from '../ui/progress.tsx'
import { useFormats } from './format.ts'
import { Loaded, Nothing, Panel, Row, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'

const PATH = '/api/files'
const PAGE = 20

interface Shelf {
  files: StoredFile[]
  usedBytes: number
  quotaBytes: number
}

export function Files() {
  const { t } = useTranslation('settings')
  const { day, language } = useFormats()
  const confirm = useConfirm()
  const [count, setCount] = useState(PAGE)
  const query = useQuery<Shelf>({ queryKey: [PATH] })
  const remove = useChange({ act: (id: string) => api.delete(`${PATH}/${id}`), done: 'deleted', renew: [PATH] })
  const ask = async ({ id, name }: StoredFile) => {
    const question = {
      title: t('files.deleteTitle', { name }),
      text: t('files.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate(id)
  }
  const size = (bytes: number) => formatSize(bytes, language)
  return (
    <Panel title={t('files.title')} text={t('files.text')}>
      <Loaded query={query}>
        {({ files, usedBytes, quotaBytes }) => (
          <>
            <div className="flex flex-col gap-1.5">
              <Progress label={t('files.used')} value={quotaBytes > 0 ? (usedBytes / quotaBytes) * 100 : 0} />
              <p className="text-xs text-muted tabular">
                {t('files.usedOf', { used: size(usedBytes), quota: size(quotaBytes) })}
              </p>
            </div>
            {files.length === 0 ? (
              <Nothing>{t('files.none')}</Nothing>
            ) : (
              <Rows label={t('files.title')}>
                {files.slice(0, count).map((file) => (
                  <Row
                    key={file.id}
                    title={
                      <a
                        href={file.url}
                        dir="auto"
                        className="min-w-0 truncate underline-offset-2 hover:underline"
                        download={file.name}
                      >
                        {file.name}
                      </a>
                    }
                    text={`${size(file.size)} · ${day(file.createdAt)}`}
                  >
                    <IconButton
                      label={t('deleteNamed', { name: file.name })}
                      icon={<Trash2 />}
                      onClick={() => void ask(file)}
                    />
                  </Row>
                ))}
              </Rows>
            )}
            {files.length > count && (
              <div>
                <Button size="sm" onClick={() => setCount(count + PAGE)}>
                  {t('files.more', { count: files.length - count })}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
