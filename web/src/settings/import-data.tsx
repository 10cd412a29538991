import { IMPORT_MAX_BYTES, type ImportReport } from '@atrium/contract/data'
import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { FormError } from './form-parts.tsx'
import { ImportReportView } from './import-report.tsx'
import { useChange } from './use-change.ts'

const PATH = '/api/data/import'

const send = (file: File, preview: boolean) =>
  api.post<ImportReport>(preview ? `${PATH}?preview=1` : PATH, file, {
    headers: { 'Content-Type': file.name.endsWith('.json') ? 'application/json' : 'application/zip' },
  })

/** Choose a file, see what it would bring, then take it over. */
export function ImportData() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [tooLarge, setTooLarge] = useState(false)
  const preview = useChange({ act: (chosen: File) => send(chosen, true) })
  const take = useChange({
    act: (chosen: File) => send(chosen, false),
    onDone: () => {
      toast({ title: t('done.saved') })
      setFile(undefined)
      preview.reset()
      // Anything may have come with it.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== '/api/me' })
    },
  })
  const choose = (chosen: File) => {
    take.reset()
    preview.reset()
    setFile(chosen)
    setTooLarge(chosen.size > IMPORT_MAX_BYTES)
    if (chosen.size <= IMPORT_MAX_BYTES) preview.mutate(chosen)
  }
  const forget = () => {
    setFile(undefined)
    preview.reset()
  }
  const found = preview.data?.counts.reduce((sum, { added }) => sum + added, 0) ?? 0
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
      {tooLarge && <FormError>{t('data.tooLarge')}</FormError>}
      {file && preview.data && (
        <ImportReportView report={preview.data} title={t('data.previewTitle')}>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" disabled={found === 0} loading={take.isPending} onClick={() => take.mutate(file)}>
              {t('data.importButton', { count: found })}
            </Button>
            <Button onClick={forget}>{t('common.cancel')}</Button>
          </div>
        </ImportReportView>
      )}
      {take.data && <ImportReportView report={take.data} title={t('data.doneTitle')} />}
    </div>
  )
}
