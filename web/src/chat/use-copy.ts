import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../ui/toast.tsx'

const SHOWN = 2_000 // ms for which a button says that it has copied

/** Copies text; `copied` is true for a moment afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SHOWN)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) => {
    toClipboard(text).then(
      () => setCopied((count) => count + 1),
      (cause: unknown) => {
        console.error('The clipboard refused.', cause)
        toast({ variant: 'destructive', title: t('chat.copyFailed'), description: t('chat.copyFailedText') })
      },
    )
  }
  return { copied: copied > 0, copy }
}

async function toClipboard(text: string): Promise<void> {
  // Absent on plain http, unless the host is localhost.
  if ('clipboard' in navigator && navigator.clipboard) return navigator.clipboard.writeText(text)
  if (!copySelected(text)) throw new Error('The browser did not copy.')
}

/** The way of older pages: what is selected is copied. Where a dialog keeps the focus inside, the field must stand in it. */
function copySelected(text: string): boolean {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.ariaHidden = 'true'
  field.className = 'sr-only'
  const place = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  place.append(field)
  try {
    field.select()
    return document.execCommand('copy')
  } finally {
    field.remove()
    focused?.focus({ preventScroll: true })
  }
}
