import { Button, Dialog, Select, Switch, TextArea, TextField, useAction } from '@atrium/web/kit'
import { type FormEvent, useState } from 'react'
import { type FileSort, SORTS } from '../file-sorts.ts'
import type sync from '../module.ts'
import type { ShownRequest } from '../rows.ts'
import { MadeLink, NewPassword } from './link-fields.tsx'
import { useTexts } from './texts.ts'

const MB = 1_000_000 // bytes
const SIZES = [10, 100, 1000, 5000]
const DAY = 24 * 60 * 60 * 1000 // ms

interface RequestDialogProps {
  /** The folder that the files go into, of a new one. */
  folder?: { id: string; name: string }
  /** The one that is changed. */
  request?: ShownRequest
  onDone: () => void
}

/** The moment that a day ends on the clocks here. */
const endOf = (day: string): string => new Date(new Date(`${day}T00:00`).getTime() + DAY - 1000).toISOString()
const dayOf = (moment: string): string => {
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** What people are asked for, and then the link to it. */
export function RequestDialog({ folder, request, onDone }: RequestDialogProps) {
  const { t } = useTexts()
  const [title, setTitle] = useState(request?.title ?? folder?.name ?? '')
  const [message, setMessage] = useState(request?.message ?? '')
  const [day, setDay] = useState(request?.endsAt ? dayOf(request.endsAt) : '')
  const [password, setPassword] = useState('')
  const [size, setSize] = useState(request?.maxBytes ? String(request.maxBytes / MB) : '')
  const [files, setFiles] = useState(request?.maxFiles ? String(request.maxFiles) : '')
  const [kinds, setKinds] = useState<readonly FileSort[]>(request?.kinds ?? [])
  const [asksName, setAsksName] = useState(request?.asksName ?? true)
  const [notifiesOwner, setNotifiesOwner] = useState(request?.notifiesOwner ?? true)
  const make = useAction<typeof sync, 'request'>('sync', 'request')
  const change = useAction<typeof sync, 'changeRequest'>('sync', 'changeRequest', { done: () => t('requests.changed') })
  const made = make.data?.output.url
  const send = (event: FormEvent) => {
    event.preventDefault()
    const asked = {
      ...{ title, message, kinds: [...kinds], asksName, notifiesOwner },
      endsAt: day ? endOf(day) : null,
      maxBytes: size ? Number(size) * MB : null,
      maxFiles: files ? Number(files) : null,
    }
    if (request) change.mutate({ id: request.id, ...asked }, { onSuccess: onDone })
    else if (folder) make.mutate({ ...asked, folder: folder.id, password: password || undefined })
  }
  const sizes = [...new Set([...SIZES.map(String), ...(size ? [size] : [])])]
  if (made)
    return (
      <Dialog open onOpenChange={onDone} title={title} footer={<Button onClick={onDone}>{t('close')}</Button>}>
        <MadeLink url={made} forFiles />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={request ? t('requests.change') : t('requests.newTitle', { name: folder?.name ?? '' })}
      footer={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="upload-request" loading={make.isPending || change.isPending}>
            {request ? t('form.save') : t('sharing.make')}
          </Button>
        </>
      }
    >
      <form id="upload-request" onSubmit={send} className="flex flex-col gap-4">
        <TextField
          label={t('requests.title')}
          help={t('requests.titleHelp')}
          required
          maxLength={120}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextArea
          label={t('requests.message')}
          rows={3}
          maxLength={2000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('requests.ends')}
            type="date"
            min={dayOf(new Date().toISOString())}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          {!request && <NewPassword value={password} onValue={setPassword} />}
          <Select
            label={t('requests.maxSize')}
            value={size}
            onChange={({ target }) => setSize(target.value)}
            options={[
              { value: '', label: t('requests.any') },
              ...sizes.map((count) => ({ value: count, label: t('requests.megabytes', { count: Number(count) }) })),
            ]}
          />
          <TextField
            label={t('requests.maxFiles')}
            type="number"
            min={1}
            max={100_000}
            inputMode="numeric"
            placeholder={t('requests.any')}
            value={files}
            onChange={({ target }) => setFiles(target.value)}
          />
        </div>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t('requests.kinds')}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {SORTS.map((sort) => (
              <label key={sort} className="flex min-h-8 items-center gap-2 text-sm touch:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent)"
                  checked={kinds.includes(sort)}
                  onChange={({ target }) =>
                    setKinds(target.checked ? [...kinds, sort] : kinds.filter((one) => one !== sort))
                  }
                />
                {t(`request.kind.${sort}`)}
              </label>
            ))}
          </div>
          <p className="mt-1 text-xs text-muted">{t('requests.kindsHelp')}</p>
        </fieldset>
        <Switch label={t('requests.asksName')} checked={asksName} onChange={setAsksName} />
        <Switch label={t('requests.tells')} checked={notifiesOwner} onChange={setNotifiesOwner} />
      </form>
    </Dialog>
  )
}
