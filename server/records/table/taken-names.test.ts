import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { tableImport } from '@atrium/contract/table-import'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testModules } from '../test-module.ts'

const Club = z.object({
  number: field.text({ label: 'Number' }),
  name: field.text({ label: 'Name', required: true }),
})
const clubs = collection(Club, {
  version: 1,
  search: ['name'],
  key: 'number',
  unique: [{ fields: ['name'], ignoreCase: true }],
})
const module = defineModule({
  ...{ id: 'clubs', title: 'Clubs', summary: 'Clubs', kind: 'module', industries: ['all'], tier: 'free' },
  ...{ triggers: ['/clubs'], icon: 'users', collections: { clubs } },
  actions: { ...crud(clubs, { one: 'club', many: 'clubs', order: ['name'] }) },
  imports: { table: tableImport('clubs', 'clubs') },
})
const at = await testModules(defineServer(module, { ...crudHandlers(module, 'clubs') }))

test('a row whose name is taken is refused with its sentence, before and after it is decided; the others come in', async () => {
  for (const club of [
    { number: '1', name: 'Chess' },
    { number: '2', name: 'Go' },
  ])
    expect((await at.act('ann', 'clubs.add', club)).status).toBe(200)
  const bytes = 'Number;Name\n3;Rowing\n4;chess\n5;Sailing\n6;ROWING\n2;Chess\n1;Chess club\n'
  const file = { name: 'clubs.csv', bytes }
  const expected = {
    status: 200,
    report: {
      ...{ added: 2, changed: 1, refused: 3, duplicate: 0, same: 0 },
      rows: {
        added: [{ title: 'Rowing' }, { title: 'Sailing' }],
        refused: expect.arrayContaining(
          ['chess', 'ROWING', 'Chess'].map((name) =>
            expect.objectContaining({ reason: `There is already “${name}”. Choose another name, please.` }),
          ),
        ),
      },
    },
  }
  expect(await at.importFile('ann', 'clubs.table', file, { preview: true })).toMatchObject(expected)
  expect(await at.importFile('ann', 'clubs.table', file)).toMatchObject(expected)
  const { output } = await at.act<{ rows: { name: string }[] }>('ann', 'clubs.list')
  expect(output.rows.map(({ name }) => name)).toEqual(['Chess club', 'Go', 'Rowing', 'Sailing'])
  expect(await at.importFile('ben', 'clubs.table', file)).toMatchObject({ report: { added: 4, refused: 2 } })
})
