import { type ActivityDetails, isOver } from '@atrium/contract/activity'
import { percentOf, useActivityChanges, useActivityItem } from './activity.ts'

export interface FollowedJob {
  /** undefined until it is known. */
  job: ActivityDetails | undefined
  /** It waits or runs. */
  isOpen: boolean
  /** null as long as nobody knows. */
  percent: number | null
  /** Why nothing is known of it. */
  error: Error | null
  cancel: () => void
  /** After a failure: what its steps have done stays done. */
  retry: () => void
  /** A cancel or another try is on its way. */
  isChanging: boolean
}

/**
 * Follows a job that an action has begun (`context.start` answers its id): `const { job, cancel } = useJob(id)`. It goes on when
 * the page is left, and is found again in Activity. null follows nothing.
 */
export function useJob(id: string | null): FollowedJob {
  const { data: job, error, isLoading } = useActivityItem(id)
  const { cancel, retry, isPending } = useActivityChanges()
  const isOpen = job ? !isOver(job) : isLoading
  return {
    job,
    isOpen,
    percent: job ? percentOf(job) : null,
    error,
    cancel: () => void (id !== null && cancel(id)),
    retry: () => void (id !== null && retry(id)),
    isChanging: isPending,
  }
}
