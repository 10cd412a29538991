import { useId } from 'react'

/** A few ways, one of them chosen; it takes effect at once. */
export function Choices<V extends string>({
  label,
  help,
  value,
  options,
  onChange,
}: {
  label: string
  help?: string
  value: V
  options: Record<V, string>
  onChange: (value: V) => void
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={help && `${id}-help`} className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.entries(options) as [V, string][]).map(([key, name]) => (
          <label
            key={key}
            htmlFor={`${id}-${key}`}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-1.5 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft touch:min-h-11"
          >
            <input
              id={`${id}-${key}`}
              type="radio"
              name={id}
              value={key}
              checked={key === value}
              onChange={() => onChange(key)}
              className="size-4 shrink-0 accent-(--accent)"
            />
            {name}
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
    </fieldset>
  )
}
