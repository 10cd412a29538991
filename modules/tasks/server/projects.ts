import { AppError } from '@atrium/contract/errors'
import type { Handlers } from '@atrium/contract/module-server'
import type tasks from '../module.ts'
import { projectKey } from '../project-names.ts'
import { MOST_PROJECTS, type ProjectRow } from '../records.ts'
import { say } from '../say.ts'
import type { Context, Stores } from './context.ts'

/** The projects of a person or a team by their names: there are few of them. */
export interface Projects {
  nameOf(id: string | null): string | null
  /** The id of the project of this name; undefined where there is none. */
  find(name: string): string | undefined
  /** The same, and a new one where there is none. */
  take(name: string): Promise<string>
}

export async function projectsIn({ projects }: Pick<Stores, 'projects'>): Promise<Projects> {
  const rows = await Array.fromAsync(projects.each({ order: ['order', 'name'] }))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const ids = new Map(rows.toReversed().map(({ id, name }) => [projectKey(name), id]))
  return {
    nameOf: (id) => (id === null ? null : (names.get(id) ?? null)),
    find: (name) => ids.get(projectKey(name)),
    async take(name) {
      const known = ids.get(projectKey(name))
      if (known !== undefined) return known
      if (names.size >= MOST_PROJECTS) throw tooMany()
      const last = Math.max(0, ...rows.map(({ order }) => order))
      const made = await projects.insert({ name, order: last + 1 + names.size - rows.length })
      names.set(made.id, made.name)
      ids.set(projectKey(made.name), made.id)
      return made.id
    },
  }
}

const tooMany = () => new AppError('bad_request', say('tooManyProjects', { most: MOST_PROJECTS }))

interface Said {
  project?: string | null | undefined
  projectId?: string | null | undefined
}

/** The id of the project that is meant, by its id or its name; null for none, undefined where nothing is said. */
export async function projectSaid({ project, projectId }: Said, store: Pick<Stores, 'projects'>) {
  if (projectId !== undefined) return projectId
  return project ? (await projectsIn(store)).take(project) : project
}

/** The project that is all there is for whoever was shared it: what they add stands in it. */
export const projectShared = ({ principal: { share } }: Pick<Context, 'principal'>): string | undefined =>
  share?.collection === 'projects' ? share.record : undefined

/** What a project is called, its colour and its place among others are its owner's; how it is laid out belongs to all who work in it. */
const OWNERS = ['name', 'colour', 'archived', 'order'] as const

/** What a project's actions do besides those of any record. */
export const projectHandlers: Pick<Handlers<typeof tasks>, 'addProject' | 'changeProject'> = {
  addProject: async (said, { store }) => {
    if ((await store.projects.count()) >= MOST_PROJECTS) throw tooMany()
    const [last] = await store.projects.list({ order: '-order', limit: 1 })
    return store.projects.insert({ ...said, order: said.order || (last?.order ?? 0) + 1 })
  },

  changeProject: async ({ id, version, ...change }, { store, principal }) => {
    const was = await store.projects.get(id)
    const isOwners = OWNERS.some((field) => change[field] !== undefined && change[field] !== was[field])
    if (principal.share && isOwners) throw new AppError('forbidden', say('projectIsTheirs'))
    const row = await store.projects.update(id, change, version)
    await clearSections(was, row, store)
    return row
  },
}

/** What stood in a section that is no more stands in none. */
async function clearSections(was: ProjectRow, row: ProjectRow, { tasks }: Pick<Stores, 'tasks'>): Promise<void> {
  const kept = new Set(row.sections.map(({ id }) => id))
  const gone = was.sections.map(({ id }) => id).filter((id) => !kept.has(id))
  if (gone.length === 0) return
  for await (const task of tasks.each({ where: { projectId: row.id, section: { in: gone } } }))
    await tasks.update(task.id, { section: null })
}
