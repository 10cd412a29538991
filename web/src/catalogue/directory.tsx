import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'
import { controlClass } from '../ui/field.tsx'

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word that was typed is somewhere in these texts. */
export const holds = (texts: readonly string[], words: string): boolean => {
  const text = fold(texts.join(' '))
  return fold(words)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A directory's filters stand in the address: back, reload and sharing keep them. */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { get: (name: string) => params.get(name) ?? '', set, clear: () => setParams({}, { replace: true }) }
}

export function DirectorySearch({
  label,
  value,
  onFind,
}: {
  label: string
  value: string
  onFind: (words: string) => void
}) {
  const id = useId()
  return (
    <search className="w-full desk:max-w-xs">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={value}
        onChange={(event) => onFind(event.target.value)}
        placeholder={label}
        className={`${controlClass} h-9 px-3 touch:h-11`}
      />
    </search>
  )
}

interface FilterProps {
  label: string
  value: string
  /** What stands for no choice. */
  every: string
  options: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

export function DirectoryFilter({ label, value, every, options, onChoose }: FilterProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={`${controlClass} h-9 w-auto! max-w-full min-w-0 px-2 phone:min-w-36 phone:flex-1 touch:h-11`}
    >
      <option value="">{every}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

export function Cards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
      {children}
    </ul>
  )
}

export const cardClass =
  'flex min-w-0 flex-1 flex-col rounded-md border border-line p-4 text-start transition-colors duration-120 hover:border-line-strong hover:bg-hover'
