import { z } from 'zod'

/** characters; names in a foreign file may be of any length */
const PLACE_SHOWN = 200
/** What JavaScript itself throws: its words are for programmers. */
const OF_THE_LANGUAGE = new Set(['TypeError', 'RangeError', 'ReferenceError', 'URIError', 'EvalError'])

/** What of a refused thing is told, as a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    const place = (issue?.path ?? []).join('.').slice(0, PLACE_SHOWN).toWellFormed()
    return `“${place || 'It'}” is not right: ${issue?.message ?? 'It does not fit.'}`
  }
  if (error instanceof SyntaxError) return 'It is not valid JSON.'
  return error instanceof Error && !OF_THE_LANGUAGE.has(error.name) ? error.message : 'It cannot be read.'
}
