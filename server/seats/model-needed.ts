import { AppError } from '@atrium/contract/errors'
import type { AgentWork } from '@atrium/contract/playbook'
import type { RegistryOf } from '../models/personal.ts'
import type { Agents } from './agents.ts'
import { playbookFor } from './choosing.ts'

/** What only a model can do, and what is said where there is none. The Guide is no model that could do a seat's work. */

export const hasModel = async (registryOf: RegistryOf, personId: string | null): Promise<boolean> =>
  (await registryOf(personId)).list().some(({ info }) => info.provider !== 'guide')

/** It has no playbook: a model does all of its work. */
export const needsModel = ({ playbooks }: Pick<AgentWork, 'playbooks'>): boolean => playbooks.length === 0

export const NEEDS_MODEL = 'It works with a model connected, and none is. Connect one first.'

/** Those of these agents that could do nothing for this person, since a model does their work and none is connected. */
export async function idleAgents(
  { agents, registryOf }: { agents: Agents; registryOf: RegistryOf },
  personId: string,
  keys: readonly string[],
): Promise<string[]> {
  const needing = keys.filter((key) => {
    const agent = agents.find(key)
    return agent !== undefined && needsModel(agent)
  })
  return needing.length > 0 && !(await hasModel(registryOf, personId)) ? needing : []
}

/** Throws when no model is there to do a task for which the seat has no playbook. */
export function refuseUndoable(agents: Agents, agentKey: string, text: string): void {
  const agent = agents.find(agentKey)
  if (!agent || playbookFor(agent, text)) return
  throw new AppError(
    'bad_request',
    needsModel(agent)
      ? NEEDS_MODEL
      : 'None of its playbooks fits this task, and no model is connected. Choose a playbook, or connect a model.',
    { details: { field: 'playbook' } },
  )
}
