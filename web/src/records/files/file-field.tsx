import type { FileLimits, HeldFile } from '@atrium/contract/files'
import { clsx } from 'clsx'
import { Camera, Download, Paperclip, RotateCw, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { download } from '../../platform/download.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { formatNumber, formatSize } from '../../ui/formats.ts'
import { Progress } from '../../ui/progress.tsx'
import type { FilePlace } from './field-target.ts'
import { FileThumbnail, heldUrl, previewed } from './held-file.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { UnfinishedFile } from './unfinished-file.tsx'
import { type Sending, useSending } from './use-sending.ts'

export interface FileFieldProps {
  place: FilePlace
  label: string
  limits: FileLimits
  help?: ReactNode
  error?: string
  value: readonly HeldFile[]
  onChange: (files: HeldFile[]) => void
  /** Told whether files are on their way: what is saved then would lack them. */
  onBusy?: (isBusy: boolean) => void
}

/** Files of a record: chosen, dropped, pasted or photographed, sent at once, shown, downloaded, removed. */
export function FileField({ place, label, limits, help, error, value, onChange, onBusy }: FileFieldProps) {
  const { t } = useTranslation('kit')
  const id = useId()
  const root = useRef<HTMLFieldSetElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [open, setOpen] = useState('')
  const [told, setTold] = useState('')
  /** What has arrived in this form, and no record names: by its id, its place among those that were chosen. */
  const fresh = useRef(new Map<string, number>())
  // Several may arrive between two renderings.
  const latest = useRef(value)
  latest.current = value
  const set = (files: readonly HeldFile[]) => {
    latest.current = files
    onChange([...files])
  }
  const sending = useSending({
    place,
    limits,
    held: value,
    onArrived: (file, key) => {
      fresh.current.set(file.id, key)
      // In the order in which they were chosen, whichever arrives first.
      const next = latest.current.findIndex(({ id }) => (fresh.current.get(id) ?? 0) > key)
      set(latest.current.toSpliced(next < 0 ? latest.current.length : next, 0, file))
      setTold(t('files.added', { name: file.name }))
    },
  })
  const { isBusy } = sending
  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy))
  useEffect(() => {
    tellBusy(isBusy)
    return () => tellBusy(false)
  }, [isBusy])

  /** The control that was used is gone: the field itself keeps the focus. */
  const refocus = () => requestAnimationFrame(() => root.current?.focus({ preventScroll: true }))
  const remove = (file: HeldFile) => {
    set(latest.current.filter((one) => one.id !== file.id))
    setTold(t('files.removed', { name: file.name }))
    if (fresh.current.delete(file.id)) void sending.takeBack(file)
    refocus()
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const target = event.target as Element
    const within = root.current?.closest('form, [role=dialog]') ?? root.current
    if (files.length === 0 || event.defaultPrevented || !(within?.contains(target) || target === document.body)) return
    event.preventDefault()
    sending.add(files)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const isFull = value.length + sending.all.filter((one) => one.error === null).length >= limits.most
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <fieldset
      ref={root}
      tabIndex={-1}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
      className="flex min-w-0 flex-col gap-2 outline-offset-4"
      onDragOver={(event) => {
        if (isFull || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        event.stopPropagation()
        setIsOver(false)
        sending.add([...event.dataTransfer.files])
      }}
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {value.length + sending.all.length + sending.unfinished.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {value.map((file) => (
            <Held key={file.id} file={file} onOpen={() => setOpen(file.id)} onRemove={() => remove(file)} />
          ))}
          {sending.all.map((one) => (
            <OnItsWay
              key={one.key}
              one={one}
              onRetry={() => sending.retry(one.key)}
              onDrop={() => {
                sending.drop(one.key)
                refocus()
              }}
            />
          ))}
          {sending.unfinished.map((one) => (
            <UnfinishedFile
              key={one.url}
              one={one}
              isFull={isFull}
              onFile={(file) => sending.add([file])}
              onDrop={() => {
                sending.forget(one)
                refocus()
              }}
            />
          ))}
        </ul>
      )}
      {!isFull && (
        <div
          className={clsx(
            'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-dashed px-3 py-2.5',
            isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
          )}
        >
          <Chooser limits={limits} onFiles={sending.add} />
          <span className="min-w-0 text-xs text-muted">
            <span className="touch:hidden">{t('files.drop')} </span>
            <Takes limits={limits} />
          </span>
        </div>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-ink">
          {said(error)}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
      <PreviewDialog files={value.map(previewed)} open={open} onOpen={setOpen} />
    </fieldset>
  )
}

function Chooser({ limits, onFiles }: { limits: FileLimits; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('kit')
  const { accepts, most } = limits
  const pictures = accepts.filter((kind) => kind.startsWith('image/'))
  return (
    <>
      <ChooserButton
        icon={<Paperclip aria-hidden className="size-4" />}
        label={t(most === 1 ? 'files.chooseOne' : 'files.choose')}
        accept={accepts}
        multiple={most > 1}
        onFiles={onFiles}
      />
      {(accepts.length === 0 || pictures.length > 0) && (
        <ChooserButton
          icon={<Camera aria-hidden className="size-4" />}
          label={t('files.photo')}
          accept={pictures.length > 0 ? pictures : ['image/*']}
          capture="environment"
          className="hidden! touch:inline-flex!"
          onFiles={onFiles}
        />
      )}
    </>
  )
}

interface ChooserButtonProps {
  icon: ReactNode
  label: string
  accept: readonly string[]
  onFiles: (files: File[]) => void
  multiple?: boolean
  capture?: 'environment'
  className?: string
}

function ChooserButton({ icon, label, accept, onFiles, className = '', ...input }: ChooserButtonProps) {
  const look = 'cursor-pointer outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2'
  return (
    <label className={buttonClass('secondary', 'sm', `${look} ${className}`)}>
      {icon}
      {label}
      <input
        type="file"
        className="sr-only"
        accept={accept.join(',') || undefined}
        {...input}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // the same file may be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}

const KINDS = ['image', 'audio', 'video', 'text'] as const

/** What a field takes, in words. */
function Takes({ limits: { accepts, largest } }: { limits: FileLimits }) {
  const { t, i18n } = useTranslation('kit')
  const kinds = new Set(
    accepts.map((mime) => {
      const known = KINDS.find((kind) => mime.startsWith(`${kind}/`))
      return known ? t(`files.kinds.${known}`) : (mime.split('/').at(-1) ?? mime).toUpperCase()
    }),
  )
  const size = formatSize(largest, i18n.language)
  if (kinds.size === 0) return t('files.upTo', { size })
  return t('files.takes', { kinds: new Intl.ListFormat(i18n.language).format(kinds), size })
}

function Held({ file, onOpen, onRemove }: { file: HeldFile; onOpen: () => void; onRemove: () => void }) {
  const { t, i18n } = useTranslation('kit')
  const { name, size } = file
  return (
    <li className="flex min-w-0 items-center gap-2.5 p-1.5">
      <button
        type="button"
        onClick={onOpen}
        aria-label={t('files.open', { name })}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-sm text-start text-sm hover:underline"
      >
        <FileThumbnail file={file} url={heldUrl(file)} className="size-10" />
        <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
          {name}
        </span>
      </button>
      <span className="shrink-0 text-xs text-muted tabular max-sm:hidden">{formatSize(size, i18n.language)}</span>
      <IconButton
        size="sm"
        label={t('files.downloadOne', { name })}
        icon={<Download />}
        onClick={() => download(heldUrl(file))}
      />
      <IconButton size="sm" label={t('files.remove', { name })} icon={<X />} onClick={onRemove} />
    </li>
  )
}

function OnItsWay({ one, onRetry, onDrop }: { one: Sending; onRetry: () => void; onDrop: () => void }) {
  const { t, i18n } = useTranslation('kit')
  const { file, picture, percent, isCut, error, mayRetry } = one
  const { name } = file
  return (
    <li className="flex min-w-0 items-center gap-2.5 p-1.5">
      <FileThumbnail file={{ name, mime: file.type, size: file.size }} url={picture ?? ''} className="size-10" />
      <div className="min-w-0 flex-1">
        <div dir="auto" className="truncate text-sm">
          {name}
        </div>
        {error ? (
          <p role="alert" className="text-xs text-danger-ink">
            {error}
          </p>
        ) : (
          <>
            <div className="mt-1 flex items-center gap-2">
              <Progress label={t('files.sending', { name })} value={percent} />
              <span aria-hidden className="w-9 shrink-0 text-end text-xs text-muted tabular">
                {formatNumber(percent / 100, i18n.language, { style: 'percent' })}
              </span>
            </div>
            {isCut && (
              <p role="status" className="mt-1 text-xs text-muted">
                {t('files.isCut')}
              </p>
            )}
          </>
        )}
      </div>
      {mayRetry && error && (
        <button type="button" className={buttonClass('secondary', 'sm')} onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" />
          <span>
            {t('files.retry')} <span className="sr-only">{name}</span>
          </span>
        </button>
      )}
      <IconButton
        size="sm"
        label={t(error ? 'files.dismiss' : 'files.cancel', { name })}
        icon={<X />}
        onClick={onDrop}
      />
    </li>
  )
}
