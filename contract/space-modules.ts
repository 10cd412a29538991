import { modulesOf } from './catalogue/pages.ts'
import type { Space } from './catalogue/spaces.ts'

interface Placed {
  id: string
  industries?: readonly string[]
}

/** Those of the installed modules that belong to a Space: by the catalogue's word, or by their own. */
export function installedIn<M extends Placed>(space: Space, installed: readonly M[]): M[] {
  const named = new Set(modulesOf(space).map(({ id }) => id))
  const industry = space.key.replaceAll('-', '')
  return installed.filter(({ id, industries = [] }) => named.has(id) || industries.includes(industry))
}
