import { encodingNames } from '@atrium/domain/encodings/names'
import { Button, Dialog, Select, Switch, TextField, useAction } from '@atrium/web/kit'
import { useId, useState } from 'react'
import type csv from '../module.ts'
import type { DatasetRow, Reading } from '../module.ts'
import { useTexts } from './texts.ts'

/** `Windows-1252`, `UTF-16LE`, `EUC-KR`: names as people know them. */
const encodings = encodingNames.map((value) => ({
  value,
  label: value.startsWith('windows') ? `W${value.slice(1)}` : value.toUpperCase().replace('_', '-'),
}))

/** How the file is read, where what was found out is wrong. */
export function ReadingDialog({ dataset, onClose }: { dataset: DatasetRow; onClose: () => void }) {
  const { t } = useTexts()
  const form = useId()
  const [reading, setReading] = useState<Reading>(dataset.reading)
  const set = useAction<typeof csv, 'setReading'>('csv', 'setReading', { done: t('reading.done') })
  const { id, version } = dataset
  const delimiters = [...new Set([',', ';', '\t', '|', reading.delimiter])]
  const names: Record<string, string> = {
    ',': t('reading.comma'),
    ';': t('reading.semicolon'),
    '\t': t('reading.tab'),
    '|': t('reading.bar'),
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reading.title')}
      description={t('reading.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} loading={set.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          set.mutate({ id, version, reading }, { onSuccess: onClose })
        }}
      >
        <Select
          label={t('reading.delimiter')}
          value={reading.delimiter}
          options={delimiters.map((value) => ({ value, label: names[value] ?? value }))}
          onChange={({ target }) => setReading({ ...reading, delimiter: target.value })}
        />
        <Select
          label={t('reading.encoding')}
          value={reading.encoding}
          options={encodings}
          onChange={({ target }) => setReading({ ...reading, encoding: target.value as Reading['encoding'] })}
        />
        <Switch
          label={t('reading.header')}
          checked={reading.header}
          onChange={(header) => setReading({ ...reading, header })}
        />
        <TextField
          label={t('reading.skip')}
          type="number"
          min={0}
          max={1000}
          value={String(reading.skip)}
          onChange={({ target }) =>
            setReading({ ...reading, skip: Math.max(0, Math.min(1000, Math.round(Number(target.value) || 0))) })
          }
        />
      </form>
    </Dialog>
  )
}
