import { RotateCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatSize } from '../../ui/formats.ts'
import { Progress } from '../../ui/progress.tsx'
import { FileThumbnail } from './held-file.tsx'
import { isSame, type Unfinished } from './unfinished.ts'

interface UnfinishedFileProps {
  one: Unfinished
  /** The field takes no more. */
  isFull: boolean
  onFile: (file: File) => void
  onDrop: () => void
}

/** A file that was on its way when an earlier page was left: a browser gives it only when it is chosen again. */
export function UnfinishedFile({ one, isFull, onFile, onDrop }: UnfinishedFileProps) {
  const { t, i18n } = useTranslation('kit')
  const input = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const { name, size, offset } = one
  const percent = size === 0 ? 0 : Math.floor((offset / size) * 100)
  return (
    <li className="flex min-w-0 items-center gap-2.5 p-1.5 max-sm:items-start">
      <FileThumbnail file={{ name, mime: '', size }} url="" className="size-10" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-2">
        <div className="min-w-40 flex-1">
          <div dir="auto" className="truncate text-sm">
            {name}
          </div>
          <Progress label={name} value={percent} className="mt-1" />
          {isOther ? (
            <p role="alert" className="mt-1 text-xs text-danger-ink">
              {t('files.other', { name, size: formatSize(size, i18n.language) })}
            </p>
          ) : (
            <p className="mt-1 text-xs text-muted">{t('files.stopped', { percent })}</p>
          )}
        </div>
        <Button
          size="sm"
          disabled={isFull}
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {t('files.again')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${t('files.again')}: ${name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // the same file may be chosen again
          if (!file) return
          setIsOther(!isSame(one, file))
          if (isSame(one, file)) onFile(file)
        }}
      />
      <IconButton size="sm" label={t('files.dismiss', { name })} icon={<X />} onClick={onDrop} />
    </li>
  )
}
