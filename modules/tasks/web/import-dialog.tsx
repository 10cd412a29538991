import {
  Badge,
  Button,
  buttonClass,
  Dialog,
  Skeleton,
  sentenceFor,
  TextArea,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type tasks from '../module.ts'
import type { ImportReport } from '../module.ts'
import { useTexts } from './texts.ts'
import { useRested } from './use-rested.ts'

const LISTED = 20
const LISTED_REFUSED = 10
const PAUSE = 300 // ms without a key before a pasted text is looked at

const formatOf = (text: string): 'ics' | 'todo.txt' =>
  /^\s*BEGIN:VCALENDAR/im.test(text.slice(0, 2000)) ? 'ics' : 'todo.txt'

/** A file or pasted text, what it would do, and only then the import. */
export function ImportDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const format = formatOf(text)
  const rested = useRested(text, PAUSE)
  const preview = useModuleQuery<typeof tasks, 'previewImport'>(
    'tasks',
    'previewImport',
    open && rested.trim() ? { format: formatOf(rested), text: rested } : undefined,
  )
  const told = {
    done: (report: ImportReport) => t('importer.finished', { added: report.added, changed: report.changed }),
  }
  const todoTxt = useAction<typeof tasks, 'importTodoTxt'>('tasks', 'importTodoTxt', told)
  const ics = useAction<typeof tasks, 'importIcs'>('tasks', 'importIcs', told)
  const run = format === 'ics' ? ics : todoTxt
  const report = text.trim() && rested === text ? preview.data : undefined
  const count = report ? report.added + report.changed : 0

  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setText('')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="lg"
      title={t('importer.title')}
      description={t('importer.text')}
      footer={
        <>
          <Button onClick={() => close(false)}>{t('importer.close')}</Button>
          <Button
            variant="primary"
            disabled={count === 0}
            loading={run.isPending}
            onClick={() => run.mutate({ text }, { onSuccess: () => close(false) })}
          >
            {t('importer.run', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <label className={buttonClass('secondary', 'md', 'w-fit cursor-pointer focus-within:outline-2')}>
          <FileUp aria-hidden className="size-4" />
          {t('importer.choose')}
          <input
            type="file"
            accept=".txt,.ics,text/plain,text/calendar"
            className="sr-only"
            onChange={async (event) => setText((await event.target.files?.[0]?.text()) ?? '')}
          />
        </label>
        <TextArea
          label={t('importer.paste')}
          rows={4}
          value={text.length > 20_000 ? `${text.slice(0, 20_000)}…` : text}
          readOnly={text.length > 20_000}
          spellCheck={false}
          style={{ maxHeight: '8rem' }} // what it would do is what people look at
          onChange={(event) => setText(event.target.value)}
        />
        <div aria-live="polite">
          {preview.isFetching && !report && <Skeleton className="h-5 w-48" />}
          {preview.error && <p className="text-sm text-danger-ink">{sentenceFor(preview.error)}</p>}
          {report && <Report report={report} />}
        </div>
      </div>
    </Dialog>
  )
}

function Report({ report }: { report: ImportReport }) {
  const { t } = useTexts()
  const titles = [...report.titles.added, ...report.titles.changed]
  const more = report.added + report.changed - Math.min(titles.length, LISTED)
  const unlisted = report.refusedCount - Math.min(report.refused.length, LISTED_REFUSED)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap gap-1.5">
        <Badge tone="success">{t('importer.added', { count: report.added })}</Badge>
        {report.changed > 0 && <Badge tone="info">{t('importer.changed', { count: report.changed })}</Badge>}
        {report.same > 0 && <Badge>{t('importer.same', { count: report.same })}</Badge>}
        {report.refusedCount > 0 && (
          <Badge tone="danger">{t('importer.refused', { count: report.refusedCount })}</Badge>
        )}
      </p>
      {titles.length === 0 && report.refused.length === 0 && <p className="text-muted">{t('importer.nothing')}</p>}
      {report.refused.length > 0 && (
        <ul className="text-danger-ink">
          {report.refused.slice(0, LISTED_REFUSED).map(({ line, reason, text }, at) => (
            <li key={at} title={text} className="truncate">
              {t('importer.line', { line, reason })}
            </li>
          ))}
          {unlisted > 0 && <li>{t('importer.andMore', { count: unlisted })}</li>}
        </ul>
      )}
      {titles.length > 0 && (
        <ul className="list-inside list-disc text-muted">
          {titles.slice(0, LISTED).map((title, at) => (
            <li key={at} className="truncate">
              {title}
            </li>
          ))}
          {more > 0 && <li>{t('importer.andMore', { count: more })}</li>}
        </ul>
      )}
    </div>
  )
}
