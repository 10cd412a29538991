import type { Handlers } from '@atrium/contract/module-server'
import { addDays } from '@atrium/domain/dates/days'
import { dayOf } from '@atrium/domain/dates/local-time'
import type tasks from '../module.ts'
import { projectKey } from '../project-names.ts'
import type { View } from '../readings.ts'
import { MOST_PROJECTS, type StoredTask } from '../records.ts'
import { viewOrder, viewWhere } from '../views.ts'
import { periodOf } from '../when.ts'
import { given, type Stores, todayIn } from './context.ts'
import { personSaid } from './people.ts'
import { projectsIn } from './projects.ts'
import { shownAll } from './shown.ts'
import { below, nested } from './tree.ts'

/** Sets of contexts that are offered. */
const NAMES = 5000
/** Tasks that a search answers. */
const HITS = 50

/** Tasks of the projects whose names the words have, where the tasks have the rest of them. */
async function foundByProject(words: string, store: Stores): Promise<StoredTask[]> {
  const said = words.trim().split(/\s+/).filter(Boolean)
  const keys = said.map((word) => projectKey(word.replace(/^[#+]/, '')))
  const found: StoredTask[] = []
  for await (const { id, name } of store.projects.each()) {
    const named = new Set(projectKey(name).split('-'))
    const isNamed = (key: string) => key === projectKey(name) || named.has(key)
    if (!keys.some(isNamed)) continue
    const rest = said.filter((_, at) => !isNamed(keys[at] as string)).join(' ')
    found.push(...(await store.tasks.list({ where: { projectId: id }, words: rest, limit: HITS })))
  }
  return found
}

export const listing: Pick<Handlers<typeof tasks>, 'list' | 'overview' | 'plan' | 'search'> = {
  list: async ({ view = 'anytime', project, context, limit = 500, offset, tree, ...said }, action) => {
    const { store } = action
    const projectId = project ? projectsIn(store).then((all) => all.find(project)) : said.projectId
    const where = {
      ...viewWhere(view, todayIn(action)),
      ...given({ projectId: await projectId, priority: said.priority, section: said.section }),
      ...(context ? { contexts: { has: context } } : {}),
      ...(said.assignee && { assignee: await personSaid(said.assignee, action) }),
      ...(tree && { parent: null }),
    }
    if (project && where.projectId === undefined) return { tasks: [], total: 0 }
    const rows = await store.tasks.list({ where, order: viewOrder(view), limit, offset })
    const isWhole = !offset && rows.length < limit
    const parts = tree ? await below(store.tasks, rows, { done: view === 'done' }) : []
    return {
      tasks: await shownAll(tree ? nested(rows, parts) : rows, action),
      total: isWhole ? rows.length : await store.tasks.count(where),
    }
  },

  overview: async (_, context) => {
    const { store } = context
    const today = todayIn(context)
    const count = (view: View) => store.tasks.count(viewWhere(view, today))
    const open = { where: { done: false }, limit: NAMES }
    const inProjects = new Map(
      (await store.tasks.groupBy(['projectId'], open)).map((one) => [one.key.projectId, one.count]),
    )
    const projects = await store.projects.list({ order: ['order', 'name'], limit: 2 * MOST_PROJECTS })
    const contexts = await store.tasks.groupBy(['contexts'], open)
    const sorted = (names: string[]) => [...new Set(names)].sort((a, b) => a.localeCompare(b))
    return {
      today,
      counts: {
        inbox: await count('inbox'),
        today: await count('today'),
        upcoming: await count('upcoming'),
        anytime: await count('anytime'),
        done: await count('done'),
      },
      overdue: await store.tasks.count({ done: false, due: { lt: today } }),
      projects: projects.map((one) => ({ ...one, open: inProjects.get(one.id) ?? 0 })),
      contexts: sorted(contexts.flatMap(({ key }) => key.contexts)),
      subtasks: (await context.settings()).subtasks,
    }
  },

  plan: async ({ when }, context) => {
    const today = todayIn(context)
    const { from, to } = periodOf(when ?? 'this week', context.now, context.timeZone)
    // What is late belongs to every time that has begun.
    const due = { ...(from > today && { gte: from }), lt: addDays(to, 1) }
    const asked = { where: { done: false, due }, order: viewOrder('today') }
    const rows = await Array.fromAsync(context.store.tasks.each(asked))
    const overdue = rows.filter((task) => dayOf(task.due ?? '') < today).length
    return { from, to, overdue, tasks: await shownAll(rows, context) }
  },

  search: async ({ words }, context) => {
    const { store } = context
    const found = [...(await store.tasks.search(words, HITS)), ...(await foundByProject(words, store))]
    const once = [...new Map(found.map((task) => [task.id, task])).values()]
    return { tasks: await shownAll(once.slice(0, HITS), context) }
  },
}
