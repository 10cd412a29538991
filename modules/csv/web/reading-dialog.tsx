import { encodingNames } from '@atrium/domain/encodings/names'
import { Button, Dialog, Select, Skeleton, TextField, useAction } from '@atrium/web/kit'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type csv from '../module.ts'
import type { DatasetRow, Reading } from '../module.ts'
import { headOf, lookAt } from './client.ts'
import type { Look } from './engine.ts'
import { shownCount } from './formats.ts'
import { Problem } from './problem.tsx'
import { useTexts } from './texts.ts'

/** `Windows-1252`, `UTF-16LE`, `EUC-KR`: names as people know them. */
export const encodingLabel = (name: string): string =>
  name.startsWith('windows') ? `W${name.slice(1)}` : name.toUpperCase().replace('_', '-')
const encodings = encodingNames.map((value) => ({ value, label: encodingLabel(value) }))
const SKIP_MAX = 1000

const useDelimiters = () => {
  const { t } = useTexts()
  return {
    ',': t('reading.comma'),
    ';': t('reading.semicolon'),
    '\t': t('reading.tab'),
    '|': t('reading.bar'),
  } as Readonly<Record<string, string>>
}

/** How a file is read, in a few words: what opens the dialog. */
export function useReadingText() {
  const { t, language } = useTexts()
  const names = useDelimiters()
  return ({ encoding, delimiter, header, skip }: Reading): string =>
    [
      encodingLabel(encoding),
      names[delimiter] ?? delimiter,
      header ? t('reading.namesIn', { line: shownCount(skip + 1, language) }) : t('reading.noNames'),
    ].join(' · ')
}

/** How the file is read, where what was found out is wrong: seen on its first lines before it is done. */
export function ReadingDialog({ dataset, onClose }: { dataset: DatasetRow; onClose: () => void }) {
  const { t } = useTexts()
  const form = useId()
  const [reading, setReading] = useState<Reading>(dataset.reading)
  const set = useAction<typeof csv, 'setReading'>('csv', 'setReading', { done: t('reading.done') })
  const { id, version, file } = dataset
  const names = useDelimiters()
  const delimiters = [...new Set([...Object.keys(names), reading.delimiter])]
  const head = useQuery({
    queryKey: ['csv-head', file],
    queryFn: () => headOf(file),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { encoding, delimiter } = reading
  const { data: look, error } = useQuery({
    queryKey: ['csv-look', file, encoding, delimiter],
    queryFn: () => lookAt(head.data as NonNullable<typeof head.data>, reading),
    enabled: head.data !== undefined,
    placeholderData: (before) => before,
  })
  /** Another separator parts the lines anew: what stands above the table is found anew too. */
  const part = async (next: string) => {
    const changed = { ...reading, delimiter: next }
    setReading(changed)
    if (!head.data) return
    const { found } = await lookAt(head.data, changed)
    setReading((now) => (now.delimiter === next ? { ...now, header: found.header, skip: found.skip } : now))
  }
  return (
    <Dialog
      open
      size="lg"
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
        <div className="grid gap-4 sm:grid-cols-3">
          <Select
            label={t('reading.encoding')}
            value={reading.encoding}
            options={encodings}
            onChange={({ target }) => setReading({ ...reading, encoding: target.value as Reading['encoding'] })}
          />
          <Select
            label={t('reading.delimiter')}
            value={reading.delimiter}
            options={delimiters.map((value) => ({ value, label: names[value] ?? value }))}
            onChange={({ target }) => void part(target.value)}
          />
          <TextField
            label={t('reading.skip')}
            type="number"
            min={0}
            max={SKIP_MAX}
            value={String(reading.skip)}
            onChange={({ target }) =>
              setReading({ ...reading, skip: Math.max(0, Math.min(SKIP_MAX, Math.round(Number(target.value) || 0))) })
            }
          />
        </div>
        {head.error || error ? (
          <Problem error={head.error ?? error} onAgain={head.refetch} />
        ) : look ? (
          <Lines look={look} reading={reading} onReading={setReading} />
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </form>
    </Dialog>
  )
}

interface LinesProps {
  look: Look
  reading: Reading
  onReading: (reading: Reading) => void
}

/** The first lines as they are read; one of them can be said to name the columns. */
function Lines({ look, reading, onReading }: LinesProps) {
  const { t, language } = useTexts()
  const group = useId()
  const width = look.records.reduce((most, { cells }) => Math.max(most, cells.length), 1)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('reading.names')}</legend>
      <label className="mb-2 flex min-h-8 items-center gap-2 text-sm touch:min-h-10">
        <input
          type="radio"
          name={group}
          className="accent-accent"
          checked={!reading.header}
          onChange={() => onReading({ ...reading, header: false })}
        />
        {t('reading.noNames')}
      </label>
      <section aria-label={t('reading.lines')} className="max-h-80 overflow-auto rounded-lg border border-line">
        <table className="w-max min-w-full text-sm">
          <tbody>
            {look.records.map(({ cells, line, place }) => {
              const isNames = reading.header && place === reading.skip
              return (
                <tr
                  key={place}
                  className={clsx(
                    isNames && 'bg-accent-soft font-medium',
                    place < reading.skip && 'text-faint line-through',
                  )}
                >
                  <th scope="row" className="w-16 px-2 py-1 text-start font-normal">
                    <label className="flex items-center gap-2 text-xs text-muted tabular">
                      <input
                        type="radio"
                        name={group}
                        className="accent-accent"
                        aria-label={t('reading.namesIn', { line: shownCount(line, language) })}
                        checked={isNames}
                        onChange={() => onReading({ ...reading, header: true, skip: place })}
                      />
                      {shownCount(line, language)}
                    </label>
                  </th>
                  {Array.from({ length: width }, (_, at) => (
                    <td
                      key={at}
                      dir="auto"
                      className="max-w-56 truncate border-s border-line/50 px-2 py-1 whitespace-pre"
                    >
                      {cells[at] ?? ''}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </fieldset>
  )
}
