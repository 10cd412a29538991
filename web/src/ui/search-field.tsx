import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { controlClass } from './field.tsx'

interface SearchFieldProps {
  label: string
  words: string
  /** Told when somebody stops to type, or presses Enter. */
  onWords: (words: string) => void
  className?: string
}

const PAUSE = 250 // ms

/** Words by which a list is searched. */
export function SearchField({ label, words, onWords, className }: SearchFieldProps) {
  const [text, setText] = useState(words)
  const [seen, setSeen] = useState(words)
  if (seen !== words) {
    setSeen(words)
    setText(words)
  }
  const tell = useEffectEvent(() => text !== words && onWords(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the last letter
  useEffect(() => {
    const timer = setTimeout(() => tell(), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={clsx('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
      <input
        type="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && text !== words && onWords(text)}
        aria-label={label}
        placeholder={label}
        maxLength={200}
        className={clsx(controlClass, 'h-9 ps-8 pe-2')}
      />
    </div>
  )
}
