/** The word behind the slash at the start of a text, or null when the text is no command, or its command is complete. */
export function slashQuery(text: string, caret: number): string | null {
  const word = /^\/(\S*)$/.exec(text.slice(0, caret))
  return word && /^\S*$/.test(text.slice(caret).split('\n', 1)[0] ?? '') ? (word[1] as string) : null
}

/** `/flash photosynthesis` as the server reads it too; null for a path, or a slash alone. */
export function commandIn(text: string): { trigger: string; words: string } | null {
  const typed = /^\s*(\/[\p{L}\d][\p{L}\d-]{0,40})(?:[ \n]+([\s\S]*))?$/u.exec(text)
  return typed ? { trigger: typed[1] as string, words: (typed[2] ?? '').trim() } : null
}
