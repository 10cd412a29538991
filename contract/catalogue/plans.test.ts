import { describe, expect, test } from 'vitest'
import type { Tier } from '../accounts.ts'
import { principalKinds } from '../principal.ts'
import { moduleEntries } from './modules.ts'
import { personas } from './personas.ts'
import { type CatalogueTier, isOpen, type Locked, planFor, plans } from './plans.ts'

const member = (tier: Tier) => ({ kind: 'member', tier }) as const
const catalogueTiers: CatalogueTier[] = ['free', 'school', 'pro', 'pro_plus', 'builder']
const everything: Locked[] = [
  ...catalogueTiers.map((tier) => ({ tier })),
  ...personas.map(({ key }) => ({ persona: key })),
]

describe('the ladder of plans', () => {
  // spec-notes "Tiers", word by word
  test.each<[Tier, CatalogueTier[], string[]]>([
    ['FREE', ['free'], ['personal']],
    ['SCHOOL', ['free', 'school'], ['personal']],
    ['HUSTLE', ['free', 'school', 'pro'], ['personal', 'hustler']],
    ['TEAM', ['free', 'school', 'pro', 'pro_plus'], ['personal', 'hustler', 'smb', 'enterprise']],
    ['BUILDER', catalogueTiers, ['personal', 'hustler', 'smb', 'enterprise']],
  ])('%s opens %j and the personas %j', (tier, opened, spoken) => {
    expect(catalogueTiers.filter((one) => isOpen(member(tier), { tier: one }))).toEqual(opened)
    expect(personas.map(({ key }) => key).filter((persona) => isOpen(member(tier), { persona }))).toEqual(spoken)
  })

  test('takes nothing away on the way up', () => {
    for (const [at, plan] of plans.slice(1).entries())
      for (const wanted of everything)
        if (isOpen(member((plans[at] as (typeof plans)[0]).key), wanted))
          expect(isOpen(member(plan.key), wanted), `${plan.key} ${JSON.stringify(wanted)}`).toBe(true)
  })

  test('opens everything to an administrator, whatever their plan', () => {
    for (const wanted of everything) expect(isOpen({ kind: 'administrator', tier: 'FREE' }, wanted)).toBe(true)
    for (const kind of principalKinds.filter((one) => one !== 'administrator'))
      expect(isOpen({ kind, tier: 'FREE' }, { tier: 'builder' }), kind).toBe(false)
  })

  test('names the lowest plan that opens a thing, which does open it', () => {
    expect(catalogueTiers.map((tier) => planFor({ tier }))).toEqual(['FREE', 'SCHOOL', 'HUSTLE', 'TEAM', 'BUILDER'])
    for (const wanted of everything) expect(isOpen(member(planFor(wanted)), wanted)).toBe(true)
  })

  test('agrees with what the personas and the catalogue say of themselves', () => {
    for (const { key, requiredTier } of personas) expect(planFor({ persona: key }), key).toBe(requiredTier ?? 'FREE')
    for (const { id, tier } of moduleEntries) expect(catalogueTiers, id).toContain(tier)
  })
})
