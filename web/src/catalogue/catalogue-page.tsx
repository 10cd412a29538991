import { entryAt } from '@atrium/contract/catalogue/modules'
import { type Entry, type PageAccess, pageAt } from '@atrium/contract/catalogue/pages'
import { Protected } from '../accounts/protected.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { EntryPage } from './entry-page.tsx'

const accessOf = (entry: Entry): PageAccess => ('access' in entry ? entry.access : 'public')

/** What stands at a path that no installed module has: its catalogue entry, or the 404 page (signed-in only, spec 2.1). */
export function CataloguePage({ path }: { path: string }) {
  const entry = pageAt(path) ?? entryAt(path)
  if (!entry) {
    return (
      <Protected>
        <NotFound />
      </Protected>
    )
  }
  const access = accessOf(entry)
  const page = <EntryPage key={entry.id} entry={entry} />
  return access === 'public' ? page : <Protected admin={access === 'administrator'}>{page}</Protected>
}
