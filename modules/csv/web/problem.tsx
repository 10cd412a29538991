import { Button, EmptyState, Progress, Skeleton, sentenceFor } from '@atrium/web/kit'
import { Stopped, useComing } from './client.ts'
import type { FileSource } from './engine.ts'
import { shownCount } from './formats.ts'
import { useTexts } from './texts.ts'

interface ProblemProps {
  error: unknown
  /** Asks again. */
  onAgain?: (() => unknown) | undefined
}

export function Problem({ error, onAgain }: ProblemProps) {
  const { t } = useTexts()
  const isStopped = error instanceof Stopped
  return (
    <EmptyState
      title={isStopped ? t('reading.stopped') : sentenceFor(error)}
      {...(isStopped && { text: t('reading.stoppedText') })}
      action={
        onAgain && <Button onClick={() => void onAgain()}>{t(isStopped ? 'reading.goOn' : 'reading.again')}</Button>
      }
    />
  )
}

/** What stands where a table will: how far its file is, once that takes longer than a moment. */
export function Loading({ source }: { source: FileSource }) {
  const { t, language } = useTexts()
  const coming = useComing(source)
  return (
    <div className="relative">
      <Skeleton className="h-96 w-full rounded-lg" />
      {coming && (
        <div className="absolute inset-x-0 top-16 mx-auto flex w-80 max-w-full animate-late flex-col gap-2 rounded-lg border border-line bg-canvas p-4 text-sm">
          <div className="flex items-center justify-between gap-3">
            <p>{t('reading.comes')}</p>
            <Button size="sm" onClick={coming.stop}>
              {t('reading.stop')}
            </Button>
          </div>
          <Progress value={coming.total ? (coming.read / coming.total) * 100 : null} label={t('reading.comes')} />
          <p aria-hidden className="flex justify-between gap-3 text-xs text-muted tabular">
            <span>{t('reading.rowsSoFar', { count: coming.rows, shown: shownCount(coming.rows, language) })}</span>
            {coming.total !== null && <span>{percent(coming.read / coming.total, language)}</span>}
          </p>
        </div>
      )}
    </div>
  )
}

export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
