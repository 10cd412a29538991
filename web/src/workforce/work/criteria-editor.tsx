import { clsx } from 'clsx'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/said.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { controlClass } from '../../ui/field.tsx'

const MOST = 20 // as the contract has it

interface CriteriaEditorProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  help?: string
  error?: string
}

/** Acceptance criteria, one a line: Enter begins the next. */
export function CriteriaEditor({ value, onChange, help, error }: CriteriaEditorProps) {
  const { t } = useTranslation('seats')
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** Within the key press itself: what is typed next belongs into the new line. */
  const change = (next: string[], at: number) => {
    flushSync(() => onChange(next))
    const fields = list.current?.querySelectorAll('input') ?? []
    ;(fields[Math.min(at, fields.length - 1)] ?? add.current)?.focus()
  }
  const insert = (at: number) => {
    if (value.length < MOST) change([...value.slice(0, at), '', ...value.slice(at)], at)
  }
  const remove = (at: number) =>
    change(
      value.filter((_, index) => index !== at),
      Math.max(0, at - 1),
    )
  const onKey = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      insert(at + 1)
    } else if (event.key === 'Backspace' && value[at] === '') {
      event.preventDefault()
      remove(at)
    }
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{t('newTask.criteria')}</legend>
      <ul ref={list} className="flex flex-col gap-1.5">
        {value.map((criterion, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a criterion is its place in the list
          <li key={at} className="flex items-center gap-1.5">
            <input
              dir="auto"
              aria-label={t('newTask.criterion', { position: at + 1 })}
              maxLength={500}
              value={criterion}
              onChange={({ target }) => onChange(value.map((one, index) => (index === at ? target.value : one)))}
              onKeyDown={(event) => onKey(event, at)}
              className={clsx(controlClass, 'h-10 min-w-0 px-3')}
            />
            <IconButton
              size="sm"
              label={t('newTask.removeCriterion', { position: at + 1 })}
              icon={<X />}
              onClick={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      {value.length < MOST && (
        <Button
          ref={add}
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden className="size-4" />}
          className="mt-1"
          onClick={() => insert(value.length)}
        >
          {t('newTask.addCriterion')}
        </Button>
      )}
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {said(error)}
        </p>
      )}
      {help && <p className="mt-1 text-xs text-muted">{help}</p>}
    </fieldset>
  )
}
