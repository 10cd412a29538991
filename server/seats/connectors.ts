import { entryOf } from '@atrium/contract/catalogue/modules'
import { type Holder, isOpen, planFor } from '@atrium/contract/catalogue/plans'
import type { AgentWork, Grant } from '@atrium/contract/playbook'
import type { Connector } from '@atrium/contract/workforce-agents'
import { covers } from '../platform/policy.ts'
import { MAIL } from './acting.ts'
import type { SeatsSettings } from './context.ts'
import { needsModel } from './model-needed.ts'

/** What an owner has to connect agents to. */
export interface Connectable extends Pick<SeatsSettings, 'actions' | 'mail'> {
  holder: Holder
  hasModel: boolean
}

/** The modules that grants lead to. A seat without one of them has something missing. */
export const modulesOf = (grants: readonly Grant[]): string[] => [
  ...new Set(grants.map(({ action }) => action.split('.', 1)[0] ?? '').filter((module) => module !== 'mail')),
]

function moduleConnector({ actions, holder }: Connectable, id: string): Connector {
  const module = actions.servers.get(id)?.module
  const isLocked = module !== undefined && !isOpen(holder, { tier: module.tier })
  const isThere = module !== undefined && !isLocked
  return {
    key: id,
    kind: 'module',
    name: module?.title ?? entryOf(id)?.title ?? id,
    isOptional: false,
    isThere,
    plan: isLocked ? planFor({ tier: module.tier }) : null,
    route: isThere ? (module.route ?? null) : null,
  }
}

const optional = (key: 'mail' | 'model', name: string, isThere: boolean): Connector => ({
  key,
  kind: key,
  name,
  isOptional: true,
  isThere,
  plan: null,
  route: null,
})

/** What an agent's work goes through, as its owner has it. No playbook depends on mail or on a model; who has none does. */
export const connectorsOf = (
  around: Connectable,
  { grants, playbooks }: Pick<AgentWork, 'grants' | 'playbooks'>,
): Connector[] => [
  ...modulesOf(grants).map((id) => moduleConnector(around, id)),
  ...(grants.some(({ action }) => covers(action, MAIL)) ? [optional('mail', 'E-mail', around.mail !== null)] : []),
  { ...optional('model', 'A language model', around.hasModel), isOptional: !needsModel({ playbooks }) },
]
