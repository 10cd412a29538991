import { clsx } from 'clsx'
import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, cloneElement, isValidElement, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { IconButton } from './button.tsx'

export const controlClass =
  'w-full rounded-md border border-line-strong/60 bg-popover text-ink transition-colors duration-120 hover:border-line-strong focus-visible:outline-offset-0 disabled:opacity-50 aria-invalid:border-danger text-base sm:text-sm'

interface Described {
  label: ReactNode
  help?: ReactNode
  /** A sentence: what is wrong and what to do. */
  error?: string
  className?: string
}

interface FieldProps extends Described {
  /** One control. It gets id, aria-describedby and aria-invalid. */
  children: ReactNode
}

/** Label above, help below, the error beside the control in a sentence. */
export function Field({ label, help, error, className, children }: FieldProps) {
  const made = useId()
  const child = isValidElement<ComponentProps<'input'>>(children) ? children : null
  const id = child?.props.id ?? made
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {child
        ? cloneElement(child, {
            id,
            'aria-describedby': described || undefined,
            'aria-invalid': error ? true : undefined,
          })
        : children}
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
    </div>
  )
}

export type TextFieldProps = Described & Omit<ComponentProps<'input'>, 'className'>

/** A labelled input. A password gets a button that shows it. */
export function TextField({ label, help, error, className, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      {type === 'password' ? (
        <PasswordInput {...input} />
      ) : (
        <input type={type} className={clsx(controlClass, 'h-10 px-3')} {...input} />
      )}
    </Field>
  )
}

function PasswordInput(props: ComponentProps<'input'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={clsx(controlClass, 'h-10 ps-3 pe-11')}
      />
      <IconButton
        size="sm"
        label={shown ? t('common.hidePassword') : t('common.showPassword')}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1.5 end-1.5 touch:inset-y-0.5"
      />
    </div>
  )
}

export type TextAreaProps = Described & Omit<ComponentProps<'textarea'>, 'className'>

export function TextArea({ label, help, error, className, rows = 3, ...area }: TextAreaProps) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      <textarea
        rows={rows}
        className={clsx(controlClass, 'field-sizing-content max-h-80 min-h-20 resize-y px-3 py-2')}
        {...area}
      />
    </Field>
  )
}

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export type SelectProps = Described &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & { options: readonly SelectOption[] }

/** The platform's own select: on phones nothing we draw is better. */
export function Select({ label, help, error, className, options, ...select }: SelectProps) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      <SelectControl options={options} {...select} />
    </Field>
  )
}

function SelectControl({
  options,
  ...select
}: Omit<ComponentProps<'select'>, 'className'> & { options: readonly SelectOption[] }) {
  return (
    <div className="relative">
      <select className={clsx(controlClass, 'h-10 appearance-none ps-3 pe-9')} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute end-3 top-3 size-4 text-muted" />
    </div>
  )
}

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange' | 'children'> {
  label: ReactNode
  help?: ReactNode
  /** A sentence: what is wrong and what to do. */
  error?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Takes effect at once; for a choice that is sent with a form use a checkbox. */
export function Switch({ label, help, error, checked, onChange, className, disabled, ...rest }: SwitchProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={clsx('flex items-start justify-between gap-4', className)}>
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
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
      </div>
      <button
        {...rest}
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className={clsx(
          'relative inline-flex h-5.5 w-9.5 shrink-0 items-center rounded-full transition-colors duration-120 disabled:opacity-50',
          checked ? 'bg-accent' : 'bg-line-strong',
        )}
      >
        <span
          className={clsx(
            'absolute size-4 rounded-full bg-canvas transition-[inset-inline-start] duration-120',
            checked ? 'start-[1.1875rem]' : 'start-[0.1875rem]',
          )}
        />
      </button>
    </div>
  )
}
