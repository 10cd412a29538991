import { cutText } from '../platform/cut-text.ts'

/** A title out of the first message: its first line, cut at a word near 60 characters. */
export function deriveTitle(message: string): string {
  const line =
    message
      .trim()
      .split('\n')[0]
      ?.replace(/^[#>*\-\s]+/, '')
      .replace(/\s+/g, ' ')
      .trim() ?? ''
  if (line.length <= 60) return line
  const cut = cutText(line, 60)
  const space = cut.lastIndexOf(' ')
  return `${(space > 30 ? cut.slice(0, space) : cut).replace(/[\s,;:.]+$/, '')}…`
}
