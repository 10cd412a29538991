import { Button, JobProgress, useAction, useJob } from '@atrium/web/kit'
import { useState } from 'react'
import type flash from '../module.ts'
import { useTexts } from './texts.ts'

/** Notes that are not in the comparison by meaning yet, and how they come into it. */
export function CompareCards({ found }: { found: { waiting: number } }) {
  const { t } = useTexts()
  const [job, setJob] = useState<{ id: string; of: object } | null>(null)
  const compare = useAction<typeof flash, 'compareMeanings'>('flash', 'compareMeanings')
  const running = useJob(job?.id ?? null)
  // What was found before it ran counts cards that wait no longer.
  const isCompared = running.job?.status === 'succeeded' && job?.of === found
  return (
    <>
      {isCompared && (
        <p role="status" className="text-sm text-muted">
          {t('like.compared')}
        </p>
      )}
      {found.waiting > 0 && !isCompared && (
        <div className="flex flex-col items-start gap-2 text-sm">
          <p className="text-muted">{t('like.waiting', { count: found.waiting })}</p>
          <Button
            size="sm"
            loading={compare.isPending || running.isOpen}
            onClick={() => compare.mutate({}, { onSuccess: ({ output }) => setJob({ id: output.id, of: found }) })}
          >
            {t('like.compare')}
          </Button>
        </div>
      )}
      {running.job && (running.isOpen || running.job.status === 'failed') && (
        <JobProgress item={running.job} failed={null} />
      )}
    </>
  )
}
