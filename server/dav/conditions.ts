import { DavRefusal } from './refusal.ts'

// The header If of RFC 4918, section 10.4: lists of conditions, each on the address that is called or on one that is named.

export type Condition = { not: boolean } & ({ token: string } | { etag: string })

export interface ConditionList {
  /** The address that it is about; null for the one that is called. */
  resource: string | null
  conditions: readonly Condition[]
}

const MOST = 200
const PART = /\s*(?:<([^<>\s]*)>|(\()|(\))|(Not)(?![A-Za-z])|\[((?:W\/)?"[^"]*")\])/iy

const malformed = () => new DavRefusal(400, 'The header If is not as RFC 4918 has it.')

/** Throws 400 for what is no such header. */
export function parseIf(header: string): ConditionList[] {
  const lists: ConditionList[] = []
  let resource: string | null = null
  let open: Condition[] | null = null
  let not = false
  const part = new RegExp(PART)
  const text = header.trimEnd()
  for (let count = 0; part.lastIndex < text.length; ) {
    const [match, uri, start, end, negation, etag] = part.exec(text) ?? []
    if (match === undefined || ++count > MOST) throw malformed()
    if (open === null) {
      if (uri !== undefined) resource = uri
      else if (start) open = []
      else throw malformed()
    } else if (end) {
      if (open.length === 0 || not) throw malformed()
      lists.push({ resource, conditions: open })
      open = null
    } else if (negation) {
      if (not) throw malformed()
      not = true
    } else if (uri !== undefined || etag !== undefined) {
      open.push(uri === undefined ? { not, etag: etag as string } : { not, token: uri })
      not = false
    } else throw malformed()
  }
  if (open !== null || lists.length === 0) throw malformed()
  return lists
}

/** The lock tokens in it, wherever they stand: who sends one knows of the lock. */
export const tokensIn = (lists: readonly ConditionList[]): Set<string> =>
  new Set(lists.flatMap(({ conditions }) => conditions.flatMap((one) => ('token' in one ? one.token : []))))

/** True when all conditions of one list hold. `state` tells of a resource: null for the one that is called. */
export async function holds(
  lists: readonly ConditionList[],
  state: (resource: string | null) => Promise<{ etag: string | null; tokens: ReadonlySet<string> }>,
): Promise<boolean> {
  for (const { resource, conditions } of lists) {
    const { etag, tokens } = await state(resource)
    const isTrue = (one: Condition) => ('token' in one ? tokens.has(one.token) : one.etag === etag) !== one.not
    if (conditions.every(isTrue)) return true
  }
  return false
}

const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"|\*/g) ?? []

/** RFC 9110, section 13: throws 412 when If-Match or If-None-Match says that it must not be. For what changes something. */
export function refuseUnmatched(headers: Headers, there: { etag: string | null } | null): void {
  const fits = (header: string) =>
    tagsIn(header).some((tag) => (tag === '*' ? there !== null : there !== null && tag === there.etag))
  const match = headers.get('if-match')
  if (match !== null && !fits(match))
    throw new DavRefusal(412, 'It is not what you had of it: somebody else was faster.')
  const none = headers.get('if-none-match')
  if (none !== null && fits(none)) throw new DavRefusal(412, 'There is something here already.')
}
