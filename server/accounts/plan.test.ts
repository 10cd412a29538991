import { type Locked, planFor, planOf, plans } from '@atrium/contract/catalogue/plans'
import { type ChatReply, PersonaKey } from '@atrium/contract/chat'
import { defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import type { Principal, PrincipalKind } from '@atrium/contract/principal'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testModules } from '../records/test-module.ts'
import { type Client, testApp } from '../test-app.ts'
import { holderOf, requirePlan } from './plan.ts'
import { users } from './tables.ts'

const app = await testApp()
const plan = (who: Client, tier: string) => who.call<{ tier: string }>('PUT', '/api/user/plan', { tier })
const ask = { message: 'What is 6 × 7?' }

describe('a persona above the plan', () => {
  const calls: [string, object][] = [
    ['/api/converse', ask],
    ['/api/converse/stream', ask],
    ['/api/chat/send', ask],
    ['/api/chat/complete', ask],
    ['/api/industry/legal/chat', ask],
  ]
  test.each(calls)('is refused by %s with the plan that has it, and no message is kept', async (path, body) => {
    const person = await app.member()
    const answer = await person.send('POST', path, { ...body, persona: 'smb' })
    expect(answer.status).toBe(402)
    const { error } = (await answer.json()) as { error: { code: string; message: string; details: object } }
    expect(error).toMatchObject({ code: 'tier_required', details: { tier: 'TEAM', plan: 'Team' } })
    expect(error.message).toBe(
      'The persona that is chosen needs the Team plan. Choose another, or change your plan in Settings.',
    )
    expect(await person.call('GET', '/api/threads')).toMatchObject({ threads: [] })
  })

  test('is open once the plan is chosen, and shut again, in its threads too, when it is given up', async () => {
    const person = await app.member()
    expect(await plan(person, 'HUSTLE')).toMatchObject({ tier: 'HUSTLE' })
    const reply = await person.call<ChatReply>('POST', '/api/converse', { ...ask, persona: 'hustler' })
    await plan(person, 'FREE')
    const locked = { status: 402, code: 'tier_required' }
    const { threadId, userMessageId, messageId } = reply
    expect(await person.refusal('POST', '/api/converse', { ...ask, threadId })).toMatchObject(locked)
    expect(await person.refusal('POST', `/api/messages/${userMessageId}/edit`, ask)).toMatchObject(locked)
    expect(await person.refusal('POST', `/api/messages/${messageId}/regenerate`, {})).toMatchObject(locked)
    expect(await person.refusal('PATCH', `/api/threads/${threadId}`, { persona: 'smb' })).toMatchObject(locked)
    await person.call('PATCH', `/api/threads/${threadId}`, { persona: 'personal' })
    expect((await person.refusal('POST', '/api/converse', { ...ask, threadId })).status).toBe(200)
  })

  test('is not for guests and visitors, who are told how to get it, and always for administrators', async () => {
    for (const who of [await app.guest(), app.visitor()])
      expect(await who.refusal('POST', '/api/converse', { ...ask, persona: 'hustler' })).toMatchObject({
        status: 402,
        message: 'The persona that is chosen needs the Hustle plan. Choose another, or create an account.',
      })
    const admin = await app.administrator()
    expect((await admin.refusal('POST', '/api/converse', { ...ask, persona: 'enterprise' })).status).toBe(200)
  })

  test('is no guest’s to buy, and a plan that is none is refused', async () => {
    expect(await (await app.guest()).refusal('PUT', '/api/user/plan', { tier: 'TEAM' })).toMatchObject({ status: 403 })
    expect(await (await app.member()).refusal('PUT', '/api/user/plan', { tier: 'GOLD' })).toMatchObject({ status: 400 })
  })
})

