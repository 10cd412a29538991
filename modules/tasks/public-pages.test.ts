import { expect, test } from 'vitest'
import { testModules } from '../../server/records/test-module.ts'
import server from './server.ts'

const { act, fetch } = await testModules(server)

const publish = (who: string, slug: string, more: object) =>
  fetch(who, '/api/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ module: 'tasks', slug, title: 'Kitchen', ...more }),
  })
const text = async (path: string, language?: string) =>
  (await fetch('', path, language ? { headers: { 'accept-language': language } } : {})).text()
const send = (path: string, fields: Record<string, string>) =>
  fetch('', path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

test('a project is read by everybody at its address: its tasks in their sections, and nothing else of them', async () => {
  const { output: project } = await act<{ id: string }>('ann', 'tasks.addProject', {
    name: 'Kitchen',
    sections: [{ id: 's1', name: 'Walls' }],
  })
  const add = (title: string, more: object = {}) =>
    act<{ id: string }>('ann', 'tasks.add', { title, projectId: project.id, ...more })
  const { output: paint } = await add('Paint', { section: 's1', due: '2099-05-04', notes: 'Secret note' })
  await act('ann', 'tasks.add', { title: 'Buy brushes', parent: paint.id })
  const { output: measure } = await add('Measure', { due: '2099-05-01T15:30' })
  await act('ann', 'tasks.done', { id: measure.id })
  await act('ann', 'tasks.add', { title: 'Private thing' })
  expect((await publish('ben', 'bens-kitchen', { kind: 'project', subject: project.id })).status).toBe(404)
  expect((await publish('ann', 'kitchen', { kind: 'project', subject: project.id })).status).toBe(201)
  const markup = await text('/p/kitchen')
  const places = ['Measure', 'Walls', 'Paint', '– Buy brushes'].map((words) => markup.indexOf(words))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places.includes(-1)).toBe(false)
  expect(markup).toContain('May 1, 2099, 3:30')
  expect(markup).toMatch(/Measure.*Done/s)
  expect(markup).not.toMatch(/Secret note|Private thing|<form/)
  await act('ann', 'tasks.removeProject', { ids: [project.id] })
  expect((await fetch('', '/p/kitchen')).status).toBe(404)
})

test('a form of requests makes tasks, of which no word means anything, and shows nothing of the owner’s', async () => {
  await act('cleo', 'tasks.add', { title: 'My own business' })
  expect((await publish('cleo', 'ask-cleo', { kind: 'requests', allows: ['request'] })).status).toBe(201)
  const markup = await text('/p/ask-cleo')
  expect(markup).not.toContain('My own business')
  const challenge = /name="challenge" value="([^"]+)"/.exec(markup)?.[1] ?? ''
  const fields = {
    subject: 'Fix #door every day !high tomorrow',
    details: 'It squeaks',
    name: 'Dan',
    email: 'dan@example.org',
  }
  const sent = await send('/p/ask-cleo/send/request', { ...fields, wanted: '2099-01-02', challenge })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/p/ask-cleo?sent=1'])
  const { output } = await act<{ tasks: object[] }>('cleo', 'tasks.list', { context: 'request' })
  expect(output.tasks).toMatchObject([
    {
      ...{
        title: 'Fix #door every day !high tomorrow',
        due: '2099-01-02',
        projectId: null,
        recurrence: null,
        priority: null,
      },
      ...{ notes: 'Dan · dan@example.org\n\nIt squeaks', contexts: ['request'] },
    },
  ])
  const again = /name="challenge" value="([^"]+)"/.exec(await text('/p/ask-cleo'))?.[1] ?? ''
  const refused = await send('/p/ask-cleo/send/request', { subject: ' ', email: 'nobody', challenge: again })
  expect(refused.status).toBe(400)
  for (const action of ['add', 'remove', 'changeSettings'])
    expect((await send(`/p/ask-cleo/send/${action}`, { title: 'x', challenge })).status).toBe(403)
})

test('a page speaks the language of who opens it; what its owner wrote stays', async () => {
  await publish('eva', 'ask-eva', { kind: 'requests', allows: ['request'], language: 'fr' })
  expect(await text('/p/ask-eva')).toContain('<html lang="fr"')
  const german = await text('/p/ask-eva', 'de-AT,de;q=0.9')
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('>Senden</button>')
  expect(german).toContain('<h1 dir="auto">Kitchen</h1>')
  expect(await text('/p/ask-eva', 'tlh')).toContain('<html lang="fr"')
})
