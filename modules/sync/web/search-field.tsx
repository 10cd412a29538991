import { controlClass } from '@atrium/web/kit'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from './texts.ts'

const PAUSE = 200 // ms

export function SearchField({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const { t } = useTexts()
  const [text, setText] = useState(words)
  useEffect(() => setText(words), [words])
  useEffect(() => {
    if (text === words) return
    const timer = setTimeout(() => onWords(text), PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <div className="relative min-w-0 flex-1 sm:w-56">
      <Search aria-hidden className="pointer-events-none absolute inset-s-2.5 top-2.5 size-4 text-muted" />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        className={`${controlClass} h-9 ps-8 pe-2`}
      />
    </div>
  )
}
