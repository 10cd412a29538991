import { NewTeam } from '@atrium/contract/teams'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormError } from '../settings/form-parts.tsx'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

interface NameDialogProps {
  title: string
  confirm: string
  name: string
  onClose: () => void
  save: (values: { name: string }) => Promise<unknown>
}

/** Asks what a team is called. */
export function NameDialog({ title, confirm, name, onClose, save }: NameDialogProps) {
  const { t } = useTranslation('teams')
  const id = useId()
  const { field, formProps, isSubmitting, rootError } = useSettingsForm<{ name: string }>({
    schema: NewTeam,
    values: { name },
    guarded: false,
    save,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} {...formProps} className="flex flex-col gap-4 pt-2">
        <TextField label={t('list.name')} help={t('list.nameHelp')} autoComplete="off" {...field('name')} />
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
