import type { Tier } from '../accounts.ts'
import type { PersonaKey } from '../chat.ts'
import type { Module } from '../module.ts'
import type { PrincipalKind } from '../principal.ts'

export type CatalogueTier = Module['tier']

export interface Plan {
  key: Tier
  name: string
  /** Catalogue tiers whose entries it opens. */
  opens: readonly CatalogueTier[]
  personas: readonly PersonaKey[]
}

/** The ladder of plans, each with all that the former one grants (spec-notes "Tiers"). */
export const plans: readonly Plan[] = [
  { key: 'FREE', name: 'Free', opens: ['free'], personas: ['personal'] },
  { key: 'SCHOOL', name: 'School', opens: ['free', 'school'], personas: ['personal'] },
  { key: 'HUSTLE', name: 'Hustle', opens: ['free', 'school', 'pro'], personas: ['personal', 'hustler'] },
  {
    key: 'TEAM',
    name: 'Team',
    opens: ['free', 'school', 'pro', 'pro_plus'],
    personas: ['personal', 'hustler', 'smb', 'enterprise'],
  },
  {
    key: 'BUILDER',
    name: 'Builder',
    opens: ['free', 'school', 'pro', 'pro_plus', 'builder'],
    personas: ['personal', 'hustler', 'smb', 'enterprise'],
  },
]

/** Who asks: an administrator has everything; a visitor and a guest have what the free plan grants. */
export interface Holder {
  kind: PrincipalKind
  tier: Tier
}

/** What can be locked: an entry of the catalogue, or a persona. */
export type Locked = { tier: CatalogueTier } | { persona: PersonaKey }

const grants = (plan: Plan, wanted: Locked): boolean =>
  'tier' in wanted ? plan.opens.includes(wanted.tier) : plan.personas.includes(wanted.persona)

export const planOf = (tier: Tier): Plan => plans.find(({ key }) => key === tier) ?? (plans[0] as Plan)

export const isOpen = (holder: Holder, wanted: Locked): boolean =>
  holder.kind === 'administrator' || grants(planOf(holder.tier), wanted)

/** The lowest plan that opens it. */
export const planFor = (wanted: Locked): Tier => (plans.find((plan) => grants(plan, wanted)) as Plan).key
