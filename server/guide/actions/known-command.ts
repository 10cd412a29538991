import { commandEntries, coreRoutes } from '@atrium/contract/catalogue/commands'
import { asInstalled, commandsAt } from '@atrium/contract/commands'
import type { Module } from '@atrium/contract/module'

/** A command of the catalogue that no installed module has: where it leads, or why it leads nowhere and how to get it. */
export function knownCommand(trigger: string, modules: readonly Module[]): string | null {
  const lines = commandsAt(trigger, asInstalled(commandEntries, modules, coreRoutes)).map(
    ({ label, description, action, enabled }) => {
      if (enabled === false)
        return `**${label}** is not installed here, so **${trigger}** does nothing yet. An administrator can add its module and start the server again.`
      if (action.type === 'route') return `**[${label}](${action.value})**${description ? `: ${description}` : ''}`
      return `**${label}** is done on the page: press Ctrl K (⌘ K on a Mac) and type “${label}”.`
    },
  )
  return lines.length > 0 ? lines.join('\n\n') : null
}
