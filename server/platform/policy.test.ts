import type { KeyScope } from '@atrium/contract/account-security'
import { type Principal, type PrincipalKind, principalKinds } from '@atrium/contract/principal'
import { TeamRole } from '@atrium/contract/teams'
import { describe, expect, test } from 'vitest'
import {
  allows,
  authorize,
  authorizeKey,
  authorizeLink,
  authorizeSeat,
  type Capability,
  capabilities,
  covers,
  scopesFor,
} from './policy.ts'

const person = (kind: PrincipalKind = 'member', more: Partial<Principal> = {}): Principal => ({
  kind,
  owner: 'ann',
  userId: kind === 'anonymous' ? null : 'ann',
  sessionId: null,
  ...more,
})

type Entry = {
  /** The least kind of person that may do it; those after it in `principalKinds` may, too. */
  least: PrincipalKind
  /** The least role in a team that may do it there. */
  inTeam?: TeamRole
  /** The least role in which one record is shared that may do it there. */
  onShare?: 'viewer' | 'editor'
  bySeat?: true
  /** What a key needs to call it by GET and by POST; null: no key may. */
  key: [KeyScope[], KeyScope[]] | null
}
const asUsual: Entry['key'] = [['read'], ['write']]

/** Who may do what: written out once more, so that nobody is let in by a slip in the rules. */
const table: Record<Capability, Entry> = {
  'public.read': { least: 'anonymous', key: [[], []] },
  'session.read': { least: 'anonymous', key: [[], []] },
  'session.start': { least: 'anonymous', key: null },
  'session.end': { least: 'anonymous', key: null },
  'chat.use': { least: 'anonymous', key: [['chat'], ['chat']] },
  'thread.own': { least: 'anonymous', key: asUsual },
  'run.own': { least: 'anonymous', key: asUsual },
  'live.own': { least: 'anonymous', key: asUsual },
  'file.own': { least: 'guest', inTeam: 'editor', key: asUsual },
  'file.read': { least: 'anonymous', inTeam: 'viewer', onShare: 'viewer', bySeat: true, key: asUsual },
  'room.read': { least: 'guest', inTeam: 'viewer', key: asUsual },
  'memory.own': { least: 'anonymous', key: asUsual },
  'space.read': { least: 'anonymous', key: asUsual },
  'space.own': { least: 'guest', key: asUsual },
  'preference.own': { least: 'guest', key: asUsual },
  'notification.own': { least: 'guest', key: asUsual },
  'push.own': { least: 'member', key: null },
  'provider-key.own': { least: 'member', key: null },
  'data.own': { least: 'guest', key: null },
  'data.import': { least: 'member', key: null },
  'action.read': {
    least: 'anonymous',
    inTeam: 'viewer',
    onShare: 'viewer',
    bySeat: true,
    key: [['read'], ['read']],
  },
  'action.write': { least: 'guest', inTeam: 'editor', onShare: 'editor', bySeat: true, key: [['write'], ['write']] },
  'action.send': { least: 'guest', inTeam: 'editor', bySeat: true, key: [['write'], ['write']] },
  'change.own': { least: 'guest', inTeam: 'editor', onShare: 'editor', key: asUsual },
  'activity.read': { least: 'guest', inTeam: 'viewer', key: asUsual },
  'activity.own': { least: 'guest', inTeam: 'editor', key: asUsual },
  'metrics.read': { least: 'administrator', key: asUsual },
  'account.own': { least: 'member', key: null },
  'admin.users': { least: 'administrator', key: null },
  'admin.spaces': { least: 'administrator', key: null },
  'webhook.own': { least: 'member', inTeam: 'admin', key: asUsual },
  'page.own': { least: 'member', inTeam: 'editor', key: asUsual },
  'share.own': { least: 'member', inTeam: 'editor', key: asUsual },
  'picture.read': { least: 'guest', key: asUsual },
  'team.read': { least: 'member', inTeam: 'viewer', key: asUsual },
  'team.use': { least: 'member', key: null },
  'team.manage': { least: 'member', inTeam: 'admin', key: null },
  'team.delete': { least: 'member', inTeam: 'owner', key: null },
  'workforce.own': { least: 'guest', key: asUsual },
  'order.own': { least: 'member', key: null },
  'admin.orders': { least: 'administrator', key: null },
  'seat.own': { least: 'member', key: null },
  'admin.support': { least: 'administrator', key: null },
  'payment.report': { least: 'anonymous', key: null },
}
const entries = Object.entries(table) as [Capability, Entry][]
/** The names of all to which this applies. */
const those = (is: (capability: Capability) => boolean) => capabilities.filter(is)
const from = <T extends string>(all: readonly T[], least: T | undefined) =>
  least === undefined ? [] : all.slice(all.indexOf(least))

