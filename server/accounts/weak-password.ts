import { readFileSync } from 'node:fs'
import { AppError } from '@atrium/contract/errors'

/** The commonest passwords of those that are long enough; scripts/common-passwords.mjs says where they are from. */
let common: Set<string> | null = null
const LIST = new URL('./common-passwords.txt', import.meta.url)

/** What a guesser tries alike: capitals, and letters of another width. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase()

const commonPasswords = (): Set<string> =>
  new Set(
    readFileSync(LIST, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )

export interface Names {
  username?: string | null
  email?: string | null
}

const refusal = (sentence: string, field: string) => new AppError('unprocessable', sentence, { details: { field } })

/**
 * Throws `unprocessable` for a password that is guessed first: one of the commonest, or the person's own name or address.
 * `field` is what the form calls it.
 */
export function refuseWeakPassword(password: string, { username, email }: Names, field = 'password'): void {
  common ??= commonPasswords()
  const given = plain(password)
  if (common.has(given) || common.has(given.trim()))
    throw refusal('This is one of the passwords that are guessed first. Choose another one.', field)
  const own = [username, email, email?.split('@')[0]].flatMap((name) => (name ? [plain(name)] : []))
  const reversed = [...given].reverse().join('')
  if (own.includes(given.trim()) || own.includes(reversed))
    throw refusal('Your name or address is the first thing that is tried as a password. Choose another one.', field)
}
