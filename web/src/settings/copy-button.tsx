import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Copies a secret that is shown once. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('settings')
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch (cause) {
      console.error('The text could not be copied.', cause)
      toast({ variant: 'destructive', title: t('copy.failed'), description: t('copy.byHand') })
    }
  }
  return (
    <Button
      size="sm"
      icon={done ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      onClick={copy}
    >
      {done ? t('copy.done') : (label ?? t('copy.copy'))}
    </Button>
  )
}
