import { controlClass } from '@atrium/web/kit'
import { Search } from 'lucide-react'
import { useTexts } from '../texts.ts'

interface SearchInputProps {
  value: string
  placeholder: string
  onChange: (value: string) => void
  onEnter?: () => void
}

export function SearchInput({ value, placeholder, onChange, onEnter }: SearchInputProps) {
  const { t } = useTexts()
  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.()
        }}
        aria-label={t('browse.search')}
        placeholder={placeholder}
        maxLength={500}
        className={`${controlClass} h-9 ps-8 pe-2`}
      />
    </div>
  )
}
