import { prefixed } from '@atrium/contract/brand'
import { onOwnerChange, readOwner } from '../platform/owner.ts'
import { storage } from '../platform/storage.ts'

// What was begun to be said about a record stays until it is said or wiped out, whatever closes the dialog around it.

const ownedBy = (owner: string): string => prefixed(`comment ${owner || 'anon'} `)
const keyOf = (path: string): string => ownedBy(readOwner()) + path

/** Where the browser keeps nothing: until the page is left. */
const unkept = new Map<string, string>()

/** `path`: where it will be sent; of one that is said differently, where it lies. */
export const readCommentDraft = (path: string): string | null => unkept.get(keyOf(path)) ?? storage.read(keyOf(path))

/** Null forgets it. */
export function keepCommentDraft(path: string, text: string | null): void {
  const key = keyOf(path)
  unkept.delete(key)
  if (text === null || text === '') storage.remove(key)
  else if (!storage.write(key, text)) unkept.set(key, text)
}

// A guest who becomes a member goes on with what was theirs.
onOwnerChange(({ before, now, takesAlong }) => {
  for (const key of takesAlong ? storage.keys(ownedBy(before)) : []) {
    storage.write(ownedBy(now) + key.slice(ownedBy(before).length), storage.read(key) ?? '')
    storage.remove(key)
  }
})
