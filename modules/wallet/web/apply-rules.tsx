import { Button, JobProgress, useAction, useJob } from '@atrium/web/kit'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type wallet from '../module.ts'
import { useTexts } from './texts.ts'

/** All rules over what is there already: goes on when the page is left, and can be stopped. */
export function ApplyRules() {
  const { t } = useTexts()
  const [id, setId] = useState<string | null>(null)
  const apply = useAction<typeof wallet, 'applyRules'>('wallet', 'applyRules')
  const { job, isOpen, cancel, retry, isChanging } = useJob(id)
  const changed = job?.status === 'succeeded' ? (job.result as { changed: number }).changed : null
  const begin = () => apply.mutate({}, { onSuccess: ({ output }) => setId(output.id) })
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={<Play aria-hidden className="size-4" />} loading={apply.isPending || isOpen} onClick={begin}>
          {t('rules.apply')}
        </Button>
        {isOpen && job && (
          <Button variant="ghost" loading={isChanging} onClick={cancel}>
            {t('rules.stop')}
          </Button>
        )}
        {job?.status === 'failed' && (
          <Button variant="ghost" loading={isChanging} onClick={retry}>
            {t('rules.again')}
          </Button>
        )}
      </div>
      {job && <JobProgress item={job} failed={null} />}
      <p role="status" className="text-sm">
        {changed !== null && t('rules.applied', { count: changed })}
      </p>
    </div>
  )
}
