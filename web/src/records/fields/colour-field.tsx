import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, Field, type TextFieldProps } from '../../ui/field.tsx'

type ColourFieldProps = Omit<TextFieldProps, 'onChange' | 'type'> & { value: string; onChange: (value: string) => void }

/** A colour as its text, with the platform's own picker beside it. */
export function ColourField({ label, help, error, className, ...input }: ColourFieldProps) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      <ColourInput {...input} />
    </Field>
  )
}

function ColourInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & Pick<ColourFieldProps, 'value' | 'onChange'>) {
  return (
    <div className="flex gap-2">
      <input
        {...input}
        type="text"
        dir="ltr"
        spellCheck={false}
        placeholder="#1e90ff"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(controlClass, 'h-10 px-3')}
      />
      <input
        type="color"
        tabIndex={-1}
        aria-hidden
        value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#808080'}
        onChange={({ target }) => onChange(target.value)}
        className="h-10 w-12 shrink-0 rounded-md border border-line-strong/60 bg-popover p-1"
      />
    </div>
  )
}
