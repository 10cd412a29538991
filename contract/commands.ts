import type { Tier } from './accounts.ts'
import { type Features, isFlagOn } from './catalogue/feature-flags.ts'
import type { PageAccess } from './catalogue/pages.ts'
import { type Holder, isOpen, type Locked, planFor } from './catalogue/plans.ts'
import type { PersonaKey } from './chat.ts'

/** What a command does: goes to a page, calls an agent or bot, does something to the workspace, runs a tool, opens a dialog. */
export const actionTypes = ['route', 'agent', 'system', 'use-tool', 'modal'] as const
export interface CommandAction {
  type: (typeof actionTypes)[number]
  value: string
}

/** Spec 3, "Command entry", and what the surfaces need beside it. */
export interface Command {
  id: string
  label: string
  description: string
  /** `all`, or those it is for. */
  industries: readonly string[]
  /** Personas; every one when absent. */
  modes?: readonly PersonaKey[]
  /** True when absent. */
  enabled?: boolean
  featureFlag?: string
  action: CommandAction
  /** Slash triggers and other names. */
  aliases?: readonly string[]
  /** A lucide icon name. */
  icon?: string
  /** What its plan must open. */
  needs?: Locked
  /** Everybody when absent. */
  access?: PageAccess
  /** It stands under the command of this id: Theme, then Dark. */
  parent?: string
  /** `mod+B`, where it has one. */
  shortcut?: string
  /** Where the shared strings have its label in every language. */
  labelKey?: string
}

/** Spec 3, "Tool entry". */
export interface Tool {
  key: string
  title: string
  summary: string
  industries: string[]
  action: CommandAction
  aliases?: string[]
}

/** Where one stands: no industry narrows nothing, as the registry's optional query has it. */
export interface Setting {
  industry?: string
  mode?: string
  features?: Features
}

const none: Features = {}

export const isFor = ({ industries }: Pick<Command, 'industries'>, industry: string | undefined): boolean =>
  industry === undefined || industries.includes('all') || industries.includes(industry)

/** Spec 5: when a command is offered. */
export const isOffered = (command: Command, { industry, mode, features = none }: Setting): boolean =>
  (command.enabled ?? true) &&
  isFlagOn(features, command.featureFlag) &&
  isFor(command, industry) &&
  (command.modes === undefined || mode === undefined || command.modes.some((one) => one === mode))

const isHiddenTool = (key: string): boolean => key.startsWith('mcp-')

/** Spec 5: a command for each tool but those of connected servers, which are the assistant's. */
export const toolCommands = (tools: readonly Tool[]): Command[] =>
  tools
    .filter(({ key }) => !isHiddenTool(key))
    .map(({ key, title, summary, industries, action, aliases }) => ({
      id: `tool.${key}`,
      label: title,
      description: summary,
      industries,
      action,
      ...(aliases && { aliases }),
    }))

/** A command of the catalogue gives way to the tool that does the same. */
export function withTools(commands: readonly Command[], tools: readonly Command[]): Command[] {
  const done = new Set(tools.map(({ action }) => `${action.type} ${action.value}`))
  return [...tools, ...commands.filter(({ action }) => !done.has(`${action.type} ${action.value}`))]
}

/** Spec 5: tool look-up, by id, title or alias, in any letter case. */
export function findTool(name: string, tools: readonly Tool[]): Tool | undefined {
  const wanted = name.toLowerCase()
  return tools.find(({ key, title, aliases = [] }) =>
    [key, title, ...aliases].some((one) => one.toLowerCase() === wanted),
  )
}

/** Every command of this trigger, best for the industry first: made for it, then for all, then the others. */
export function commandsAt(trigger: string, commands: readonly Command[], industry?: string): Command[] {
  const wanted = trigger.toLowerCase()
  const place = ({ industries }: Command) =>
    industry !== undefined && industry !== 'all' && industries.includes(industry)
      ? 0
      : industries.includes('all')
        ? 1
        : 2
  return commands
    .filter(({ aliases }) => aliases?.some((one) => one.toLowerCase() === wanted))
    .toSorted((a, b) => (industry === undefined ? 0 : place(a) - place(b)))
}

/** Why a command that was asked for by name cannot be had, and what would open it. */
export type Obstacle =
  | { kind: 'off' }
  | { kind: 'missing' }
  | { kind: 'plan'; plan: Tier }
  | { kind: 'access'; access: PageAccess }

export function obstacleTo(command: Command, holder: Holder, features: Features = none): Obstacle | null {
  if (!isFlagOn(features, command.featureFlag)) return { kind: 'off' }
  if (command.enabled === false) return { kind: 'missing' }
  if (!mayReach(holder, command.access)) return { kind: 'access', access: command.access ?? 'public' }
  if (command.needs && !isOpen(holder, command.needs)) return { kind: 'plan', plan: planFor(command.needs) }
  return null
}

/** Spec 6: who pages are for. */
export const mayReach = ({ kind }: Holder, access: PageAccess = 'public'): boolean =>
  access === 'public' || kind === 'administrator' || (access === 'member' && kind === 'member')

/** Where what is installed says that it can be reached. */
export interface Installed {
  id: string
  route?: string
}

/** Commands that lead to a module that this installation does not have are switched off. */
export function asInstalled(
  commands: readonly Command[],
  modules: readonly Installed[],
  core: readonly string[],
): Command[] {
  const ids = new Set(modules.map(({ id }) => id))
  const routes = new Set([...core, ...modules.flatMap(({ route }) => route ?? [])])
  const isHere = ({ id, action }: Command) =>
    action.type === 'route'
      ? routes.has(action.value)
      : id.startsWith('bot.') || action.type === 'use-tool'
        ? ids.has(action.value)
        : true
  return commands.map((command) => (isHere(command) ? command : { ...command, enabled: false }))
}

/** Where a command leads with words behind it: the page gets them as `q`. */
export const withWords = (route: string, words: string): string =>
  words === '' ? route : `${route}?${new URLSearchParams({ q: words })}`
