// What is somebody else's: shares, imports that run, files that were made, uploads that wait.
import type { Attacker } from '../attacker.ts'
import { many } from '../file.ts'
import type { HostileCalls } from './call.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const ODD_IDS = [
  NOBODYS,
  '0',
  '-1',
  '',
  '..',
  '%00',
  '%',
  "' or 1=1--",
  '__proto__',
  'null',
  'a'.repeat(3000),
  '\ud800',
  '💥',
  '*',
  '%2e%2e%2f',
]

const fileOf = async (person: Attacker, name = 'secret.txt') => {
  await person.send('upload', 'POST', '/api/m/sync/tus', Buffer.from('somebody’s secret'), {
    'tus-resumable': '1.0.0',
    'upload-length': String(Buffer.byteLength('somebody’s secret')),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
  })
  const { body } = await person.json<{ output: { id?: string; url?: string } }>('read', '/api/m/sync/read', { name })
  return body.output
}
const upload = async (person: Attacker, name: string, text: string) =>
  (await person.bytes<{ id: string }>('upload', 'POST', `/api/uploads?name=${name}`, Buffer.from(text))).body.id

const refused = (what: string, status: number) => (status < 400 ? [`${what} was let through (${status})`] : [])

export const othersCalls: readonly HostileCalls[] = [
  {
    name: 'others/shares',
    why: 'shares of what is somebody else’s, by ids that one guessed or kept',
    worst: true,
    async calls({ attacker, other }) {
      const faults: string[] = []
      await other.json('folder', '/api/m/sync/makeFolder', { name: 'Private' })
      const theirs = await fileOf(other)
      const listed = await other.send('list', 'POST', '/api/m/sync/list', '{}', { 'content-type': 'application/json' })
      const ids = [...new Set([...listed.whole.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id as string))]
      if (ids.length < 2) faults.push('the drill found nothing of the other’s to be after')
      const shared = await other.json<{ id?: string }>('share', `/api/m/sync/collections/entries/${ids[0]}/shares`, {
        with: 'somebody-else',
      })
      if (shared.status !== 201) faults.push(`the other could not share: ${shared.status}`)
      for (const id of [...ids, shared.body.id ?? NOBODYS, ...ODD_IDS]) {
        const at = encodeURIComponent(id.isWellFormed() ? id : 'x')
        for (const collection of ['entries', 'contents', 'tasks', '__proto__']) {
          const path = `/api/m/sync/collections/${collection}/${at}/shares`
          faults.push(
            ...refused(
              `${path} to oneself`,
              (await attacker.json('share', path, { with: attacker.id, role: 'editor' })).status,
            ),
          )
          await attacker.send('shares', 'GET', path)
          await attacker.send('share', 'PATCH', `${path}/${at}`, '{"role":"editor"}', {
            'content-type': 'application/json',
          })
          await attacker.send('share', 'DELETE', `${path}/${at}`)
        }
        await attacker.send('share', 'DELETE', `/api/shares/${at}`)
        const inShare = await attacker.send('list in share', 'POST', '/api/m/sync/list', '{}', {
          'content-type': 'application/json',
          'x-scope': `share:${id.replace(/[^\x20-\x7e]/g, '?')}`.slice(0, 4000),
        })
        faults.push(...refused(`the scope share:${id.slice(0, 40)}`, inShare.status))
      }
      for (const scope of [
        'share:',
        'share',
        'SHARE:x',
        `person:${other.id}`,
        other.id,
        `team:${other.id}`,
        `share:${shared.body.id},share:${shared.body.id}`,
        ` share:${shared.body.id} `,
      ])
        for (const path of ['/api/m/sync/list', '/api/m/sync/trash', '/api/m/sync/search']) {
          const answer = await attacker.send(`scope ${scope}`, 'POST', path, '{"words":"secret"}', {
            'content-type': 'application/json',
            'x-scope': scope,
          })
          if (answer.whole.includes('secret')) faults.push(`${path} in “${scope}” shows somebody else’s`)
          faults.push(...refused(`the scope “${scope}”`, answer.status))
        }
      if (theirs?.url)
        faults.push(...refused('their file', (await attacker.send('their file', 'GET', theirs.url)).status))
      for (const role of ['owner', 'admin', '', null, ['editor'], { $ne: 1 }])
        await other.json('odd role', `/api/m/sync/collections/entries/${ids[0]}/shares`, { with: attacker.id, role })
      for (const to of ['', ' ', 'team:', `team:${NOBODYS}`, 'a'.repeat(201), '\u0000', 'x@', '*', '%', other.id])
        await other.json('odd name', `/api/m/sync/collections/entries/${ids[0]}/shares`, { with: to })
      return faults
    },
  },
  {
    name: 'others/imports',
    why: 'imports as jobs: uploads of others, options without end, and two hundred at once',
    worst: true,
    async calls({ attacker, other }) {
      const faults: string[] = []
      const theirs = await upload(other, 'secret.txt', 'somebody’s secret\tx\n')
      const job = (name: string, body: unknown) =>
        attacker.json<{ id?: string }>(`job ${name}`, `/api/m/${name}/job`, body)
      faults.push(...refused('another’s upload', (await job('flash/imports/text', { upload: theirs })).status))
      for (const id of ODD_IDS) await job('flash/imports/text', { upload: id })
      const mine = await upload(
        attacker,
        'cards.txt',
        many(2000, (at) => `front ${at}\tback ${at}\n`),
      )
      for (const name of [
        'flash/imports/none',
        'flash/imports/__proto__',
        'none/imports/text',
        'flash/exports/none',
        'flash/collections/none/export',
        '__proto__/imports/x',
      ])
        await job(name, { upload: mine, options: {} })
      const deep = JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) as object
      for (const options of [
        deep,
        { __proto__: 1 },
        { deck: 'a'.repeat(500_000) },
        { columns: Array(50_000).fill('x') },
        { encoding: 'utf-7' },
        { zone: 'Mars/Olympus' },
      ])
        await job('flash/imports/text', { upload: mine, options })
      for (const rows of [-1, 1.5, 2 ** 31, '9', null]) await job('flash/imports/text', { upload: mine, rows })
      for (const zone of ['Mars/Olympus', '../../etc/passwd', '+99:99', ''])
        await job('content-calendar/exports/ics', { zone })
      for (const format of ['exe', '', null]) await job('flash/collections/notes/export', { format })
      // Each its own job, its bytes the same: all of them wait for the same rows.
      const many200 = await Promise.all(Array.from({ length: 200 }, () => job('flash/imports/text', { upload: mine })))
      for (const { body } of many200.slice(0, 20))
        if (body.id !== undefined)
          for (const what of ['pause', 'resume', 'cancel', 'retry', 'pause', 'cancel'])
            await attacker.json(`job ${what}`, `/api/activity/${body.id}/${what}`)
      const running = many200.map(({ body }) => body.id).find((id) => id !== undefined)
      if (running !== undefined)
        for (const what of ['pause', 'resume', 'cancel', 'retry'])
          faults.push(
            ...refused(
              `${what} of another’s job`,
              (await other.json(`their ${what}`, `/api/activity/${running}/${what}`)).status,
            ),
          )
      return faults
    },
  },
  {
    name: 'others/activity',
    why: 'jobs and made files of others, by their ids',
    async calls({ attacker, other }) {
      const faults: string[] = []
      await other.json('card', '/api/m/flash/add', { deck: 'Secrets', front: 'somebody’s secret', back: 'x' })
      const { body } = await other.json<{ id?: string; job?: string }>('export', '/api/m/flash/exports/text/job', {})
      const listed = await other.send('activity', 'GET', '/api/activity')
      const ids = [...listed.whole.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id as string)
      if (ids.length === 0) faults.push('the drill found no job of the other’s to be after')
      for (const id of [...ids, body.id ?? NOBODYS, ...ODD_IDS]) {
        const at = encodeURIComponent(id.isWellFormed() ? id : 'x')
        if (at === '' || at === '..') continue
        for (const path of [`/api/activity/${at}`, `/api/activity/${at}/file`]) {
          const answer = await attacker.send('another’s activity', 'GET', path)
          faults.push(...refused(path.slice(0, 80), answer.status))
        }
        for (const what of ['cancel', 'pause', 'resume', 'retry'])
          faults.push(
            ...refused(`${what} ${id.slice(0, 40)}`, (await attacker.json(what, `/api/activity/${at}/${what}`)).status),
          )
        faults.push(
          ...refused(`undo ${id.slice(0, 40)}`, (await attacker.json('undo', `/api/changes/${at}/undo`)).status),
        )
      }
      for (const query of ['?after=%00', '?after=x', `?after=${'a'.repeat(5000)}`, '?after=1&after=2'])
        await attacker.send('activity list', 'GET', `/api/activity${query}`)
      return faults
    },
  },
]