describe('an action of a module above the plan', async () => {
  const info = { summary: 'Of this test.', kind: 'module', industries: ['all'], triggers: [], icon: 'box' } as const
  const anything = { input: z.object({}), output: z.unknown() }
  const read = { ...anything, summary: 'Looks', effect: 'read' } as const
  const vault = defineModule({
    ...info,
    id: 'vault',
    title: 'Vault',
    tier: 'pro_plus',
    route: '/vault',
    collections: {},
    actions: { look: read },
  })
  const street = defineModule({
    ...info,
    id: 'street',
    title: 'Street',
    tier: 'free',
    route: '/street',
    collections: {},
    actions: { enter: read },
  })
  const at = await testModules(
    defineServer(vault, { look: () => 'gold' }),
    defineServer(street, { enter: (_, { call }) => call('vault.look', {}) }),
  )
  for (const tier of ['HUSTLE', 'TEAM'])
    await at.db.insert(users).values({ id: tier, name: tier, email: `${tier}@example.org`, tier })
  const sentence = 'This needs the Team plan. Change your plan in Settings.'

  test('is refused by its call, whoever sends it, also by way of a module that is free', async () => {
    for (const action of ['vault.look', 'street.enter'])
      expect(await at.act('HUSTLE', action, {})).toMatchObject({ status: 402, error: sentence })
    expect(await at.act('', 'vault.look', {})).toMatchObject({ status: 402 })
    expect(await at.act('TEAM', 'street.enter', {})).toMatchObject({ status: 200, output: 'gold' })
  })

  test.each(['model', 'guide'] as const)('is refused as a tool call of the %s', async (via) => {
    const principal = (id: string): Principal => ({ kind: 'member', owner: id, userId: id, sessionId: null })
    const asked = (id: string) => at.actions.call({ principal: principal(id), action: 'vault.look', input: {}, via })
    await expect(asked('HUSTLE')).rejects.toMatchObject({ code: 'tier_required', message: sentence })
    expect(await asked('TEAM')).toMatchObject({ output: 'gold' })
    await at.db.update(users).set({ tier: 'HUSTLE' }).where(eq(users.id, 'TEAM'))
    await expect(asked('TEAM'), 'at once').rejects.toMatchObject({ code: 'tier_required' })
    await at.db.update(users).set({ tier: 'TEAM' }).where(eq(users.id, 'TEAM'))
  })
})

describe('what a plan opens', () => {
  const principal = (kind: PrincipalKind, userId: string | null): Principal => ({
    ...{ kind, userId, owner: userId ?? 'anon:x', sessionId: null },
  })
  const personas = PersonaKey.options.map((persona): Locked => ({ persona }))
  const tiers = (['free', 'school', 'pro', 'pro_plus', 'builder'] as const).map((tier): Locked => ({ tier }))
  const all = [...personas, ...tiers]
  const keys = plans.map(({ key }) => key)
  const person = async (id: string, tier: string) => {
    await app.db.insert(users).values({ id, name: id, email: `${id}@example.org`, tier })
    return id
  }
  const opens = (who: Principal, wanted: Locked) => requirePlan(app.db, who, wanted, 'The thing')
  const sentence = (who: Principal, wanted: Locked) =>
    opens(who, wanted).then(
      () => null,
      ({ message }: Error) => message,
    )

  test.each(keys)('is for whoever has it or a higher one, and the refusal names it: %s', async (tier) => {
    const who = principal('member', await person(`has-${tier}`, tier))
    expect(await holderOf(app.db, who)).toEqual({ kind: 'member', tier })
    for (const wanted of all) {
      const needed = planFor(wanted)
      if (keys.indexOf(needed) <= keys.indexOf(tier)) await opens(who, wanted)
      else
        await expect(opens(who, wanted), JSON.stringify(wanted)).rejects.toMatchObject({
          code: 'tier_required',
          details: { tier: needed, plan: planOf(needed).name, wanted: 'The thing' },
        })
    }
  })

  test('is the free one’s for whoever has none: visitors, guests, who is gone, and whose plan is none any more', async () => {
    const was = await person('was-a-member', 'BUILDER')
    for (const kind of ['anonymous', 'guest', 'administrator'] as const)
      expect(await holderOf(app.db, principal(kind, was))).toEqual({ kind, tier: 'FREE' })
    for (const id of [null, 'nobody', await person('of-before', 'GOLD')])
      expect(await holderOf(app.db, principal('member', id))).toEqual({ kind: 'member', tier: 'FREE' })
  })

  test('and is free is open without a look at the database', async () => {
    for (const kind of ['anonymous', 'guest', 'member', 'administrator'] as const)
      for (const wanted of [{ tier: 'free' }, { persona: 'personal' }] as const)
        await requirePlan({} as never, principal(kind, 'somebody'), wanted, 'The thing')
    for (const wanted of all)
      await requirePlan({} as never, principal('administrator', 'somebody'), wanted, 'The thing')
  })

  test('is said in a sentence that tells a member and everybody else what to do', async () => {
    const [member, guest] = [principal('member', 'nobody'), principal('guest', 'was-a-member')]
    for (const wanted of tiers.slice(1)) {
      const { name } = planOf(planFor(wanted))
      expect([await sentence(member, wanted), await sentence(guest, wanted)]).toEqual([
        `This needs the ${name} plan. Change your plan in Settings.`,
        `This needs the ${name} plan. Create an account, then choose it in Settings.`,
      ])
    }
    for (const wanted of personas.filter((one) => planFor(one) !== 'FREE')) {
      const { name } = planOf(planFor(wanted))
      expect([await sentence(member, wanted), await sentence(guest, wanted)]).toEqual([
        `The persona that is chosen needs the ${name} plan. Choose another, or change your plan in Settings.`,
        `The persona that is chosen needs the ${name} plan. Choose another, or create an account.`,
      ])
    }
  })
})
