import {
  IMPORT_MAX_BYTES,
  type ImportReport,
  type RestoredArchive,
  type RestoreJob,
  type SentArchive,
} from '@atrium/contract/data'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { sendFile } from '../records/files/send-file.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { FormError } from './form-parts.tsx'
import { ImportReportView } from './import-report.tsx'
import { OwnJob, useArchives, useOwnJob } from './own-job.tsx'
import { useChange } from './use-change.ts'

const PATH = '/api/data/uploads'

interface Looked {
  sent: SentArchive
  report: ImportReport
}

const forget = (id: string) => api.delete(`${PATH}/${id}`).catch(() => undefined) // it goes by itself in a day
const typed = (file: File) =>
  new File([file], file.name, { type: file.name.endsWith('.json') ? 'application/json' : 'application/zip' })

/** Sends a file once and asks what it would bring; null where that was called off. */
async function look(file: File, signal: AbortSignal, onSent: (percent: number) => void): Promise<Looked | null> {
  let sent: SentArchive | undefined
  try {
    sent = await sendFile<SentArchive>(`${PATH}?name=${encodeURIComponent(file.name)}`, typed(file), signal, onSent)
    return { sent, report: await api.post<ImportReport>(`${PATH}/${sent.id}/preview`, undefined, { signal }) }
  } catch (error) {
    if (sent) void forget(sent.id)
    if (signal.aborted) return null
    throw error
  }
}

const sumOf = ({ counts }: ImportReport) =>
  counts.reduce((sum, { added, present, refused }) => sum + added + present + refused, 0)

/** Choose a file, see what it would bring, then take it over: that goes on when the page is left. */
export function ImportData() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [file, setFile] = useState<File>()
  const [tooLarge, setTooLarge] = useState(false)
  const [percent, setPercent] = useState(0)
  const restoring = useArchives().data?.restoring ?? null
  const preview = useChange({
    act: (chosen: File) => {
      running.current = new AbortController()
      return look(chosen, running.current.signal, setPercent)
    },
  })
  const take = useChange({
    act: ({ sent, report }: Looked) => api.post<RestoreJob>(`${PATH}/${sent.id}/restore`, { things: sumOf(report) }),
    renew: [ACTIVITY],
    onDone: () => {
      setFile(undefined)
      preview.reset()
    },
  })
  const job = useOwnJob(take.data?.job ?? restoring)
  const kept = job?.status === 'succeeded' ? (job.result as RestoredArchive | null) : null
  const report = take.data?.report ?? (take.data && kept?.report) ?? null
  useEffect(() => {
    // Anything may have come with it.
    if (report) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== '/api/me' })
  }, [report, client])
  const choose = (chosen: File) => {
    take.reset()
    preview.reset()
    setPercent(0)
    setFile(chosen)
    setTooLarge(chosen.size > IMPORT_MAX_BYTES)
    if (chosen.size <= IMPORT_MAX_BYTES) preview.mutate(chosen)
  }
  const leave = () => {
    running.current?.abort()
    if (preview.data) void forget(preview.data.sent.id)
    setFile(undefined)
    preview.reset()
  }
  const looked = preview.data ?? null
  const found = looked?.report.counts.reduce((sum, { added }) => sum + added, 0) ?? 0
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Upload aria-hidden className="size-4" />}
          loading={preview.isPending}
          onClick={() => input.current?.click()}
        >
          {t('data.chooseFile')}
        </Button>
        {file && (
          <span dir="auto" className="min-w-0 truncate text-muted">
            {file.name}
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept=".zip,.json,application/zip,application/json"
          hidden
          aria-label={t('data.chooseFile')}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            target.value = ''
            if (chosen) choose(chosen)
          }}
        />
      </div>
      {file && preview.isPending && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <Progress label={file.name} value={percent < 100 ? percent : null} />
          </div>
          <Button size="sm" onClick={leave}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {tooLarge && <FormError>{t('data.tooLarge')}</FormError>}
      {file && looked && (
        <ImportReportView report={looked.report} title={t('data.previewTitle')}>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              disabled={found === 0}
              loading={take.isPending}
              onClick={() => take.mutate(looked)}
            >
              {t('data.importButton', { count: found })}
            </Button>
            <Button onClick={leave}>{t('common.cancel')}</Button>
          </div>
        </ImportReportView>
      )}
      <OwnJob job={job} />
      {report && <ImportReportView report={report} title={t('data.doneTitle')} />}
    </div>
  )
}