describe('who may do what', () => {
  test.each(principalKinds)('of all that there is, %s', (kind) => {
    expect(those((one) => allows(person(kind), one))).toEqual(
      those((one) => from(principalKinds, table[one].least).includes(kind)),
    )
  })

  const fromLeast = [...TeamRole.options].reverse()
  test.each(TeamRole.options)('in a team as its %s, and never more than the person may at all', (role) => {
    const team = { id: 't', role }
    const granted = those((one) => from(fromLeast, table[one].inTeam).includes(role))
    expect(those((one) => allows(person('member', { team }), one))).toEqual(granted)
    expect(those((one) => allows(person('guest', { team }), one))).toEqual(
      granted.filter((one) => allows(person('guest'), one)),
    )
  })

  test.each(['viewer', 'editor'] as const)('with what is shared with one as its %s, in one’s team too', (role) => {
    const share = { id: 's', role, module: 'sync', collection: 'entries', record: 'r' }
    const granted = those((one) => from(['viewer', 'editor'], table[one].onShare).includes(role))
    expect(those((one) => allows(person('member', { share }), one))).toEqual(granted)
    expect(those((one) => allows(person('anonymous', { share }), one))).toEqual(
      granted.filter((one) => allows(person('anonymous'), one)),
    )
    const both = person('administrator', { share, team: { id: 't', role: 'viewer' } })
    expect(those((one) => allows(both, one))).toEqual(['file.read', 'action.read'])
  })

  test('as a seat of the workforce', () => {
    const seat = { id: 's', grants: ['*'], on: { taskId: 't', runId: 'r' } }
    expect(those((one) => allows(person('administrator', { seat }), one))).toEqual(those((one) => !!table[one].bySeat))
  })

  test('with what is their own, and with nobody else’s', () => {
    for (const kind of principalKinds)
      expect(those((one) => allows(person(kind), one, 'ann'))).toEqual(those((one) => allows(person(kind), one)))
    expect(those((one) => allows(person('administrator'), one, 'ben'))).toEqual([])
    expect(allows(person(), 'thread.own', '')).toBe(false)
  })

  test('nobody does what is no capability, also where every object has something of that name', () => {
    for (const name of ['nothing', 'toString', 'constructor', '__proto__', ''])
      expect(allows(person('administrator'), name as Capability), name).toBe(false)
  })
})

describe('a refusal', () => {
  const refusal = (...asked: Parameters<typeof authorize>) => {
    try {
      authorize(...asked)
      return null
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return `${code}: ${message}`
    }
  }

  test('is none where it is allowed', () => {
    expect(refusal(person(), 'team.manage')).toBeNull()
    expect(refusal(person(), 'thread.own', 'ann')).toBeNull()
    expect(refusal(person('anonymous'), 'chat.use')).toBeNull()
  })

  test('says of another’s object what it says of a missing one', () => {
    expect(refusal(person(), 'thread.own', 'ben')).toBe('not_found: Not found')
    expect(refusal(person(), 'thread.own', 'ben', 'No such thread.')).toBe('not_found: No such thread.')
    expect(refusal(person('anonymous'), 'thread.own', 'ben', 'No such thread.')).toBe('not_found: No such thread.')
  })

  test('says what a visitor, a guest and a member can do about it', () => {
    expect(refusal(person('anonymous'), 'file.own')).toBe('unauthenticated: Please sign in first.')
    expect(refusal(person('anonymous'), 'file.own', 'ben')).toBe('unauthenticated: Please sign in first.')
    expect(refusal(person('guest'), 'team.use')).toBe('forbidden: Create an account to do this.')
    expect(refusal(person('guest'), 'team.use', 'ben')).toBe('forbidden: Create an account to do this.')
    expect(refusal(person('member'), 'admin.users')).toBe('forbidden: You are not allowed to do this.')
  })

  test('says which role it takes in a team', () => {
    const as = (role: TeamRole, capability: Capability) =>
      refusal(person('member', { team: { id: 't', role } }), capability)
    const look =
      'forbidden: You can look at what this team has, but not change it. Ask an owner of the team for another role.'
    const manage = 'forbidden: Only owners and admins of the team can do this.'
    const own = 'forbidden: Only owners of the team can do this.'
    expect(as('viewer', 'action.write')).toBe(look)
    expect([as('viewer', 'team.manage'), as('editor', 'webhook.own')]).toEqual([manage, manage])
    expect(TeamRole.options.slice(1).map((role) => as(role, 'team.delete'))).toEqual([own, own, own])
    expect(as('owner', 'team.delete')).toBeNull()
  })

  test('says of what is shared that it can be looked at', () => {
    const share = { id: 's', role: 'viewer', module: 'sync', collection: 'entries', record: 'r' } as const
    const sentence = 'forbidden: You can look at what is shared with you here, and not do this.'
    expect(refusal(person('member', { share }), 'action.write')).toBe(sentence)
    expect(refusal(person('member', { share, team: { id: 't', role: 'owner' } }), 'action.write')).toBe(sentence)
  })

  test('asks whoever came with a session that has ended to sign in again, but for what is public or about the session', () => {
    const late = person('anonymous', { ended: true })
    const refused = those(
      (one) => refusal(late, one) === 'unauthenticated: Your session has ended. Please sign in again.',
    )
    expect(refused).toEqual(those((one) => !/^(public|session)\./.test(one)))
    for (const one of ['public.read', 'session.read', 'session.start', 'session.end'] as const)
      expect(refusal(late, one), one).toBeNull()
  })
})

