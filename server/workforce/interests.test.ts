import { deployable } from '@atrium/contract/workforce'
import type { WorkforceCatalogue } from '@atrium/contract/workforce-orders'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startFake } from '../accounts/test-process.ts'
import { createMail } from '../platform/mail.ts'
import { silentLog } from '../platform/telemetry.ts'
import { testApp } from '../test-app.ts'
import { tellInterested } from './interests.ts'
import { workforceEvents } from './tables.ts'

const smtp = await startFake('../accounts/test-smtp.ts')
const app = await testApp()

test('who asked for an agent is told once that it can be hired, and nobody before', async () => {
  const [person, guest] = [await app.member(), await app.guest()]
  for (const one of [person, guest]) await one.call('PUT', '/api/workforce/agents/engineer/interest', { on: true })
  const mail = createMail({ url: `smtp://127.0.0.1:${smtp.port}`, from: 'atrium@example.org' })
  const settings = {
    db: app.db,
    baseUrl: 'http://localhost',
    mail,
    log: silentLog,
    stripe: null,
    idleAgents: async () => [],
  }
  await tellInterested(settings)
  expect(smtp.lines).toEqual([])

  const released = (key: string) => {
    const sales = deployable('sales')
    return key === 'engineer' && sales ? { ...sales, key, name: 'Software Engineer' } : undefined
  }
  await Promise.all([tellInterested(settings, released), tellInterested(settings, released)])
  await tellInterested(settings, released)
  expect(smtp.lines).toHaveLength(1)
  expect(JSON.stringify(smtp.lines)).toContain('Software Engineer can be hired now')
  const told = await app.db.select().from(workforceEvents).where(eq(workforceEvents.kind, 'agent.available'))
  expect(told.map(({ subject, ownerId }) => [subject, ownerId === person.id]).sort()).toEqual([
    ['engineer', false],
    ['engineer', true],
  ])
  const { agents } = await person.call<WorkforceCatalogue>('GET', '/api/workforce/catalogue')
  expect(agents.find(({ key }) => key === 'engineer')?.interested).toBe(false)
})
