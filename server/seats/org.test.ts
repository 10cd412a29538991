import { AppError } from '@atrium/contract/errors'
import type { Org, SeatDetails } from '@atrium/contract/workforce-seats'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { uuid } from '../platform/ids.ts'
import { join, makeTeam } from '../teams/test-teams.ts'
import { testApp } from '../test-app.ts'
import { endSeats } from '../workforce/starting.ts'
import { seats } from '../workforce/tables.ts'
import { setManager } from './managing.ts'
import { testSeatsOf } from './test-hired.ts'
import { TEST_AGENTS } from './test-seats.ts'

const app = await testApp({}, { agentsFolder: TEST_AGENTS })
const { db } = app
let person: Awaited<ReturnType<typeof app.member>>
beforeEach(async () => {
  person = await app.member()
})

const manage = (id: string, body: unknown) =>
  person.call<SeatDetails>('PUT', `/api/workforce/seats/${id}/manager`, body)
const refused = (id: string, body: unknown) => person.refusal('PUT', `/api/workforce/seats/${id}/manager`, body)

test('a seat reports to its owner, a colleague or another seat, and to nobody else', async () => {
  const [one = '', two = ''] = await testSeatsOf(db, person.id, 2)
  const [colleague, stranger] = [await app.member(), await app.member()]
  const team = await makeTeam(person)
  await join(person, team.id, colleague, 'viewer')
  expect(await manage(one, { userId: colleague.id })).toMatchObject({ managerUserId: colleague.id })
  expect(await manage(one, { seatId: two })).toMatchObject({ managerUserId: null, managerSeatId: two })
  expect(await refused(one, { userId: stranger.id })).toMatchObject({
    status: 404,
    message: 'That person was not found in a team of yours.',
  })
  const [theirs = ''] = await testSeatsOf(db, stranger.id)
  expect(await refused(one, { seatId: theirs })).toMatchObject({ status: 404 })
  expect(await refused(one, { seatId: one })).toMatchObject({ message: 'A seat cannot report to itself.' })
  expect(await refused(two, { seatId: one })).toMatchObject({
    status: 409,
    message: 'Sales 1 reports to Sales 2, directly or through others. Move Sales 1 first.',
  })
  expect(await refused(one, { seatId: two, userId: person.id })).toMatchObject({ status: 400 })
  const org = await person.call<Org>('GET', '/api/workforce/org')
  expect(org.people.toSorted((a, b) => Number(b.isYou) - Number(a.isYou))).toMatchObject([
    { id: person.id, isYou: true, teams: [] },
    { id: colleague.id, isYou: false, teams: [team.name] },
  ])
  expect(org.seats.map(({ id, managerSeatId }) => [id, managerSeatId])).toEqual([
    [one, two],
    [two, null],
  ])
  await manage(one, {})
  await app.db.update(seats).set({ status: 'ended' }).where(eq(seats.id, two))
  expect(await refused(one, { seatId: two })).toMatchObject({ status: 409 })
})

test('whatever is moved at the same time, and whoever ends meanwhile, nobody stands above themselves', async () => {
  const COUNT = 6
  const at = fc.integer({ min: 0, max: COUNT - 1 })
  const move = fc.record({ seat: at, under: fc.option(at), ends: fc.constant(false) })
  const end = fc.record({ seat: at, under: fc.constant(null), ends: fc.constant(true) })
  const doing = fc.oneof({ weight: 9, arbitrary: move }, { weight: 1, arbitrary: end })
  const rounds = fc.array(fc.array(doing, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const owner = uuid()
      const ids = await testSeatsOf(db, owner, COUNT)
      const idOf = (index: number | null) => (index === null ? null : (ids[index] ?? null))
      for (const round of all) {
        const done = await Promise.allSettled(
          round.map(({ seat, under, ends }) =>
            db.transaction(async (tx) => {
              const id = idOf(seat) ?? ''
              if (ends) await endSeats(tx, owner, [id])
              else await setManager(tx, id, owner, { userId: null, seatId: idOf(under) })
            }),
          ),
        )
        for (const one of done)
          if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason as Error
        const rows = await db.select().from(seats).where(eq(seats.ownerId, owner))
        const managerOf = new Map(rows.map((row) => [row.id, row.managerSeatId]))
        for (const row of rows) {
          if (row.status === 'ended') continue
          const above: string[] = []
          for (let next = row.managerSeatId; next; next = managerOf.get(next) ?? null) {
            expect(above).not.toContain(next)
            above.push(next)
          }
          expect(above).not.toContain(row.id)
          expect(above.filter((id) => rows.find((one) => one.id === id)?.status === 'ended')).toEqual([])
        }
      }
    }),
    { numRuns: 25 },
  )
})
