import type { NextActor } from '@atrium/contract/workforce-work'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'

/** For what a person has to do something. */
const forPeople: ReadonlySet<NextActor['for']> = new Set([
  'onboarding',
  'approval',
  'answer',
  'unknown',
  'review',
  'grant',
  'budget',
  'failed',
  'assign',
])

export const isForPeople = (next: NextActor | null): boolean => next !== null && forPeople.has(next.for)

/** Who acts next, in words: "Ada to approve". */
export function useNextWords(): (next: NextActor) => string {
  const { t } = useTranslation('seats')
  return (next) => t(`next.${next.for}`, { name: next.name || t('next.somebody') })
}

export function NextStep({ next, className }: { next: NextActor; className?: string }) {
  const words = useNextWords()
  return (
    <span
      className={clsx('min-w-0 truncate', isForPeople(next) && 'font-medium text-warning-ink', className)}
      title={words(next)}
    >
      <bdi>{words(next)}</bdi>
    </span>
  )
}
