import { expect, test } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import server from './server.ts'

const { act, fetch } = await testModules(server)

const publish = (who: string, slug: string, subject: string) =>
  fetch(who, '/api/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-time-zone': 'Europe/Berlin' },
    body: JSON.stringify({ module: 'content-calendar', kind: 'programme', subject, slug, title: 'Hall' }),
  })
const text = async (path: string) => (await fetch('', path)).text()

/** As far ahead of now, whatever that is. */
const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a calendar at its address shows what comes, by day, and nothing that is a draft, called off or in another', async () => {
  const { output: hall } = await act<{ id: string }>('ann', 'content-calendar.addCalendar', {
    name: 'Hall',
    colour: '#1e90ff',
    zone: 'Europe/Berlin',
  })
  const add = (title: string, more: object) =>
    act('ann', 'content-calendar.add', { title, calendar: hall.id, ...more }, 'Europe/Berlin')
  await add('Concert', { start: `${ahead(3)}T19:30`, place: 'Great hall', notes: 'Secret note' })
  await add('Fair', { start: ahead(5) })
  await add('Choir', { start: `${ahead(2)}T18:00`, rrule: 'FREQ=DAILY;COUNT=2' })
  await add('Draft post', { kind: 'post', start: `${ahead(4)}T10:00` })
  await add('Called off', { start: `${ahead(4)}T11:00`, status: 'cancelled' })
  await add('Next season', { start: `${ahead(120)}T20:00` })
  await act('ann', 'content-calendar.add', { title: 'Dentist', start: `${ahead(3)}T09:00` }, 'Europe/Berlin')
  expect((await publish('ben', 'bens-hall', hall.id)).status).toBe(404)
  expect((await publish('ann', 'hall', hall.id)).status).toBe(201)
  const markup = await text('/p/hall')
  expect(markup.match(/<bdi>Choir<\/bdi>/g)).toHaveLength(2)
  expect(markup).toMatch(/Choir.*Concert.*Great hall.*Fair/s)
  expect(markup).toContain('All day')
  expect(markup).toContain('Times are those of Europe/Berlin.')
  expect(markup).not.toMatch(/Secret note|Draft post|Called off|Dentist|Next season|<form/)
  const [, next = ''] = /href="(\/p\/hall\?after=[^"]+)"/.exec(markup) ?? []
  expect(await text(next)).toContain('Next season')
  for (const wrong of ['9999-99-99', '9999-12-31', '2999-02-31', '9999-99-99x'])
    expect((await fetch('', `/p/hall?after=${wrong}`)).status, wrong).toBe(200)
  await act('ann', 'content-calendar.removeCalendar', { id: hall.id })
  expect((await fetch('', '/p/hall')).status).toBe(404)
})

test('of more than fit on one part all are shown once, also what lasts over where the next part begins', async () => {
  const { output: hall } = await act<{ id: string }>('eva', 'content-calendar.addCalendar', {
    ...{ name: 'Full', colour: '#1e90ff', zone: 'UTC' },
  })
  const titles = Array.from({ length: 9 }, (_, at) => `Act ${at}`)
  for (const [at, title] of titles.entries()) {
    const start = `${ahead(1)}T1${at}:00`
    // Those of an odd number last into the next day.
    const more = { calendar: hall.id, minutes: at % 2 ? 1440 : 30, rrule: 'FREQ=DAILY;COUNT=80' }
    await act('eva', 'content-calendar.add', { title, start, ...more }, 'UTC')
  }
  await act('eva', 'content-calendar.add', { title: 'Season', start: ahead(1), minutes: 60 * 1440, calendar: hall.id })
  expect((await publish('eva', 'full-hall', hall.id)).status).toBe(201)
  const parts: string[] = []
  for (let next = '/p/full-hall'; next !== '' && parts.length < 10; ) {
    const markup = await text(next)
    parts.push(markup)
    next = /href="(\/p\/full-hall\?after=[^"]+)"/.exec(markup)?.[1] ?? ''
  }
  const all = parts.join('')
  expect(parts.length).toBeGreaterThan(2)
  for (const title of titles) expect(all.match(new RegExp(`<bdi>${title}</bdi>`, 'g')), title).toHaveLength(80)
  expect(all.match(/<bdi>Season<\/bdi>/g)).toHaveLength(1)
})
