import { expect, test } from 'vitest'
import { testDatabase } from '../database/test-database.ts'
import { storable, storableJson } from './storable.ts'

const { db } = await testDatabase()

test('what a model may say is taken by a jsonb column and by a text column', async () => {
  const said = {
    'k\0ey': 'a\0b',
    half: ['\ud83d', 'x\udc00y', '🦜'],
    'half \ud800': { deep: [{ deeper: '\0' }] },
    backslash: 'a \\u0000 written out, and \\ud800',
    plain: [1, true, null],
  }
  const { rows } = await db.$client.query('select $1::jsonb as json, $2::text as text', [
    storableJson(said),
    storable('a\0b \ud83d'),
  ])
  expect(rows[0]).toEqual({
    json: {
      key: 'ab',
      half: ['\ufffd', 'x\ufffdy', '🦜'],
      'half \ufffd': { deep: [{ deeper: '' }] },
      backslash: 'a \\u0000 written out, and \\ud800',
      plain: [1, true, null],
    },
    text: 'ab \ufffd',
  })
})
