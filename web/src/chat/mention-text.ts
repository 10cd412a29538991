/** The `@…` that is being written where the caret stands: its start, and what of the name is there. Null when there is none. */
export function mentionAt(text: string, caret: number): { start: number; words: string } | null {
  const found = /(?:^|\s)@([^@\n]{0,60})$/u.exec(text.slice(0, caret))
  if (!found) return null
  const words = found[1] ?? ''
  return { start: caret - words.length - 1, words }
}
