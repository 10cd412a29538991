import { Preferences, PreferencesChange } from '@atrium/contract/profile'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Live } from '../platform/live.ts'
import { changePreferences, readPreferences } from './preferences.ts'

export function preferenceRoutes({ db, live }: { db: Database; live: Live }): Route[] {
  const own = { tag: 'accounts', access: 'preference.own', path: '/api/user/preferences', answer: Preferences } as const
  return [
    route({ ...own, method: 'GET', summary: 'What you chose about the interface', limit: 'read' }, ({ principal }) =>
      readPreferences(db, principal.owner),
    ),
    route(
      {
        ...own,
        method: 'PATCH',
        summary: 'Changes what is given of your preferences',
        limit: 'write',
        body: PreferencesChange,
      },
      async ({ principal, body }) => {
        const now = await db.transaction(async (tx) => {
          await changePreferences(tx, principal.owner, body)
          return readPreferences(tx, principal.owner)
        })
        live.tell(principal.owner, { topic: 'preferences' })
        return now
      },
    ),
  ]
}
