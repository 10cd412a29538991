import type { Attacker } from '../attacker.ts'

export const FILES = '/dav/me/sync'
export const CALENDARS = '/dav/me/content-calendar'
export const MAIN = `${CALENDARS}/main`

/** A program of this person's, with a key of theirs. */
export async function program(person: Attacker) {
  const { body } = await person.json<{ key?: string }>('device key', '/api/user/keys', {
    name: 'Device',
    scopes: ['read', 'write'],
  })
  const authorization = `Bearer ${body.key}`
  return (method: string, path: string, sent?: Buffer | string, headers: Record<string, string> = {}) => {
    const what = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join(' ')
    return person.send(`${method} ${path.slice(0, 80)} ${what.slice(0, 60)}`.trim(), method, path, sent, {
      authorization,
      ...(sent !== undefined && { 'content-type': 'application/xml' }),
      ...headers,
    })
  }
}
/** What of the server’s machine must be in no answer. */
export const tells = (text: string): string[] =>
  [/root:x?:0:/, /\/work\/|node_modules/, /"stack"/].filter((sign) => sign.test(text)).map(String)
