import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { transaction } from '../platform/runs/closing.ts'
import { ownerZones } from '../preferences/tables.ts'
import { testModules } from '../records/test-module.ts'
import { teamMembers, teams } from '../teams/tables.ts'
import { notifications } from './tables.ts'
import { remindingServer } from './test-reminding.ts'

const app = await testModules(remindingServer)
const { db } = app
const NOON = new Date('2199-03-05T12:00:00Z')

async function someone(id: string): Promise<string> {
  await db.insert(users).values({ id, name: id, email: `${id}@example.org` })
  return id
}
async function titlesOf(owner: string): Promise<string[]> {
  const rows = await db
    .select({ title: notifications.title })
    .from(notifications)
    .where(eq(notifications.ownerId, owner))
  return rows.map(({ title }) => title).sort()
}
const note = (who: string, title: string, due: Date) =>
  app.act<{ id: string }>(who, 'reminding.add', { title, due: due.toISOString() })

test('a row that the core itself put into the trash reminds nobody', async () => {
  const ann = await someone('ann')
  const { output } = await note(ann, 'Overlaps', NOON)
  await note(ann, 'Stays', NOON)
  await db.$client.query('update records set deleted_at = now(), version = version + 1 where id = $1', [output.id])
  await app.notifications.deliver(NOON)
  expect(await titlesOf(ann)).toEqual(['Stays'])
  // It is over, not put off.
  await db.$client.query('update records set deleted_at = null where id = $1', [output.id])
  await app.notifications.deliver(NOON)
  expect(await titlesOf(ann)).toEqual(['Stays'])
})

test('rows that somebody holds for long hold up nobody else’s reminders', async () => {
  const [ben, cleo] = [await someone('ben'), await someone('cleo')]
  const early = new Date(NOON.getTime() - 3_600_000)
  const notes = Array.from({ length: 450 }, (_, at) => ({ title: `Note ${at}`, due: early.toISOString() }))
  await app.act(ben, 'reminding.addMany', { notes })
  await note(cleo, 'In time', NOON)
  await transaction(db.$client, async (client) => {
    await client.query(`select from records where scope_id = 'ben' for update`)
    await app.notifications.deliver(NOON)
    expect([await titlesOf(cleo), await titlesOf(ben)]).toEqual([['In time'], []])
  })
  await app.notifications.deliver(NOON)
  expect(await titlesOf(ben)).toHaveLength(450)
})

test('what repeats in a team goes on by the clock of whoever wrote it, not by UTC', async () => {
  const [dora, emil] = [await someone('dora'), await someone('emil')]
  await db.insert(teams).values({ id: 'crew', name: 'Crew' })
  await db.insert(teamMembers).values([
    { teamId: 'crew', userId: dora, role: 'editor' },
    { teamId: 'crew', userId: emil, role: 'editor' },
  ])
  await db.insert(ownerZones).values([
    { owner: dora, timeZone: 'Asia/Tokyo', language: 'en', updatedAt: NOON },
    { owner: emil, timeZone: 'America/New_York', language: 'en', updatedAt: NOON },
  ])
  const team = { id: 'crew', role: 'editor' } as const
  const add = (userId: string, title: string, timeZone: string, now: Date) =>
    app.actions.perform(
      {
        principal: { kind: 'member', owner: 'team:crew', userId, sessionId: 's', team },
        ...{ action: 'reminding.habit', input: {}, via: 'http', limit: 60_000, timeZone, now },
      },
      async (frame) => {
        const installed = app.actions.servers.get('reminding')
        if (!installed) throw new Error('no module')
        const context = app.actions.context(installed, { name: 'reminding.habit', effect: 'write' }, frame)
        await (context.store as Record<string, { insert(row: object): Promise<unknown> }>).habits?.insert({ title })
      },
    )
  await add(dora, 'Stretch', 'Asia/Tokyo', NOON)
  await add(emil, 'Water', 'America/New_York', NOON)
  const next = async () => {
    const { rows } = await db.$client.query<{ title: string; at: Date }>(
      `select title, at from waiting_notifications where scope_id = 'team:crew' order by title`,
    )
    return rows.map(({ title, at }) => `${title} ${at.toISOString()}`)
  }
  expect(await next()).toEqual(['Stretch 2199-03-05T23:00:00.000Z', 'Water 2199-03-05T13:00:00.000Z'])
  await app.notifications.deliver(new Date('2199-03-05T13:00:00Z'))
  expect(await next()).toEqual(['Stretch 2199-03-05T23:00:00.000Z', 'Water 2199-03-06T13:00:00.000Z'])
  await app.notifications.deliver(new Date('2199-03-05T23:00:00Z'))
  expect(await next()).toEqual(['Stretch 2199-03-06T23:00:00.000Z', 'Water 2199-03-06T13:00:00.000Z'])
  expect(await titlesOf(dora)).toEqual(['Stretch', 'Water'])
})
