import { Button, Dialog, Select, useAction } from '@atrium/web/kit'
import { type FormEvent, useState } from 'react'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { MadeLink, NewPassword } from './link-fields.tsx'
import { ShareList } from './share-list.tsx'
import { useTexts } from './texts.ts'

const DAY = 24 * 60 * 60 * 1000 // ms
const DAYS = [1, 7, 30, 365]

export function ShareDialog({ entry, onDone }: { entry: EntryRow; onDone: () => void }) {
  const { t } = useTexts()
  const [password, setPassword] = useState('')
  const [days, setDays] = useState('7')
  const share = useAction<typeof sync, 'share'>('sync', 'share')
  const made = share.data?.output.url
  const make = (event: FormEvent) => {
    event.preventDefault()
    const expiresAt = days === '' ? undefined : new Date(Date.now() + Number(days) * DAY).toISOString()
    share.mutate({ id: entry.id, password: password || undefined, expiresAt })
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('sharing.title', { name: entry.name })}
      footer={<Button onClick={onDone}>{t('close')}</Button>}
    >
      {made ? (
        <MadeLink url={made} />
      ) : (
        <form onSubmit={make} className="flex flex-col gap-4">
          <NewPassword hasHelp value={password} onValue={setPassword} />
          <Select
            label={t('sharing.expires')}
            value={days}
            onChange={({ target }) => setDays(target.value)}
            options={[
              ...DAYS.map((count) => ({ value: String(count), label: t('sharing.inDays', { count }) })),
              { value: '', label: t('sharing.never') },
            ]}
          />
          <Button variant="primary" type="submit" className="self-start" loading={share.isPending}>
            {t('sharing.make')}
          </Button>
        </form>
      )}
      <ShareList entry={entry.id} title={t('sharing.existing')} />
    </Dialog>
  )
}
