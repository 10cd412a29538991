import { type PasskeyEntry, PasskeyName } from '@atrium/contract/account-security'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError, api } from '../platform/api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { FormError } from './form-parts.tsx'
import { useFormats } from './format.ts'
import { Loaded, Nothing, Panel, Row, Rows } from './panel.tsx'
import { makePasskey, passkeysWork } from './passkey.ts'
import { useChange } from './use-change.ts'
import { useSettingsForm } from './use-settings-form.ts'

const PATH = '/api/user/passkeys'

export function Passkeys() {
  const { t } = useTranslation('settings')
  const { day } = useFormats()
  const confirm = useConfirm()
  const [adding, setAdding] = useState(false)
  const query = useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => api.get<{ passkeys: PasskeyEntry[] }>(PATH, { signal }),
  })
  const remove = useChange({
    act: (id: string) => api.delete(`${PATH}/${id}`),
    done: 'deleted',
    renew: [PATH],
  })
  const ask = async ({ id, name }: PasskeyEntry) => {
    const question = {
      title: t('passkeys.removeTitle', { name }),
      text: t('passkeys.removeText'),
      confirm: t('common.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate(id)
  }
  return (
    <Panel title={t('passkeys.title')} text={t('passkeys.text')}>
      <Loaded query={query} lines={1}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Nothing>{t('passkeys.none')}</Nothing>
          ) : (
            <Rows label={t('passkeys.title')}>
              {passkeys.map((each) => (
                <Row key={each.id} title={each.name} text={t('made', { day: day(each.createdAt) })}>
                  <IconButton
                    label={t('deleteNamed', { name: each.name })}
                    icon={<Trash2 />}
                    onClick={() => void ask(each)}
                  />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {passkeysWork() ? (
        <div>
          <Button icon={<Fingerprint aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <Nothing>{t('passkeys.unsupported')}</Nothing>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
    </Panel>
  )
}

const Naming = z.object({ name: PasskeyName, password: z.string().max(128) })

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings')
  const [asksPassword, setAsksPassword] = useState(false)
  const add = useChange({
    act: ({ name, password }: z.infer<typeof Naming>) => makePasskey(name, password || undefined),
    renew: [PATH],
    tellFailure: false,
    onDone: () => {
      onClose()
      toast({ title: t('done.saved') })
    },
  })
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: Naming,
    values: { name: t('passkeys.defaultName'), password: '' },
    guarded: false,
    save: async (given) => {
      try {
        await add.mutateAsync(given)
      } catch (error) {
        // Not asked of who signed in a moment ago.
        if (error instanceof ApiError && error.details?.field === 'password') setAsksPassword(true)
        // The browser's word for a person who closed its window, or waited too long.
        if (error instanceof DOMException) throw new Error(t('passkeys.notMade'), { cause: error })
        throw error
      }
    },
  })
  useEffect(() => {
    if (asksPassword) form.setFocus('password')
  }, [asksPassword, form])
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => open || onClose()}
      title={t('passkeys.add')}
      description={t('passkeys.addText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="passkey" variant="primary" loading={isSubmitting}>
            {t('twoFactor.continue')}
          </Button>
        </>
      }
    >
      <form id="passkey" {...formProps} className="flex flex-col gap-3 pt-2">
        <TextField label={t('passkeys.name')} {...field('name')} />
        {asksPassword && (
          <TextField
            label={t('profile.password')}
            type="password"
            autoComplete="current-password"
            {...field('password')}
          />
        )}
        <FormError>{rootError}</FormError>
      </form>
    </Dialog>
  )
}
