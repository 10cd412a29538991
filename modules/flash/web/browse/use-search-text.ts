import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE = 250 // ms without a key before the address says what is searched for

/** What stands in the search field. It tells the address once it rests, and follows it when Back, Forward or a link changes that. */
export function useSearchText(words: string, onWords: (words: string) => void) {
  const [text, setText] = useState(words)
  const [seen, setSeen] = useState(words)
  /** What the address was told and has not said yet. */
  const [told, setTold] = useState<readonly string[]>([])
  if (words !== seen) {
    const at = told.indexOf(words)
    setSeen(words)
    setTold(at < 0 ? [] : told.slice(at + 1))
    if (at < 0) setText(words)
  }
  const tell = useEffectEvent(() => {
    if (text === (told.at(-1) ?? words)) return
    setTold([...told, text])
    onWords(text)
  })
  useEffect(() => {
    const timer = setTimeout(tell, PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
