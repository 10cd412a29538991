import { Button, Dialog, TextField, useAction } from '@atrium/web/kit'
import { type FormEvent, useId, useState } from 'react'
import type sync from '../module.ts'
import type { EntryRow } from '../rows.ts'
import { useTexts } from './texts.ts'

/** A new folder's name, or another one for what is there. */
export function NameDialog({ entry, folder, onDone }: { entry?: EntryRow; folder: string; onDone: () => void }) {
  const { t } = useTexts()
  const form = useId()
  const [name, setName] = useState(entry?.name ?? '')
  const rename = useAction<typeof sync, 'rename'>('sync', 'rename', {
    done: t('renamed'),
    fields: { name: t('name') },
  })
  const make = useAction<typeof sync, 'makeFolder'>('sync', 'makeFolder', { done: t('folderMade') })
  const save = (event: FormEvent) => {
    event.preventDefault()
    const settled = { onSuccess: onDone }
    if (entry) rename.mutate({ id: entry.id, name, version: entry.version }, settled)
    else make.mutate({ name, parent: folder }, settled)
  }
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t(entry ? 'form.renameTitle' : 'form.folderTitle')}
      size="sm"
      footer={
        <>
          <Button onClick={onDone}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={rename.isPending || make.isPending}>
            {t(entry ? 'form.save' : 'form.make')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <TextField
          label={t('name')}
          help={entry ? undefined : t('form.folderHelp')}
          value={name}
          dir="auto"
          required
          maxLength={entry ? 200 : 2000}
          onChange={({ target }) => setName(target.value)}
          onFocus={({ target }) => target.setSelectionRange(0, stemOf(target.value))}
        />
      </form>
    </Dialog>
  )
}

/** Where the ending begins: a new name seldom has another. */
const stemOf = (name: string): number => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}
