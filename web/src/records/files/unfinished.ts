import { prefixed } from '@atrium/contract/brand'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/api.ts'
import { onOwnerChange, readOwner } from '../../platform/owner.ts'
import { readScope } from '../../platform/scope.ts'
import { whoIsHere } from '../../platform/session.ts'
import { storage } from '../../platform/storage.ts'
import { TUS, uploadHeaders } from '../uploads/uploader.ts'
import type { FilePlace } from './field-target.ts'
import { whenFree } from './one-tab.ts'

// A browser gives a page no file that was chosen in an earlier one. What is remembered here is where the server keeps what had come of
// it, nothing else; the server tells its name and size to whoever it belongs to.

/** A file of a field that stopped on its way: chosen again, it goes on. */
export interface Unfinished {
  url: string
  name: string
  /** bytes */
  size: number
  offset: number
  /** ms since 1970, as the file's own */
  modified: number
}

/** Answers by which it is nobody's any more. */
const GONE = new Set([403, 404, 410])
/** Of one field, the last ones. */
const REMEMBERED = 10

const ownedBy = (owner: string): string => prefixed(`unfinished ${owner || 'anon'} `)

export const keyOf = ({ module, collection, field }: FilePlace, scope = readScope()): string =>
  ownedBy(readOwner()) + [scope, module, collection, field].join(' ')

// A guest who becomes a member goes on with what was theirs.
onOwnerChange(({ before, now, takesAlong }) => {
  for (const key of takesAlong ? storage.keys(ownedBy(before)) : []) {
    storage.write(ownedBy(now) + key.slice(ownedBy(before).length), storage.read(key) ?? '[]')
    storage.remove(key)
  }
})

const remembered = (key: string): string[] => storage.readJson<string[]>(key, [])

export function remember(key: string, url: string, isOpen: boolean): void {
  const path = new URL(url, location.href).pathname
  const others = remembered(key).filter((one) => one !== path)
  const next = isOpen ? [...others, path].slice(-REMEMBERED) : others
  if (next.length > 0) storage.writeJson(key, next)
  else storage.remove(key)
}

const textIn = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)))

/** What the server says of it; null where it is nobody's any more, or has become a file. */
async function ask(client: QueryClient, url: string, scope: string): Promise<Unfinished | null> {
  const answer = await fetch(url, { method: 'HEAD', headers: { ...uploadHeaders(url, scope), ...TUS } })
  // A server that is busy, or does not know who asks, says nothing of it; nor does one that answers somebody else than its owner.
  const isSaid = answer.ok || (GONE.has(answer.status) && (await whoIsHere(client)) === 'same')
  if (!isSaid) throw new ApiError(answer.status, '', answer.statusText)
  if (!answer.ok || answer.headers.has('X-File')) return null
  const metadata = new Map(
    (answer.headers.get('Upload-Metadata') ?? '').split(',').map((pair): [string, string] => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, textIn(value)]
    }),
  )
  return {
    url,
    name: metadata.get('filename') ?? '',
    size: Number(answer.headers.get('Upload-Length')),
    offset: Number(answer.headers.get('Upload-Offset')),
    modified: Number(metadata.get('modified')),
  }
}

export const isSame = ({ name, size, modified }: Unfinished, file: File): boolean =>
  name === file.name && size === file.size && modified === file.lastModified

/** What of this field stopped when an earlier page was left. */
export function useUnfinished(place: FilePlace) {
  const scope = readScope()
  const key = keyOf(place, scope)
  const client = useQueryClient()
  const [all, setAll] = useState<readonly Unfinished[]>([])
  useEffect(() => {
    const left = new AbortController()
    for (const url of remembered(key))
      whenFree(url, left.signal)
        .then(() => ask(client, url, scope))
        .then(
          (one) => {
            if (one && !left.signal.aborted) setAll((known) => [...known.filter((other) => other.url !== url), one])
            if (!one) remember(key, url, false)
          },
          () => undefined, // the page is left, or the server is not reached: it is asked for with the next page
        )
    return () => left.abort()
  }, [key, scope, client])
  /** It goes on, or was given up: it is listed elsewhere, or nowhere. */
  const take = (url: string) => setAll((known) => known.filter((one) => one.url !== url))
  return { unfinished: all, take }
}
