import type { ActivityItem } from '@atrium/contract/activity'
import type { RestoredArchive } from '@atrium/contract/data'
import type { ImportAnswer } from '@atrium/contract/module-files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { renewModule } from '../platform/renew.ts'
import { ImportCounts, ImportRows } from '../records/import-report-view.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { useActivityItem } from './activity.ts'
import { ArchiveReport } from './parts.ts'

/** What an import has done: its numbers, the rows that were refused with their lines and reasons, and the way back. */
export function ImportOutcome({ item: { id, module, subject, title } }: { item: ActivityItem }) {
  const { t } = useTranslation('activity')
  const client = useQueryClient()
  const { data, error } = useActivityItem(id)
  const undo = useMutation({
    mutationFn: (change: string) => api.post(`/api/changes/${change}/undo`),
    onSuccess: () => renewModule(client, module),
    onError: (cause) =>
      toast({
        variant: 'destructive',
        title: t('errors.undoFailed'),
        description: sentenceFor(cause),
        reference: referenceFor(cause),
      }),
  })
  if (error)
    return (
      <p role="alert" className="text-danger-ink text-sm">
        {sentenceFor(error)}
      </p>
    )
  if (!data) return <Skeleton className="h-6 w-40" />
  if (module === 'core')
    return <ArchiveReport report={(data.result as RestoredArchive).report} title={subject || title} />
  const { report, change } = data.result as ImportAnswer
  return (
    <div className="flex flex-col gap-3">
      <ImportCounts report={report} />
      <ImportRows report={report} listsRefused={report.rows.refused.length} />
      {change !== null && (
        <Button
          size="sm"
          className="self-start"
          icon={<Undo2 aria-hidden className="size-4" />}
          disabled={undo.isSuccess}
          loading={undo.isPending}
          aria-label={`${t('common.undo')}: ${subject || title}`}
          onClick={() => undo.mutate(change)}
        >
          {undo.isSuccess ? t('undone') : t('common.undo')}
        </Button>
      )}
    </div>
  )
}
