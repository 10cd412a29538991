import type { Action, Module } from '@atrium/contract/module'
import { compile, type Pattern } from './patterns.ts'

/** An action with its place, as the Guide can run it. */
export interface Target {
  /** `tasks.add` */
  id: string
  /** `add` */
  name: string
  module: Module
  action: Action
  patterns: readonly Pattern[]
}

const known = new WeakMap<readonly Module[], readonly Target[]>()

export function targetsOf(modules: readonly Module[]): readonly Target[] {
  const cached = known.get(modules)
  if (cached) return cached
  const targets = modules.flatMap((module) =>
    Object.entries(module.actions).map(([name, action]) => ({
      id: `${module.id}.${name}`,
      name,
      module,
      action,
      patterns: (action.examples ?? []).map(compile),
    })),
  )
  known.set(modules, targets)
  return targets
}

/** `[Tasks](/tasks)`, or the bare title of a module without a page. */
export const linkTo = (module: Module): string => (module.route ? `[${module.title}](${module.route})` : module.title)

/** "Add a task" → "add a task", for use inside a sentence. */
export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
