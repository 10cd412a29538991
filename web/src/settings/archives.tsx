import type { ArchiveJob } from '@atrium/contract/data'
import { Download, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../chat/format-size.ts'
import { api } from '../platform/api.ts'
import { download } from '../platform/download.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { useFormats } from './format.ts'
import { ARCHIVES, OwnJob, useArchives, useOwnJob } from './own-job.tsx'
import { Row, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'

/** Everything of the person as one file: a small one comes at once, a large one is made meanwhile and lies to be fetched. */
export function Archives() {
  const { t } = useTranslation('settings')
  const { day, language } = useFormats()
  const { archives = [], making = null } = useArchives().data ?? {}
  const job = useOwnJob(making)
  const make = useChange({
    act: () => api.post<ArchiveJob>(ARCHIVES),
    renew: [ACTIVITY],
    onDone: ({ link }) => link && download(link),
  })
  const remove = useChange({
    act: (id: string) => api.delete(`${ARCHIVES}/${id}`),
    done: 'deleted',
    renew: [ACTIVITY],
  })
  return (
    <>
      {making === null ? (
        <div>
          <Button
            icon={<Download aria-hidden className="size-4" />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {t('data.exportButton')}
          </Button>
        </div>
      ) : (
        <OwnJob job={job} />
      )}
      {archives.length > 0 && (
        <Rows label={t('data.export')}>
          {archives.map(({ id, name, size, link, endsAt }) => (
            <Row
              key={id}
              title={
                <span dir="auto" className="min-w-0 truncate">
                  {name}
                </span>
              }
              text={`${formatSize(size, language)} · ${t('data.keptUntil', { date: day(endsAt) })}`}
            >
              <a
                href={link}
                download
                className={buttonClass('secondary', 'sm')}
                aria-label={`${t('download')}: ${name}`}
              >
                {t('download')}
              </a>
              <IconButton label={t('deleteNamed', { name })} icon={<Trash2 />} onClick={() => remove.mutate(id)} />
            </Row>
          ))}
        </Rows>
      )}
    </>
  )
}
