import type { Command } from '@atrium/contract/commands'
import type { ModuleSummary } from '@atrium/contract/module-shown'
import type { Commands } from '../commands/use-commands.ts'

const LIMIT = 20 // spec 5

/** For a word behind a slash: every command of exactly this trigger, then the best of the rest. */
export function foundFor(
  query: string,
  { at, search, obstacle }: Pick<Commands, 'at' | 'search' | 'obstacle'>,
): Command[] {
  const named = at(`/${query}`)
  // What is not here is told of when nothing else has the name: nobody can use it.
  const usable = named.filter((command) => isUsable(command, obstacle))
  return [...new Set([...(usable.length > 0 ? usable : named), ...search(query)])].slice(0, LIMIT)
}

const isUsable = (command: Command, obstacle: Commands['obstacle']): boolean => {
  const hindrance = obstacle(command)
  return hindrance === null || hindrance.kind === 'plan'
}

/** The module that a command is of: `tool.tasks.add` and `tool.tasks` are both of `tasks`. */
const ownerOf = ({ id }: Command): string => id.replace(/^tool\.([^.]+).*$/, '$1')

/**
 * What a complete command can mean: what can be had or has a plan, else what cannot. A module's page gives way to its own
 * action of that trigger, which takes the words.
 */
export function distinct(named: readonly Command[], { obstacle }: Pick<Commands, 'obstacle'>): Command[] {
  const usable = named.filter((command) => isUsable(command, obstacle))
  const meant = usable.length > 0 ? usable : named.slice(0, 1)
  return meant.filter(
    (command) =>
      command.action.type !== 'route' ||
      !meant.some((other) => other.action.type === 'use-tool' && ownerOf(other) === ownerOf(command)),
  )
}

/** Whether something has to be typed behind the trigger. */
export function takesWords({ action }: Command, modules: readonly ModuleSummary[]): boolean {
  const [id = '', name = ''] = action.value.split('.')
  const module = modules.find((one) => one.id === id)
  return module !== undefined && !module.wordless.includes(name)
}
