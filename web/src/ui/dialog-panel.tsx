import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import type { DialogProps } from './dialog.tsx'
import { DialogGuard, leaveToOwn, useGuards } from './dialog-guard.ts'
import { useReturnFocus } from './return-focus.ts'

export const scrimClass = 'fixed inset-0 z-40 animate-fade bg-scrim'

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  alert = false,
}: DialogProps) {
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const back = useReturnFocus(open)
  const { guard, change } = useGuards(onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          ref={content}
          role={alert ? 'alertdialog' : 'dialog'}
          aria-modal
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            // The first field, when there is one; never the close button.
            const first = content.current?.querySelector<HTMLElement>(
              '[autofocus], [data-autofocus], input:not([type=hidden]), textarea, select',
            )
            const target = first ?? (alert ? null : content.current)
            if (!target) return
            event.preventDefault()
            target.focus()
          }}
          onCloseAutoFocus={back}
          onEscapeKeyDown={leaveToOwn}
          onInteractOutside={(event) => {
            // A toast above the dialog may be used without closing it.
            if (alert || (event.target as Element).closest('[data-toasts]')) event.preventDefault()
          }}
          tabIndex={-1}
          className={clsx(
            'fixed z-50 flex max-h-[min(88dvh,48rem)] w-full animate-rise flex-col bg-popover shadow-dialog outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:pb-[env(safe-area-inset-bottom)]',
            'sm:start-1/2 sm:top-[12vh] sm:max-h-[76vh] sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:rounded-xl rtl:sm:translate-x-1/2',
            widths[size],
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-5 pb-1">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-pretty text-muted">{description}</Radix.Description>
              )}
            </div>
            {!alert && (
              <Radix.Close asChild>
                <IconButton size="sm" label={t('common.close')} icon={<X />} className="-me-1.5" />
              </Radix.Close>
            )}
          </header>
          <div
            className={clsx(
              'min-h-0 flex-1 overflow-y-auto px-5 pt-2 empty:pt-0',
              footer ? 'pb-2 empty:pb-0' : 'pb-5 empty:pb-3',
            )}
          >
            <DialogGuard value={guard}>{children}</DialogGuard>
          </div>
          {footer && (
            <footer className="flex gap-2 px-5 pt-3 pb-5 max-sm:flex-col-reverse max-sm:[&>*]:w-full sm:justify-end">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
