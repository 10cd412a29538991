import { useModuleQuery } from '@atrium/web/kit'
import type { z } from 'zod'
import type tasks from '../module.ts'

export type Overview = z.output<(typeof tasks)['actions']['overview']['output']>
export type ShownProject = Overview['projects'][number]

/** The numbers of the page and its projects: asked for once, whoever needs them. */
export const useOverview = () => useModuleQuery<typeof tasks, 'overview'>('tasks', 'overview', {})

const NONE: readonly ShownProject[] = []

/** The projects that are in use, in their order. */
export const useProjects = (): readonly ShownProject[] => useOverview().data?.projects ?? NONE
