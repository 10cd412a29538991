import type { ModuleEntry } from '@atrium/contract/catalogue/modules'
import { entryOf } from '@atrium/contract/catalogue/modules'
import type { CatalogueTier } from '@atrium/contract/catalogue/plans'
import type { Effect } from '@atrium/contract/module'
import type { ModuleInfo, ModuleSummary } from '@atrium/contract/module-shown'
import { useQuery } from '@tanstack/react-query'

export interface AbilityAction {
  name: string
  title: string
  effect: Effect
  /** What can be typed to have it done. */
  examples: readonly string[]
}

/** One ability: a module as installed, or as the catalogue knows it. */
export interface Ability {
  id: string
  title: string
  summary: string
  icon: string
  kind: ModuleEntry['kind']
  tier: CatalogueTier
  industries: readonly string[]
  triggers: readonly string[]
  route?: string
  isInstalled: boolean
  actions: readonly AbilityAction[]
}

/** `add a task {title}` → `add a task …` */
const exampleOf = (saying: string): string => saying.replaceAll(/\{[^}]*\}/g, '…')

const FEW = 2

const actionsOf = ({ actions }: ModuleInfo): AbilityAction[] =>
  Object.entries(actions ?? {})
    .filter(([, { examples = [], triggers = [] }]) => examples.length > 0 || triggers.length > 0)
    .map(([name, { summary, effect, examples = [], triggers = [], input }]) => {
      const takes = Object.keys((input as { properties?: object } | undefined)?.properties ?? {}).length > 0
      const typed = triggers.map((trigger) => (takes ? `${trigger} …` : trigger))
      // What a summary explains behind a colon is for models.
      const title = summary.split(': ')[0] as string
      return { name, title, effect, examples: [...typed, ...examples.slice(0, FEW).map(exampleOf)] }
    })

/** Every ability there is by this id; undefined while it is not known, null when there is none. */
export function useAbility(id: string): Ability | null | undefined {
  const { data, error } = useQuery<{ modules: ModuleSummary[] }>({ queryKey: ['/api/modules'] })
  const isInstalled = data?.modules.some((one) => one.id === id) ?? false
  const more = useQuery<ModuleInfo>({ queryKey: ['/api/modules', id], enabled: isInstalled })
  const entry = entryOf(id)
  if ((!data && !error) || (isInstalled && more.isPending)) return undefined
  const module = data?.modules.find((one) => one.id === id)
  const shown = module ?? entry
  if (!shown) return null
  const { title, summary, icon, kind, tier, industries, triggers, route } = shown
  return {
    id,
    title,
    summary,
    icon,
    kind,
    tier,
    industries,
    triggers,
    ...(route && { route }),
    isInstalled: module !== undefined,
    actions: more.data ? actionsOf(more.data) : [],
  }
}
