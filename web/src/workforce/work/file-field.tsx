import type { StoredFile } from '@atrium/contract/files'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, FileText, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../chat/format-size.ts'
import { said } from '../../i18n/said.ts'
import { sentenceFor } from '../../platform/api.ts'
import { FileDrop } from '../../records/file-drop.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FILE_MAX, isAccepted, pastedEnding, pastedFile, storeFile } from './store-file.ts'

const PATH = '/api/files'

interface FileFieldProps {
  label: string
  help?: string
  error?: string
  name: string
  /** `.csv`, `.txt` */
  accept: readonly string[]
  /** The file's id; empty for none. */
  value: string
  onChange: (id: string) => void
}

/** One file: of one's own, from the disk, or pasted as text, which becomes a file. */
export function FileField({ label, help, error, name, accept, value, onChange }: FileFieldProps) {
  const { t, i18n } = useTranslation('seats')
  const id = useId()
  const client = useQueryClient()
  const group = useRef<HTMLFieldSetElement>(null)
  const [pasting, setPasting] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const { data } = useQuery<{ files: StoredFile[] }>({ queryKey: [PATH] })
  const fitting = (data?.files ?? []).filter((file) => isAccepted(file.name, accept))
  const chosen = data?.files.find((file) => file.id === value)
  const choose = (next: string) => {
    onChange(next)
    // The control that was used is gone: the field itself keeps the focus.
    requestAnimationFrame(() => group.current?.focus({ preventScroll: true }))
  }
  const upload = useMutation({
    mutationFn: storeFile,
    onSuccess: (file) => {
      client.setQueryData<{ files: StoredFile[] }>(
        [PATH],
        (shelf) => shelf && { ...shelf, files: [file, ...shelf.files] },
      )
      setPasting(null)
      choose(file.id)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [PATH] }),
  })
  const take = (file: File) => {
    const isWrong = !isAccepted(file.name, accept)
    const isTooLarge = file.size > FILE_MAX
    setWrong(
      isWrong
        ? t('inputs.wrongEnding', { name: file.name, endings: accept.join(', ') })
        : isTooLarge
          ? t('inputs.tooLarge', { size: formatSize(FILE_MAX, i18n.language) })
          : file.size === 0
            ? t('inputs.emptyFile')
            : '',
    )
    if (!isWrong && !isTooLarge && file.size > 0) upload.mutate(file)
  }
  const ending = pastedEnding(accept)
  const fault = wrong || (upload.error ? sentenceFor(upload.error) : '') || (error ? said(error) : '')
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      name={name}
      aria-describedby={fault ? `${id}-error` : help ? `${id}-help` : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {value ? (
        <div className="flex items-center gap-2.5 rounded-md border border-line px-3 py-2 text-sm">
          <FileText aria-hidden className="size-4 shrink-0 text-muted" />
          <span dir="auto" className="min-w-0 flex-1 truncate" title={chosen?.name}>
            {chosen?.name ?? t('inputs.chosen')}
          </span>
          {chosen && <span className="text-xs text-muted tabular-nums">{formatSize(chosen.size, i18n.language)}</span>}
          <IconButton size="sm" label={t('inputs.removeFile')} icon={<X />} onClick={() => choose('')} />
        </div>
      ) : upload.isPending ? (
        <p role="status" className="flex items-center gap-2 py-2 text-sm text-muted">
          <Spinner />
          {t('inputs.uploading')}
        </p>
      ) : pasting !== null && ending !== null ? (
        <>
          <TextArea
            autoFocus
            label={t('inputs.paste')}
            dir="auto"
            rows={6}
            spellCheck={false}
            value={pasting}
            onChange={({ target }) => setPasting(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={pasting.trim() === ''}
              onClick={() => take(pastedFile(pasting, t('inputs.pastedName', { label }), ending))}
            >
              {t('inputs.usePasted')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setPasting(null)}>
              {t('common.cancel')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <FileDrop imports={[{ name, summary: '', accepts: accept }]} chosen={null} onFile={take} />
          <div className="flex flex-wrap items-end gap-2">
            {fitting.length > 0 && (
              <Select
                label={t('inputs.own')}
                value=""
                onChange={({ target }) => target.value && choose(target.value)}
                options={[
                  { value: '', label: t('question.choose') },
                  ...fitting.map((file) => ({ value: file.id, label: file.name })),
                ]}
                className="min-w-0 flex-[1_1_14rem]"
              />
            )}
            {ending !== null && (
              <Button
                variant="ghost"
                icon={<ClipboardPaste aria-hidden className="size-4" />}
                onClick={() => setPasting('')}
              >
                {t('inputs.pasteInstead')}
              </Button>
            )}
          </div>
        </>
      )}
      {fault && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-ink">
          {fault}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </fieldset>
  )
}
