import { Flag as Sign } from 'lucide-react'
import type { Flag } from '../records.ts'
import { useTexts } from './texts.ts'

const colours: Readonly<Record<Flag, string>> = {
  red: 'text-red-500',
  orange: 'text-orange-500',
  yellow: 'text-yellow-500',
  green: 'text-green-500',
  blue: 'text-blue-500',
  purple: 'text-purple-500',
}

/** A flag in its colour, and its name for whoever does not see it. */
export function FlagMark({ flag }: { flag: Flag }) {
  const { t } = useTexts()
  return (
    <span title={t(`flags.${flag}`)} className={`shrink-0 ${colours[flag]}`}>
      <Sign aria-hidden className="size-3.5 fill-current" />
      <span className="sr-only">{t(`flags.${flag}`)}</span>
    </span>
  )
}
