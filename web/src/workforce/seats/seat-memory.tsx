import { NewMemory, type SeatDetails } from '@atrium/contract/workforce-seats'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { FormError } from '../../settings/form-parts.tsx'
import { useFormats } from '../../settings/format.ts'
import { useKeptFocus } from '../../settings/kept-focus.ts'
import { Nothing, Row, Rows } from '../../settings/panel.tsx'
import { useSettingsForm } from '../../settings/use-settings-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'
import { useDoing } from '../work/use-doing.ts'

/** What the seat keeps from one task to the next. */
export function SeatMemory({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  const { day } = useFormats()
  const panel = useRef<HTMLDivElement>(null)
  useKeptFocus(panel)
  const path = `/api/workforce/seats/${seat.id}/memory`
  const add = useDoing({ act: (text: string) => api.post(path, { text }) })
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: NewMemory,
    values: { text: '' },
    save: async ({ text }) => {
      await api.post(path, { text })
      await renewWorkforce(client)
      form.reset({ text: '' })
    },
  })
  const remove = useDoing({
    act: ({ id }: { id: string; text: string }) => api.delete(`${path}/${id}`),
    onDone: (_, { text }) =>
      toast({
        title: t('memory.gone'),
        action: { label: t('common.undo'), altText: t('memory.undoAlt'), onClick: () => add.mutate(text) },
      }),
  })
  return (
    <div ref={panel} className="flex max-w-prose flex-col gap-5">
      <p className="text-pretty text-muted">{t('memory.text', { name: seat.name })}</p>
      <form {...formProps} className="flex flex-col gap-3">
        <div className="flex items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label={t('memory.add')}
            autoComplete="off"
            dir="auto"
            {...field('text')}
          />
          <Button type="submit" loading={isSubmitting} className="h-10!">
            {t('memory.addButton')}
          </Button>
        </div>
        <FormError>{rootError}</FormError>
      </form>
      {seat.memory.length === 0 ? (
        <Nothing>{t('memory.none')}</Nothing>
      ) : (
        <Rows label={t('memory.list')}>
          {seat.memory.map(({ id, text, createdAt }) => (
            <Row
              key={id}
              title={
                <span dir="auto" className="min-w-0 font-normal wrap-anywhere">
                  {text}
                </span>
              }
              text={day(createdAt)}
            >
              <IconButton
                label={t('memory.forget', { text })}
                icon={<Trash2 />}
                onClick={() => remove.mutate({ id, text })}
              />
            </Row>
          ))}
        </Rows>
      )}
    </div>
  )
}
