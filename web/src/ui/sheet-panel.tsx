import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { DialogGuard, leaveToOwn, useGuards } from './dialog-guard.ts'
import { scrimClass } from './dialog-panel.tsx'
import { useReturnFocus } from './return-focus.ts'
import type { SheetProps } from './sheet.tsx'

const sides = {
  left: 'inset-y-0 start-0 w-72 max-w-[88vw] [--from:-1rem] rtl:[--from:1rem]',
  right: 'inset-y-0 end-0 w-96 max-w-[88vw] [--from:1rem] rtl:[--from:-1rem]',
  top: '[--from-y:-1rem] inset-x-0 top-0 max-h-[85dvh] rounded-b-xl',
  bottom: '[--from-y:1rem] inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl pb-[env(safe-area-inset-bottom)]',
}

export function SheetPanel({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  side = 'right',
  children,
  className,
}: SheetProps) {
  const { t } = useTranslation()
  const back = useReturnFocus(open)
  const { guard, change } = useGuards(onOpenChange)
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          aria-modal
          tabIndex={-1}
          onCloseAutoFocus={back}
          onEscapeKeyDown={leaveToOwn}
          className={clsx(
            'fixed z-50 flex animate-sheet flex-col bg-popover shadow-dialog outline-none',
            sides[side],
            className,
          )}
        >
          {hideTitle ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <header className="flex items-center gap-3 px-4 pt-4 pb-2">
              <Radix.Title className="min-w-0 flex-1 truncate text-lg">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton size="sm" label={t('common.close')} icon={<X />} />
              </Radix.Close>
            </header>
          )}
          <div className="min-h-0 flex-1 overflow-y-auto">
            <DialogGuard value={guard}>{children}</DialogGuard>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
