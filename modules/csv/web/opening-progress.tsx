import { Button, Progress, useJob } from '@atrium/web/kit'
import { useEffect } from 'react'
import { shownCount } from './formats.ts'
import { useOpening } from './opening.ts'
import { percent as asPercent } from './problem.tsx'
import { useTexts } from './texts.ts'

/** How far the file is that is being opened, and the way to stop it. */
export function OpeningProgress() {
  const { t, language } = useTexts()
  const opening = useOpening()
  const { job, isOpen, percent: read } = useJob(opening?.job ?? null)
  const ended = opening?.ended
  useEffect(() => {
    if (job && !isOpen && job.id === opening?.job) ended?.(job.status)
  }, [job, isOpen, opening?.job, ended])
  if (!opening) return null
  const text = t(`open.${opening.step}`, { name: opening.name })
  // Once all of it is read, how long the rest takes is not known.
  const percent = opening.job === null ? opening.percent : read !== null && read < 100 ? read : null
  return (
    <section
      aria-label={t('open.progress')}
      className="mb-4 flex animate-late flex-col gap-2 rounded-lg border border-line p-3 text-sm"
    >
      <div className="flex items-center justify-between gap-3">
        <p dir="auto" aria-live="polite" className="min-w-0 truncate">
          {text}
        </p>
        <Button size="sm" onClick={opening.stop}>
          {t('reading.stop')}
        </Button>
      </div>
      <Progress value={percent} label={text} />
      <p aria-hidden className="flex justify-between gap-3 text-xs text-muted tabular">
        <span>
          {opening.waiting > 0
            ? t('open.waiting', { count: opening.waiting, shown: shownCount(opening.waiting, language) })
            : opening.job !== null && t('open.leave')}
        </span>
        {percent !== null && <span>{asPercent(percent / 100, language)}</span>}
      </p>
    </section>
  )
}
