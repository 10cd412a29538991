import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { buttonClass } from './button.tsx'
import { dismissToast, TOAST_DURATION, type ToastEntry } from './toast-store.ts'

/** px to the right after which a swiped toast goes (spec 9): to the right in every language, so the viewport stands there in every language. */
const SWIPE_THRESHOLD = 50

/** Radix's toast: it pauses while the viewport is hovered or focused or the window is blurred, and F8 focuses it. */
export function ToastLayer({ label, toasts }: { label: string; toasts: readonly ToastEntry[] }) {
  return (
    <Radix.Provider label={label} duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {toasts.map((entry) => (
        <ToastCard key={entry.id} {...entry} />
      ))}
      {/* Beside the page and not in it: whatever lies over the page, a toast lies over that. */}
      {createPortal(
        <Radix.Viewport
          data-toasts
          label={`${label} ({hotkey})`}
          hotkey={['F8']}
          className="fixed inset-x-0 top-0 z-60 m-0 flex list-none flex-col gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none empty:p-0 sm:right-0 sm:left-auto sm:top-auto sm:bottom-0 sm:w-full sm:max-w-[420px] sm:p-4"
        />,
        document.body,
      )}
    </Radix.Provider>
  )
}

function ToastCard({ id, title, description, reference, action, variant = 'default', duration, open }: ToastEntry) {
  const { t } = useTranslation()
  const destructive = variant === 'destructive'
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => next || dismissToast(id)}
      duration={duration}
      data-variant={variant}
      className={clsx(
        'pointer-events-auto flex w-full max-w-[420px] animate-rise items-start gap-3 rounded-lg py-3 ps-4 pe-2 shadow-dialog max-sm:mx-auto',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0',
        destructive ? 'bg-danger-soft text-danger-ink' : 'bg-popover text-ink',
      )}
    >
      <div className="min-w-0 flex-1 py-0.5">
        <Radix.Title className="font-medium">{title}</Radix.Title>
        {description && (
          <Radix.Description className={clsx('mt-0.5 break-words', !destructive && 'text-muted')}>
            {description}
          </Radix.Description>
        )}
        {reference && <p className="mt-1 font-mono text-xs break-words">{t('errors.reference', { reference })}</p>}
      </div>
      {action && (
        <Radix.Action
          altText={action.altText}
          onClick={action.onClick}
          className={buttonClass('secondary', 'sm', 'bg-transparent text-current')}
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={t('common.close')}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md opacity-70 hover:bg-hover hover:opacity-100"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}
