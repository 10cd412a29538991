import type { ShareLink } from '@atrium/contract/module-files'
import type { Principal } from '@atrium/contract/principal'
import { readBytes } from '../platform/http/body.ts'
import type { Call } from '../platform/http/route.ts'

export const LINK_PASSWORD_HEADER = 'x-link-password'

/** Whoever came by a link, or opened a public page: on the maker's things, and with the actions that the link names alone. */
type Opened = Pick<ShareLink, 'id' | 'subject' | 'allows'>

export const behindLink = ({ id, subject, allows }: Opened, scope: string, module: string): Principal => ({
  ...{ kind: 'member', owner: scope, userId: null, sessionId: null },
  link: { id, subject, allows: allows.map((name) => `${module}.${name}`) },
})

/** bytes of a form that holds a password; whoever sends it may be anybody */
const FORM_LIMIT = 16 * 1024

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // not as our own page writes it: it is compared as it came
  }
}

/** From the header, or from a form whose answer the browser saves as a file. */
export async function passwordOf({ request, incoming }: Call): Promise<string | undefined> {
  const header = request.headers.get(LINK_PASSWORD_HEADER)
  if (header !== null) return decoded(header)
  if (request.method !== 'POST') return undefined
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return undefined
  return new URLSearchParams((await readBytes(incoming, FORM_LIMIT)).toString()).get('password') ?? undefined
}