describe('a key', () => {
  test('needs the scopes of what is done by it, and gets no further by any of them', () => {
    for (const [capability, { key }] of entries) {
      expect([capability, scopesFor(capability, 'GET', false)]).toEqual([capability, key ? key[0] : null])
      expect([capability, scopesFor(capability, 'POST', false)]).toEqual([capability, key ? key[1] : null])
    }
  })

  test('that asks the assistant along the way may do that, too', () => {
    expect(scopesFor('action.read', 'POST', true)).toEqual(['read', 'chat'])
    expect(scopesFor('thread.own', 'DELETE', true)).toEqual(['write', 'chat'])
    expect(scopesFor('chat.use', 'POST', true)).toEqual(['chat'])
    expect(scopesFor('account.own', 'GET', true)).toBeNull()
  })

  test('is told which scope it lacks, and what is out of its reach', () => {
    const by = (scopes: KeyScope[] | null, capability: Capability, method = 'POST', asksAssistant = false) => {
      const principal = person('member', scopes ? { key: { id: 'k', scopes } } : {})
      return () => authorizeKey(principal, capability, { method, asksAssistant })
    }
    const lacks = (scope: KeyScope) => `This key may not do this: it lacks the scope “${scope}”.`
    expect(by(['read'], 'action.read')).not.toThrow()
    expect(by(['read'], 'action.write')).toThrow(lacks('write'))
    expect(by(['write'], 'action.read')).toThrow(lacks('read'))
    expect(by(['write'], 'action.write', 'POST', true)).toThrow(lacks('chat'))
    expect(by(['write', 'chat'], 'action.write', 'POST', true)).not.toThrow()
    expect(by(['read', 'write', 'chat'], 'account.own')).toThrow('This cannot be done with a key. Sign in to do it.')
    expect(by([], 'public.read')).not.toThrow()
    expect(by(null, 'account.own')).not.toThrow()
  })
})

test('whoever came by a link does what it names, and nothing else', () => {
  const by = (allowed: string[] | null, action: string) => () =>
    authorizeLink(person('member', allowed ? { link: { id: 'l', subject: 'x', allows: allowed } } : {}), action)
  expect(by(['booking.book'], 'booking.book')).not.toThrow()
  expect(by(['booking.book'], 'booking.list')).toThrow('This link does not allow that.')
  expect(by([], 'booking.book')).toThrow('This link does not allow that.')
  expect(by(null, 'booking.list')).not.toThrow()
})

test('a grant holds its own action, or with a star all of its module’s, and nothing that only begins alike', () => {
  expect(covers('health.add', 'health.add')).toBe(true)
  expect(covers('health.*', 'health.add')).toBe(true)
  for (const [grant, action] of [
    ['health.*', 'health-analytics.report'],
    ['health.*', 'healthy.add'],
    ['health.*', 'health'],
    ['health.add', 'health.addAll'],
    ['health.add', 'health.remove'],
    ['health', 'health.add'],
    ['*', 'health.add'],
    ['', 'health.add'],
  ] as const)
    expect([grant, action, covers(grant, action)]).toEqual([grant, action, false])
})

test('a seat does what it was granted and is told what it lacks', () => {
  const seat = { id: 's', grants: ['health.*', 'tasks.add'], on: { taskId: 't', runId: 'r' } }
  const principal = { kind: 'member', owner: 'ann', userId: 'ann', sessionId: null, seat } as const
  expect(() => authorizeSeat(principal, 'health.remove')).not.toThrow()
  expect(() => authorizeSeat(principal, 'health-analytics.report')).toThrow(
    /lacks the permission “health-analytics.report”/,
  )
  expect(() => authorizeSeat(principal, 'tasks.remove')).toThrow(/lacks/)
  expect(() => authorizeSeat({ ...principal, seat: undefined }, 'tasks.remove')).not.toThrow()
})
