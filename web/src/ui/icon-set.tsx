import { Box, type LucideIcon } from 'lucide-react'
import * as named from './icon-names.ts'

const set: Readonly<Record<string, LucideIcon>> = named

/** The icon called `name` in lucide's own kebab-case: `calendar-check`. */
export function iconNamed(name: string): LucideIcon | undefined {
  return set[name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())]
}

export function SetIcon({ name, className }: { name: string; className?: string }) {
  const Glyph = iconNamed(name) ?? Box
  return <Glyph aria-hidden className={className} />
}
