import { use, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmContext } from '../ui/confirm.tsx'
import { DialogGuard } from '../ui/dialog-guard.ts'

/** Asks before what was typed goes: by the form's own Cancel, by closing its dialog, by closing the tab. */
export function useLeaving(isDirty: boolean): () => Promise<boolean> {
  const { t } = useTranslation('kit')
  const confirm = use(ConfirmContext)
  const guard = use(DialogGuard)
  const lets = async () =>
    !isDirty ||
    !confirm ||
    (await confirm({
      title: t('form.leaveTitle'),
      text: t('form.leaveText'),
      confirm: t('form.leave'),
      cancel: t('form.stay'),
      danger: true,
    }))
  const ask = useEffectEvent(lets)
  useEffect(() => guard?.(() => (isDirty ? ask() : true)), [guard, isDirty])
  useEffect(() => {
    if (!isDirty) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [isDirty])
  return lets
}
