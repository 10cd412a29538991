import type { ImportReport } from '@atrium/contract/data'
import { describe, expect, test } from 'vitest'
import { inTeam, join, makeTeam } from '../teams/test-teams.ts'
import { type Client, testApp } from '../test-app.ts'

const app = await testApp()

interface Shown {
  dayStartsAt: number
  version: number
}
const CHANGE = '/api/m/flash/changeSettings'
const shown = async (who: Client) => (await who.call<{ output: Shown }>('POST', '/api/m/flash/settings', {})).output
const change = (who: Client, dayStartsAt: number) => who.call('POST', CHANGE, { dayStartsAt })

describe('the settings of a team', () => {
  test('are its own: an editor changes them, a viewer sees them, a stranger neither', async () => {
    const [owner, editor, viewer, stranger] = [
      await app.member(),
      await app.member(),
      await app.member(),
      await app.member(),
    ]
    const { id } = await makeTeam(owner)
    await join(owner, id, editor, 'editor')
    await join(owner, id, viewer, 'viewer')
    await change(editor, 9)
    expect((await inTeam(editor, id, 'POST', CHANGE, { dayStartsAt: 2 })).status).toBe(200)
    for (const who of [owner, editor, viewer])
      expect((await inTeam(who, id, 'POST', '/api/m/flash/settings', {})).output).toMatchObject({ dayStartsAt: 2 })
    expect((await shown(editor)).dayStartsAt).toBe(9)
    expect((await inTeam(viewer, id, 'POST', CHANGE, { dayStartsAt: 3 })).status).toBe(403)
    // Its secrets are entered by those who may write; there is none of this name.
    const enter = (who: Client) => inTeam(who, id, 'PUT', '/api/modules/flash/secrets/key', { value: 'v' })
    expect([(await enter(viewer)).status, (await enter(editor)).error]).toEqual([403, 'There is no such secret here.'])
    expect((await inTeam(stranger, id, 'POST', CHANGE, { dayStartsAt: 3 })).status).toBe(404)
    expect((await inTeam(stranger, id, 'POST', '/api/m/flash/settings', {})).status).toBe(404)
    expect((await inTeam(owner, id, 'POST', '/api/m/flash/settings', {})).output).toMatchObject({ dayStartsAt: 2 })
  })
})

describe('settings in an archive', () => {
  const archiveOf = async (who: Client) =>
    new Uint8Array(await (await who.send('GET', '/api/data/export')).arrayBuffer())
  const take = (who: Client, archive: Uint8Array) => who.call<ImportReport>('POST', '/api/data/import', archive)

  test('come along to an account that has none, and give way to those of one that has', async () => {
    const [from, empty, other] = [await app.member(), await app.member(), await app.member()]
    await change(from, 6)
    const archive = await archiveOf(from)
    await take(empty, archive)
    expect((await shown(empty)).dayStartsAt).toBe(6)
    await change(other, 1)
    await take(other, archive)
    expect((await shown(other)).dayStartsAt).toBe(1)
    await take(empty, archive)
    await change(empty, 7)
    expect((await shown(empty)).dayStartsAt).toBe(7)
  })
})
