import { Button, Progress, useNews } from '@atrium/web/kit'
import { shownCount } from './formats.ts'
import { openingNow, setOpening, useOpening } from './opening.ts'
import { percent } from './problem.tsx'
import { useTexts } from './texts.ts'

/** How far the file is that is being opened, and the way to stop it. */
export function OpeningProgress() {
  const { t, language } = useTexts()
  const opening = useOpening()
  useNews((news) => {
    const now = openingNow()
    if (news.topic !== 'import' || !('rows' in news) || !now || news.id !== now.upload) return
    // Once all of it is read, how long the rest takes is not known.
    setOpening({ ...now, percent: news.read < 1 ? news.read * 100 : null, rows: news.rows })
  })
  if (!opening) return null
  const text = t(`open.${opening.step}`, { name: opening.name })
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
      <Progress value={opening.percent} label={text} />
      <p aria-hidden className="flex justify-between gap-3 text-xs text-muted tabular">
        <span>
          {opening.waiting > 0
            ? t('open.waiting', { count: opening.waiting, shown: shownCount(opening.waiting, language) })
            : t('open.leave')}
        </span>
        {opening.percent !== null && <span>{percent(opening.percent / 100, language)}</span>}
      </p>
    </section>
  )
}
