import { agents } from '@atrium/contract/catalogue/agents'
import type { PublishedAgent, SampleTask, SeatAtWork } from '@atrium/contract/workforce-seats'
import type { TaskDetails } from '@atrium/contract/workforce-work'
import { expect, test } from 'vitest'
import { attempt, hire, until } from '../server/seats/test-seats.ts'
import { testApp } from '../server/test-app.ts'

const app = await testApp()
const hireable = agents.filter(({ deployable }) => deployable).map(({ key }) => key)
const ann = await app.member()
const published = await Promise.all(
  hireable.map((key) => ann.call<PublishedAgent>('GET', `/api/workforce/agents/${key}`)),
)
/** Those that have playbooks, and so can be hired where no model is. */
const working = published.filter(({ playbooks }) => playbooks.length > 0).map(({ key }) => key)
const seats = await hire(app, ann, Object.fromEntries(working.map((key) => [key, 1])))

/** Allows everything, answers nothing: what is left empty takes its default. */
async function finish(id: string): Promise<TaskDetails> {
  for (;;) {
    const task = await until(ann, id, ({ status }) => ['in_review', 'blocked', 'waiting_human'].includes(status))
    if (task.status !== 'waiting_human') return task
    for (const { id: approval, argsHash, state } of task.approvals)
      if (state === 'pending')
        await ann.call('POST', `/api/approvals/${approval}/decide`, { decision: 'approve', argsHash })
    if (task.question) {
      const { runId, seq } = task.question
      await ann.call('POST', `/api/workforce/tasks/${id}/answer`, { runId, seq, answers: {} })
    }
    await until(ann, id, ({ version }) => version > task.version)
  }
}

test('every agent that can be hired has its folder, and nobody else', async () => {
  expect(published.map(({ key }) => key)).toEqual(hireable)
  expect(seats.map(({ agentKey }) => agentKey).sort()).toEqual([...working].sort())
  expect(hireable).toHaveLength(27)
  for (const key of ['tutor', 'nobody'])
    expect(await ann.refusal('GET', `/api/workforce/agents/${key}`)).toMatchObject({ status: 404 })
})

test.each(working)('each playbook of %s hands in a product with evidence from its sample', async (key) => {
  const agent = await ann.call<PublishedAgent>('GET', `/api/workforce/agents/${key}`)
  expect(agent.onboarding.length).toBeGreaterThanOrEqual(2)
  expect(agent.limits.length).toBeGreaterThanOrEqual(1)
  expect(agent.grants.filter(({ action, effect }) => effect === null && action !== 'mail.send')).toEqual([])
  expect(agent.sample).not.toBeNull()
  const seat = seats.find(({ agentKey }) => agentKey === key) as SeatAtWork
  for (const { id: playbook, criteria } of agent.playbooks) {
    const made = await ann.call<SampleTask>('POST', `/api/workforce/seats/${seat.id}/try`, {
      playbook,
      attempt: attempt(),
    })
    const task = await finish(made.taskId)
    expect([playbook, task.status, task.reason]).toEqual([playbook, 'in_review', ''])
    const product = task.deliverables[0]?.versions[0]?.product
    expect(criteria.length).toBeGreaterThanOrEqual(1)
    expect(product?.evidence.map(({ criterion }) => criterion)).toEqual(criteria)
    for (const { criterion, note, met, checked, left } of product?.evidence ?? []) {
      expect([playbook, criterion, note]).not.toEqual([playbook, criterion, ''])
      if (met === 'yes') expect([playbook, criterion, checked > 0, left]).toEqual([playbook, criterion, true, 0])
    }
    expect(product?.sources.length).toBeGreaterThanOrEqual(1)
    expect(product?.summary).not.toBe('')
  }
})
