import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { agentOf } from '@atrium/contract/catalogue/agents'
import type { AgentWork, Playbook } from '@atrium/contract/playbook'
import { WorkProduct } from '@atrium/contract/work-product'
import { covers } from '../platform/policy.ts'
import type { Log } from '../platform/telemetry.ts'

export interface Agents {
  find(key: string): AgentWork | undefined
  playbook(agent: string, id: string): Playbook | undefined
  list(): readonly AgentWork[]
  /** What its first playbook makes of its sample, where that is kept beside it. */
  sample(key: string): Promise<WorkProduct | null>
}

const ID = /^[a-z][A-Za-z0-9]{0,39}$/

/** What is wrong with an agent; empty when it can work. */
export function faultsOfAgent(folder: string, agent: AgentWork): string[] {
  const faults: string[] = []
  if (agent.key !== folder) faults.push(`its key is “${agent.key}” but its folder is “${folder}”`)
  if (!agentOf(agent.key)?.deployable) faults.push('the catalogue has no such agent that can be hired')
  const ids = agent.playbooks.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) faults.push('two of its playbooks have one id')
  for (const { id, uses, input } of agent.playbooks) {
    if (!ID.test(id)) faults.push(`the playbook id “${id}” is not camelCase`)
    if (typeof input?.safeParse !== 'function') faults.push(`the playbook “${id}” has no input schema`)
    for (const action of uses)
      if (!agent.grants.some((grant) => covers(grant.action, action)))
        faults.push(`the playbook “${id}” uses ${action}, which the agent is not granted`)
  }
  return faults
}

async function load(directory: string, folder: string): Promise<AgentWork> {
  const file = pathToFileURL(join(directory, folder, 'agent.ts')).href
  const { default: agent } = (await import(file)) as { default?: AgentWork }
  if (!agent?.playbooks) throw new Error('agent.ts has no default export made by defineAgent')
  const faults = faultsOfAgent(folder, agent)
  if (faults.length > 0) throw new Error(faults.join('; '))
  return agent
}

async function readSample(directory: string, key: string): Promise<WorkProduct | null> {
  const file = join(directory, key, 'sample.json')
  return existsSync(file) ? WorkProduct.parse(JSON.parse(await readFile(file, 'utf8'))) : null
}

/** The agents of a directory. A broken one is logged and left out; the others work. */
export async function discoverAgents(directory: string, log: Log): Promise<Agents> {
  const entries = existsSync(directory) ? await readdir(directory, { withFileTypes: true }) : []
  const folders = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, 'agent.ts')))
    .map((entry) => entry.name)
    .sort()
  const loaded = await Promise.all(
    folders.map((folder) =>
      load(directory, folder).catch((err: unknown) => {
        log.error({ err, agent: folder }, `the agent “${folder}” is broken and was left out`)
        return null
      }),
    ),
  )
  const agents = loaded.filter((agent) => agent !== null)
  const byKey = new Map(agents.map((agent) => [agent.key, agent]))
  const samples = new Map<string, Promise<WorkProduct | null>>()
  return {
    find: (key) => byKey.get(key),
    playbook: (agent, id) => byKey.get(agent)?.playbooks.find((one) => one.id === id),
    list: () => agents,
    async sample(key) {
      if (!byKey.has(key)) return null
      const sample = samples.get(key) ?? readSample(directory, key)
      samples.set(key, sample)
      return sample.catch((err: unknown) => {
        log.warn({ err, agent: key }, 'the sample of an agent cannot be read; it is shown without one')
        return null
      })
    },
  }
}
