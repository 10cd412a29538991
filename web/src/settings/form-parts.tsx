import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'

export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
      {children}
    </p>
  )
}

/** The button that keeps a form, and its shortcut. */
export function SaveBar({ busy, disabled, children }: { busy: boolean; disabled?: boolean; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-3">
      <Button type="submit" variant="primary" loading={busy} disabled={disabled}>
        {children ?? t('common.save')}
      </Button>
      <Kbd keys="mod+Enter" className="max-sm:hidden" />
    </div>
  )
}
