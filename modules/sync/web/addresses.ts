import { scopedUrl } from '@atrium/web/kit'
import type { EntryRow } from '../rows.ts'

/** Where a version's bytes are. */
export const contentUrl = (content: string | null, query = ''): string =>
  scopedUrl(`/api/m/sync/content/${content}${query}`)

/** Where files and folders are downloaded from: one file as it is, several or a folder as a zip. */
export function downloadUrl(entries: readonly EntryRow[]): string {
  const [only, another] = entries
  if (only && !another && only.kind === 'file') return contentUrl(only.content, '?download')
  return scopedUrl(
    entries.length > 0 ? `/api/m/sync/zip?ids=${entries.map(({ id }) => id).join(',')}` : '/api/m/sync/zip',
  )
}

/** Folders first, then by name as the language orders them. */
export function inOrder(entries: readonly EntryRow[], language: string): EntryRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const rank = ({ kind }: EntryRow) => (kind === 'folder' ? 0 : 1)
  return [...entries].sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
}
