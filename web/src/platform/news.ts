import { useQueryClient } from '@tanstack/react-query'
import { ACTIVITY, showProgress } from './job-news.ts'
import { useNews, useNewsGap } from './live.ts'
import { loadServerPreferences } from './preferences.ts'
import { lastRole } from './session.ts'

/** What the keys of all modules' queries start with. */
export const MODULES = 'module'

/** Every query of a module starts with this key, so that a write can renew them all. */
export const moduleKey = (module: string): readonly string[] => [MODULES, module]

/** What else is fetched, by the topic that tells of its change. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  memories: ['/api/memories'],
  preferences: ['/api/user/preferences'],
  notifications: ['/api/notifications'],
  models: ['/api/models', '/api/user/provider-keys'],
  teams: ['/api/teams', '/api/people'],
  jobs: [ACTIVITY],
  records: ['/api/shares'],
}

/** Renews what is shown of what changed elsewhere: in the chat, in another tab, on another device. */
export function useFreshness(): void {
  const client = useQueryClient()
  useNews((news) => {
    if (news.topic === 'jobs' && 'done' in news) return showProgress(client, news)
    if (news.topic === 'records' && 'module' in news && news.module)
      void client.invalidateQueries({ queryKey: moduleKey(news.module) })
    for (const path of shownBy[news.topic] ?? []) void client.invalidateQueries({ queryKey: [path] })
    if (news.topic === 'preferences') void loadServerPreferences()
  })
  useNewsGap(() => {
    for (const path of [MODULES, ...Object.values(shownBy).flat()]) void client.invalidateQueries({ queryKey: [path] })
    if (lastRole(client)) void loadServerPreferences()
  })
}
