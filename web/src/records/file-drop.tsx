import { clsx } from 'clsx'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../ui/button.tsx'

interface FileDropProps {
  imports: readonly { name: string; summary: string; accepts: readonly string[] }[]
  /** The name of the file that is there. */
  chosen: string | null
  onFile: (file: File) => void
}

/** A place for one file: dropped, or chosen with a button. Says what it takes. */
export function FileDrop({ imports, chosen, onFile }: FileDropProps) {
  const { t } = useTranslation('kit')
  const [isOver, setIsOver] = useState(false)
  const accepts = [...new Set(imports.flatMap((one) => one.accepts))]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
      className={clsx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 text-center',
        chosen ? 'py-3' : 'py-6',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
      )}
    >
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        <label
          className={buttonClass(
            'secondary',
            'md',
            'cursor-pointer outline-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
          )}
        >
          <FileUp aria-hidden className="size-4" />
          {t('import.choose')}
          <input
            type="file"
            accept={accepts.join(',')}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = '' // the same file, mended, may be chosen again
              if (file) onFile(file)
            }}
          />
        </label>
        {chosen ? (
          <span dir="auto" className="min-w-0 truncate text-sm">
            {chosen}
          </span>
        ) : (
          <span className="text-sm text-muted touch:hidden">{t('import.drop')}</span>
        )}
      </div>
      {!chosen && imports.length > 0 && (
        <ul className="text-xs text-muted">
          {imports.map((one) => (
            <li key={one.name}>
              {one.summary} <span className="font-mono text-faint">{one.accepts.join(' ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
