import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isLoadFailure } from '../platform/patiently.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { usePageTitle } from './page-title.ts'

/** Spec 2.3. It needs neither the router nor the rest of the page, and is never a chunk of its own: the network may be what failed. */
export function CrashScreen({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const { message, stack } = told(error)
  const server = /internal server error/i.test(message)
  // A file of the page that is gone is an older build's, unless it is the network that is gone.
  const kind = isLoadFailure(error) ? (navigator.onLine ? 'chunk' : 'offline') : server ? 'server' : 'crash'
  usePageTitle(t(`errors.${kind}Title`))
  return (
    <div role="alert" className="flex min-h-full flex-1 flex-col items-center justify-center px-5 py-12">
      <div className="w-full max-w-xl">
        <TriangleAlert aria-hidden className="size-8 stroke-[1.5] text-warning-ink" />
        <h1 className="mt-4 text-xl">{t(`errors.${kind}Title`)}</h1>
        <p className="mt-2 text-pretty text-muted">{t(`errors.${kind}Text`)}</p>
        {message && (
          <p className="mt-5 rounded-md border border-line bg-surface px-3 py-2 font-mono text-xs break-words">
            {message}
          </p>
        )}
        {stack && (
          <details className="mt-2">
            <summary className="w-fit rounded-sm py-1 text-sm text-muted hover:text-ink">{t('errors.stack')}</summary>
            {/* It scrolls, and a keyboard has to reach it for that. */}
            <pre
              dir="ltr"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
              tabIndex={0}
              className="mt-1 max-h-72 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs text-muted"
            >
              {stack}
            </pre>
          </details>
        )}
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => location.reload()}>
            {t('errors.refresh')}
          </Button>
          <a href="/auth" className={buttonClass()}>
            {t('errors.goToLogin')}
          </a>
        </div>
      </div>
    </div>
  )
}

function told(error: unknown): { message: string; stack?: string } {
  if (error instanceof Error) return { message: error.message, stack: error.stack }
  return { message: String(error ?? '') }
}
