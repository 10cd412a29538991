import { type Agent, agentOf } from '@atrium/contract/catalogue/agents'
import type { TFunction } from 'i18next'

/** What an agent is called and does, in the page's language (`t` of the namespace workforce). */
export const nameOf = (t: TFunction, key: string): string => t(`agents.${key}.name`, agentOf(key)?.name ?? key)
export const textOf = (t: TFunction, { key, description }: Agent): string => t(`agents.${key}.text`, description)

/** Where an agent has a page: its own type (spec 2.6), or its place below /workforce/agents. */
const typed: Readonly<Record<string, string>> = {
  cfo: 'cfo',
  coo: 'coo',
  cmo: 'cmo',
  sales: 'sales',
  support: 'support',
  sdr: 'sdr',
  account_manager: 'account-manager',
}
export const pathOf = (key: string): string => `/workforce/${typed[key] ?? `agents/${key}`}`
