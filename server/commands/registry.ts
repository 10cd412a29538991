import type { Tier } from '@atrium/contract/accounts'
import { agents } from '@atrium/contract/catalogue/agents'
import { commandEntries, coreRoutes } from '@atrium/contract/catalogue/commands'
import type { Features } from '@atrium/contract/catalogue/feature-flags'
import { industries } from '@atrium/contract/catalogue/industries'
import { modelNames } from '@atrium/contract/catalogue/model-names'
import { furtherPages, moduleEntries } from '@atrium/contract/catalogue/modules'
import { modulesOf, pageEntries } from '@atrium/contract/catalogue/pages'
import { personas } from '@atrium/contract/catalogue/personas'
import { type Holder, isOpen, type Locked, planFor, plans } from '@atrium/contract/catalogue/plans'
import { presets } from '@atrium/contract/catalogue/presets'
import { spaces } from '@atrium/contract/catalogue/spaces'
import { asInstalled, isOffered, mayReach, type Tool } from '@atrium/contract/commands'
import type { Module } from '@atrium/contract/module'
import type { Catalogue, catalogueParts } from '@atrium/contract/registry'

/** The installed modules' pages, and their actions that a person can ask for by a trigger or a sentence. */
export function toolsOf(modules: readonly Module[]): Tool[] {
  return modules.flatMap(({ id, title, summary, industries: topics, triggers, route, actions }) => {
    const page: Tool[] = route
      ? [
          {
            key: id,
            title,
            summary,
            industries: [...topics],
            action: { type: 'route', value: route },
            aliases: [...triggers],
          },
        ]
      : []
    const askable = Object.entries(actions).flatMap(([name, action]): Tool[] => {
      const key = `${id}.${name}`
      if (!action.triggers?.length && !action.examples?.length) return []
      return [
        {
          key,
          // What a summary explains behind a colon is for models.
          title: action.summary.split(': ')[0] as string,
          summary: title,
          industries: [...topics],
          action: { type: 'use-tool', value: key },
          aliases: [...(action.triggers ?? [])],
        },
      ]
    })
    return [...askable, ...page]
  })
}

export interface RegistrySources {
  modules: readonly Module[]
  /** Tools of connected servers, whose keys begin with `mcp-`. */
  connected?: readonly Tool[]
}

export const toolsFor = (
  { modules, connected = [] }: RegistrySources,
  { industry, mode }: { industry?: string; mode?: string },
): Tool[] =>
  [...toolsOf(modules), ...connected].filter((tool) =>
    isOffered({ ...tool, id: tool.key, label: tool.title, description: tool.summary }, { industry, mode }),
  )

export type CataloguePart = (typeof catalogueParts)[number]

/** The whole catalogue as this caller may see it: what is switched off or not theirs to reach is left out, what their plan does not open is named with the one that does. */
export function catalogueFor(
  caller: Holder,
  { modules, features }: { modules: readonly Module[]; features: Features },
  parts: readonly CataloguePart[],
): Catalogue {
  const locked = (wanted: Locked | undefined): { plan: Tier } | null =>
    wanted && !isOpen(caller, wanted) ? { plan: planFor(wanted) } : null
  const installed = new Set(modules.map(({ id }) => id))
  const make: { [K in CataloguePart]: () => Catalogue[K] } = {
    commands: () =>
      asInstalled(commandEntries, modules, coreRoutes)
        .filter((command) => isOffered(command, { features }) && mayReach(caller, command.access))
        .map(({ needs, access: _, parent: __, labelKey: ___, shortcut: ____, ...command }) => ({
          ...command,
          industries: [...command.industries],
          modes: command.modes && [...command.modes],
          aliases: command.aliases && [...command.aliases],
          locked: locked(needs),
        })),
    modules: () =>
      [...moduleEntries, ...furtherPages].map((entry) => ({
        ...entry,
        industries: [...entry.industries],
        triggers: [...entry.triggers],
        installed: installed.has(entry.id),
        locked: locked({ tier: entry.tier }),
      })),
    pages: () => pageEntries.filter(({ access }) => mayReach(caller, access)),
    spaces: () =>
      spaces.map((space) => {
        const { systemPrompt: _, ...shown } = space
        return { ...shown, modules: modulesOf(space).map(({ id, title }) => ({ id, title })) }
      }),
    personas: () =>
      personas.map((persona) => ({
        ...persona,
        traits: [...persona.traits],
        locked: locked({ persona: persona.key }),
      })),
    plans: () => plans.map((plan) => ({ ...plan, opens: [...plan.opens], personas: [...plan.personas] })),
    industries: () => [...industries],
    models: () => modelNames,
    agents: () => [...agents],
    presets: () => [...presets],
    features: () => ({ ...features }),
  }
  return Object.fromEntries(parts.map((part) => [part, make[part]()]))
}
