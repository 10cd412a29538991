import type { Connector } from '@atrium/contract/workforce-agents'
import type { TFunction } from 'i18next'
import { said } from '../i18n/said.ts'
import type { ListedAgent } from './use-catalogue.ts'

export interface NeededConnector extends Connector {
  /** Keys of the agents that it is for, once each. */
  agents: readonly string[]
}

/** Each connector of these agents once: what they cannot do without first. */
export function connectorsOf(agents: readonly Pick<ListedAgent, 'key' | 'connectors'>[]): NeededConnector[] {
  const found = new Map<string, NeededConnector>()
  for (const { key, connectors } of agents)
    for (const one of connectors) {
      const before = found.get(one.key)
      const isOptional = one.isOptional && (before?.isOptional ?? true)
      found.set(one.key, { ...one, isOptional, agents: [...(before?.agents ?? []), key] })
    }
  return [...found.values()].sort(
    (a, b) => Number(a.isOptional) - Number(b.isOptional) || Number(a.kind === 'model') - Number(b.kind === 'model'),
  )
}

/** What it is called, in the page's language (`t` of the namespace workforce). */
export const connectorName = (t: TFunction<'workforce'>, { kind, name }: Connector): string =>
  kind === 'module' ? said(name) : t(`connectors.names.${kind}`)
