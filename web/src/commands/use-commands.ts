import { commandEntries, coreRoutes } from '@atrium/contract/catalogue/commands'
import type { Features } from '@atrium/contract/catalogue/feature-flags'
import { entryOf } from '@atrium/contract/catalogue/modules'
import type { Holder } from '@atrium/contract/catalogue/plans'
import { rank } from '@atrium/contract/command-search'
import {
  asInstalled,
  type Command,
  commandsAt,
  isOffered,
  mayReach,
  type Obstacle,
  obstacleTo,
  toolCommands,
  withTools,
} from '@atrium/contract/commands'
import type { ModuleSummary } from '@atrium/contract/module-shown'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { type Session, useSession } from '../platform/session.ts'
import { useSurroundings } from './commands.tsx'
import { useTools } from './tools.tsx'

export interface Commands {
  /** Everything that has a name, in this person's language, offered or not. */
  all: readonly Command[]
  /** What is offered here and now (spec 5). */
  offered: readonly Command[]
  /** The best 20 for what was typed; without words the first 10 of the first level. */
  search: (words: string) => Command[]
  /** Every command of a trigger (`/schedule`), those of the industry first, also what is locked or switched off. */
  at: (trigger: string) => Command[]
  under: (id: string) => Command[]
  obstacle: (command: Command) => Obstacle | null
  modules: readonly ModuleSummary[]
  /** It is known what is installed. */
  isReady: boolean
}

const noModules: readonly ModuleSummary[] = []
const noFeatures: Features = {}

type Who = Pick<Session, 'isAdmin' | 'isMember' | 'isGuest' | 'user'>

export const holderOf = ({ isAdmin, isMember, user }: Omit<Who, 'isGuest'>): Holder => ({
  kind: isAdmin ? 'administrator' : isMember ? 'member' : 'anonymous',
  tier: user?.tier ?? 'FREE',
})

/** What comes and goes with the session: nobody signs out who is not in. */
function fits({ action }: Command, { isMember, isGuest }: Pick<Who, 'isMember' | 'isGuest'>): boolean {
  if (action.type !== 'system') return true
  if (action.value === 'sign-out') return isMember || isGuest
  return action.value === 'sign-in' || action.value === 'register' ? !isMember : true
}

/** The commands of the workspace, for the surfaces that show them. Throws outside its providers. */
export function useCommands(): Commands {
  const { industry, mode } = useSurroundings()
  const { tools } = useTools()
  const { t, i18n } = useTranslation()
  const { data: installed } = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  const { data: told } = useQuery<{ features?: Features }>({ queryKey: ['/api/catalogue?parts=features'] })
  const modules = installed?.modules ?? noModules
  const features = told?.features ?? noFeatures
  const { isAdmin, isMember, isGuest, user } = useSession()
  const language = i18n.resolvedLanguage

  // biome-ignore lint/correctness/useExhaustiveDependencies: said() reads the language
  const all = useMemo(() => {
    const fromTools = toolCommands(tools).map((command) => withModule(command, modules))
    const made = withTools(asInstalled(commandEntries, modules, coreRoutes), fromTools)
    return made.map((command) => {
      const label = command.labelKey ? t(command.labelKey) : said(command.label)
      // Whoever knows a thing by its English name finds it by that, too.
      const aliases = label === command.label ? command.aliases : [...(command.aliases ?? []), command.label]
      return { ...command, label, description: said(command.description), aliases }
    })
  }, [tools, modules, t, language])

  return useMemo(() => {
    const holder = holderOf({ isAdmin, isMember, user })
    const offered = all.filter(
      (command) =>
        isOffered(command, { industry, mode, features }) &&
        mayReach(holder, command.access) &&
        fits(command, { isMember, isGuest }),
    )
    const first = offered.filter(({ parent }) => !parent)
    return {
      all,
      offered,
      modules,
      isReady: installed !== undefined,
      search: (words) => rank(words, words.trim() === '' ? first : offered),
      at: (trigger) => commandsAt(trigger, all, industry),
      under: (id) => offered.filter(({ parent }) => parent === id),
      obstacle: (command) => obstacleTo(command, holder, features),
    }
  }, [all, modules, installed, industry, mode, features, isAdmin, isMember, isGuest, user])
}

/** The module that a tool belongs to lends its icon and plan. */
function withModule(command: Command, modules: readonly ModuleSummary[]): Command {
  const id = command.id.replace(/^tool\./, '').split('.')[0] ?? ''
  const module = modules.find((one) => one.id === id) ?? entryOf(id)
  return module ? { ...command, icon: module.icon, needs: { tier: module.tier } } : command
}
