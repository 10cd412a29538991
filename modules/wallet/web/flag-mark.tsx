import { Flag as Sign } from 'lucide-react'
import type { Flag } from '../records.ts'
import { useTexts } from './texts.ts'

const colours: Readonly<Record<Flag, string>> = {
  red: '#e5484d',
  orange: '#f76b15',
  yellow: '#d9a514',
  green: '#30a46c',
  blue: '#3e8ef0',
  purple: '#9a5cd0',
}

/** A flag in its colour, and its name for whoever does not see it. */
export function FlagMark({ flag }: { flag: Flag }) {
  const { t } = useTexts()
  return (
    <span title={t(`flags.${flag}`)} className="shrink-0" style={{ color: colours[flag] }}>
      <Sign aria-hidden className="size-3.5 fill-current" />
      <span className="sr-only">{t(`flags.${flag}`)}</span>
    </span>
  )
}
