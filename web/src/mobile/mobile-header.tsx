import { clsx } from 'clsx'
import { ArrowLeft, ChevronDown, SquarePen, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { IconButton } from '../ui/button.tsx'
import type { Focus, View } from './mobile-focus.ts'
import { MobileMenu } from './mobile-menu.tsx'

export interface MobileHeaderProps {
  focus: Focus
  onBack: () => void
  onOpenSheet: () => void
  onView: (view: View) => void
  /** Absent while there is nothing to leave. */
  onStartAnew: (() => void) | undefined
  busy: boolean
}

export function MobileHeader({ focus, onBack, onOpenSheet, onView, onStartAnew, busy }: MobileHeaderProps) {
  const { t } = useTranslation('mobile')
  const { industry, view, setIndustry } = focus
  return (
    <header className="shrink-0 border-b border-line px-1.5 pt-[max(0.25rem,env(safe-area-inset-top))] pb-2">
      <div className="mx-auto grid w-full max-w-2xl grid-cols-[1fr_minmax(0,auto)_1fr] items-center gap-1">
        <IconButton label={t('header.back')} icon={<ArrowLeft className="rtl:-scale-x-100" />} onClick={onBack} />
        <span className="flex min-w-0 justify-center">
          {industry ? (
            <button
              type="button"
              data-space={industry.key}
              aria-label={t('header.removeIndustry', { industry: said(industry.title) })}
              onClick={() => setIndustry(null)}
              className={clsx(
                chip,
                // In the personal view it is remembered, and has no say.
                view === 'industries' ? 'bg-space-soft text-space' : 'border border-line text-muted',
              )}
            >
              <span aria-hidden>{industry.emoji}</span>
              <span className="truncate">{said(industry.title)}</span>
              <X aria-hidden className="size-3.5 shrink-0" />
            </button>
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              title={t('header.chooseIndustry')}
              onClick={onOpenSheet}
              className={clsx(chip, 'border border-line text-muted hover:border-line-strong')}
            >
              <span className="truncate">{t('header.noIndustry')}</span>
              <ChevronDown aria-hidden className="size-3.5 shrink-0" />
            </button>
          )}
        </span>
        <span className="flex items-center justify-end">
          {onStartAnew && (
            <IconButton
              label={t('header.newChat')}
              icon={<SquarePen />}
              aria-disabled={busy || undefined}
              onClick={() => busy || onStartAnew()}
            />
          )}
          <MobileMenu />
        </span>
      </div>
      <fieldset className="mx-auto mt-1 grid w-full max-w-sm grid-cols-2 gap-1 rounded-lg bg-surface p-1">
        <legend className="sr-only">{t('header.view')}</legend>
        {(['personal', 'industries'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={view === one}
            onClick={() => onView(one)}
            className="h-8 truncate rounded-md px-3 font-medium text-muted transition-colors duration-120 hover:text-ink aria-pressed:bg-popover aria-pressed:text-ink aria-pressed:shadow-float touch:h-10"
          >
            {t(`header.${one}`)}
          </button>
        ))}
      </fieldset>
    </header>
  )
}

const chip =
  'inline-flex h-8 max-w-full items-center gap-1.5 rounded-full px-3 text-sm font-medium transition-colors duration-120 touch:h-10'
