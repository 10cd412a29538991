import { expect, test } from 'vitest'
import { authorizeSeat, covers } from './policy.ts'

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
