import type { AgentWork, Grant, Playbook } from '@atrium/contract/playbook'
import { AGENT_VERSION } from '@atrium/contract/workforce'
import type { PublishedAgent, PublishedPlaybook, SeatGrant } from '@atrium/contract/workforce-seats'
import { inputSchema } from '../records/published.ts'
import { actionNamed } from './acting.ts'
import type { SeatsSettings } from './context.ts'

type Needed = Pick<SeatsSettings, 'actions' | 'mail' | 'agents'>

const strength = { read: 0, write: 1, send: 2 } as const

/** What a grant lets a seat do, as this installation has it; of a module, the strongest of what it can do. */
export function shownGrant({ actions, mail }: Pick<Needed, 'actions' | 'mail'>, { action, asks }: Grant): SeatGrant {
  const [id = '', name = ''] = action.split('.', 2)
  const module = actions.servers.get(id)?.module
  const title = module?.title ?? ''
  if (name === '*') {
    const effects = Object.values(module?.actions ?? {}).map(({ effect }) => effect)
    const effect = effects.sort((a, b) => strength[b] - strength[a])[0] ?? null
    return { action, asks, title, summary: module?.summary ?? '', effect }
  }
  const known = actionNamed(actions, action, mail !== null)
  return {
    action,
    asks,
    title,
    summary: module?.actions[name]?.summary ?? known?.summary ?? '',
    effect: known?.effect ?? null,
  }
}

const shownPlaybook = ({
  id,
  title,
  summary,
  examples,
  uses,
  criteria,
  withoutModel,
  input,
}: Playbook): PublishedPlaybook => ({
  id,
  title,
  summary,
  examples: [...examples],
  uses: [...uses],
  criteria: [...criteria],
  withoutModel: [...withoutModel],
  input: inputSchema(input),
})

export const shownQuestion = (one: AgentWork['onboarding'][number]): PublishedAgent['onboarding'][number] => ({
  key: one.key,
  question: one.question,
  help: one.help ?? '',
  kind: one.kind,
  choices: [...(one.choices ?? [])],
  otherwise: one.otherwise,
})

/** An agent that this installation can put to work; null for another. */
export async function publishedAgent(settings: Needed, key: string): Promise<PublishedAgent | null> {
  const agent = settings.agents.find(key)
  if (!agent) return null
  return {
    key,
    version: AGENT_VERSION,
    risk: agent.risk,
    grants: agent.grants.map((grant) => shownGrant(settings, grant)),
    limits: [...agent.limits],
    onboarding: agent.onboarding.map(shownQuestion),
    playbooks: agent.playbooks.map(shownPlaybook),
    sample: await settings.agents.sample(key),
  }
}
