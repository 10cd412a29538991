import type { Command } from '@atrium/contract/commands'

/** A command's slash word: of several the one that is being typed. */
export function triggerOf({ aliases = [] }: Pick<Command, 'aliases'>, typed: string): string | undefined {
  const word = typed.trim().replace(/^\//, '').toLowerCase()
  const own = aliases.filter((alias) => alias.startsWith('/'))
  return own.find((alias) => word !== '' && alias.toLowerCase().startsWith(`/${word}`)) ?? own[0]
}
