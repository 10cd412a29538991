import { SeatChange, type SeatDetails } from '@atrium/contract/workforce-seats'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../platform/api.ts'
import { FormError } from '../../settings/form-parts.tsx'
import { useSettingsForm } from '../../settings/use-settings-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'

interface RenameSeatProps {
  seat: SeatDetails
  open: boolean
  onOpenChange: (open: boolean) => void
}

const Name = z.object({ name: SeatChange.shape.name.unwrap() })

export function RenameSeat({ seat, open, onOpenChange }: RenameSeatProps) {
  const { t } = useTranslation('seats')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={t('seat.rename')}>
      <NameForm seat={seat} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NameForm({ seat, close }: { seat: SeatDetails; close: () => void }) {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  const { field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: Name,
    values: { name: seat.name },
    guarded: false,
    save: async (values) => {
      await api.patch(`/api/workforce/seats/${seat.id}`, values)
      await renewWorkforce(client)
      close()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <TextField label={t('seats.name')} autoComplete="off" dir="auto" {...field('name')} />
      <FormError>{rootError}</FormError>
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}
