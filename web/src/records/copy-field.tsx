import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** What a module's texts have for it. */
export type CopyKey = `copy.${'copy' | 'done' | 'of' | 'doneOf' | 'failed'}`

export interface CopyFieldProps {
  /** The module's words. */
  t: (key: CopyKey, values?: Record<string, unknown>) => string
  label: string
  help?: string
  value: string
}

/** Something to take along: to see, to select and to copy. */
export function CopyField({ t, label, help, value }: CopyFieldProps) {
  const [done, setDone] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setDone(value),
      (cause: unknown) => {
        console.error('The text could not be copied.', cause)
        toast({ variant: 'destructive', title: t('copy.failed') })
      },
    )
  const isDone = done === value
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={label}
        value={value}
        readOnly
        dir="ltr"
        className="min-w-48 flex-1"
        onFocus={({ target }) => target.select()}
      />
      <Button
        aria-label={t(isDone ? 'copy.doneOf' : 'copy.of', { label })}
        className="h-10"
        icon={isDone ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        onClick={() => void copy()}
      >
        {t(isDone ? 'copy.done' : 'copy.copy')}
      </Button>
      {help && <p className="basis-full text-xs text-muted">{help}</p>}
    </div>
  )
}
