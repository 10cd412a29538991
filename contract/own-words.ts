import type { z } from 'zod'

/**
 * For reading what others have written: where a schema has no sentence of its own for what is wrong, it gets one of ours
 * instead of the library's, which speaks to programmers.
 */
export const inOurWords = {
  error: ({ code, origin }: z.core.$ZodRawIssue): string =>
    code === 'too_big' && origin === 'string' ? 'That is too long.' : 'It does not fit.',
}
