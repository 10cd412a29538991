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
    navigator.clipboard.writeText(text).then(
      () => setCopied((count) => count + 1),
      (cause: unknown) => {
        console.error('The clipboard refused.', cause)
        toast({ variant: 'destructive', title: t('chat.copyFailed'), description: t('chat.copyFailedText') })
      },
    )
  }
  return { copied: copied > 0, copy }
}
