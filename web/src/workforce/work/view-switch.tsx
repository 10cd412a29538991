import { useId } from 'react'

interface ViewSwitchProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** One of a few, side by side: radio buttons that look like one control. */
export function ViewSwitch<V extends string>({ label, value, options, onChange }: ViewSwitchProps<V>) {
  const name = useId()
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-md border border-line p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="cursor-pointer rounded-sm px-3 py-1 text-sm text-muted hover:text-ink has-checked:bg-active has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:py-2.5"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
