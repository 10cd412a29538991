import { Button, JobProgress, useAction, useJob } from '@atrium/web/kit'
import { useState } from 'react'
import type flash from '../module.ts'
import { useTexts } from './texts.ts'

/** Notes that are not in the comparison by meaning yet, and how they come into it. */
export function CompareCards({ waiting }: { waiting: number }) {
  const { t } = useTexts()
  const [job, setJob] = useState<string | null>(null)
  const compare = useAction<typeof flash, 'compareMeanings'>('flash', 'compareMeanings')
  const running = useJob(job)
  return (
    <>
      {waiting > 0 && (
        <div className="flex flex-col items-start gap-2 text-sm">
          <p className="text-muted">{t('like.waiting', { count: waiting })}</p>
          <Button
            size="sm"
            loading={compare.isPending || running.isOpen}
            onClick={() => compare.mutate({}, { onSuccess: ({ output }) => setJob(output.id) })}
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
