import { z } from 'zod'

/** What of a refused thing is told, as a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return `“${issue?.path.join('.') || 'It'}” is not right: ${issue?.message ?? 'unknown'}`
  }
  return error instanceof SyntaxError
    ? 'It is not valid JSON.'
    : error instanceof Error
      ? error.message
      : 'It cannot be read.'
}
