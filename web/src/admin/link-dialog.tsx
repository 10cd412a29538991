import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface LinkDialogProps {
  title: string
  /** What the link is good for, and until when. */
  text: (date: string) => string
  link: { url: string; expiresAt: string }
  onClose: () => void
}

/** A link that was made, to be copied and handed over. It is shown this once. */
export function LinkDialog({ title, text, link, onClose }: LinkDialogProps) {
  const { t, i18n } = useTranslation('admin')
  const [state, setState] = useState<'new' | 'copied' | 'failed'>('new')
  const until = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeStyle: 'short' })
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => setState('copied'),
      (cause: unknown) => {
        console.error('The link could not be copied.', cause)
        setState('failed')
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={text(until.format(new Date(link.expiresAt)))}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button variant="primary" onClick={() => void copy()}>
            {state === 'copied' ? t('copied') : t('copy')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('link')}
        value={link.url}
        readOnly
        dir="ltr"
        error={state === 'failed' ? t('copyFailed') : undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
