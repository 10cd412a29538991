import { crud } from '@atrium/contract/crud'
import { crudHandlers } from '@atrium/contract/crud-handlers'
import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testModules } from './test-module.ts'

const Part = z.object({
  name: field.text({ label: 'Name', required: true }),
  of: field.reference('parts', { label: 'Part of' }),
})
const parts = collection(Part, {
  version: 1,
  search: ['name'],
  references: { of: { to: 'parts', onRemove: 'cascade' } },
})
const machine = defineModule({
  ...{ id: 'machine', title: 'Machine', summary: 'Parts', kind: 'module', industries: ['all'], tier: 'free' },
  ...{ triggers: ['/machine'], icon: 'cog', collections: { parts } },
  actions: { ...crud(parts, { one: 'part', many: 'parts', order: ['name'] }) },
})
const at = await testModules(defineServer(machine, { ...crudHandlers(machine, 'parts') }))
const act = <T>(action: string, input: object) => at.act<T>('ann', `machine.${action}`, input)
const add = async (name: string, of: string | null = null) => (await act<{ id: string }>('add', { name, of })).output.id
const names = async () =>
  (await act<{ rows: { name: string }[] }>('list', {})).output.rows.map(({ name }) => name).join(' ')

test('a row and what goes with it are removed together, whichever is named first, and come back with one undo', async () => {
  const engine = await add('engine')
  const piston = await add('piston', engine)
  const ring = await add('ring', piston)
  await add('wheel')
  for (const ids of [
    [engine, piston, ring],
    [ring, engine],
    [piston, engine, piston],
  ]) {
    const { status, change, error } = await act('remove', { ids })
    expect(`${status} ${error}`).toBe('200 ')
    expect(await names()).toBe('wheel')
    expect((await at.undo('ann', change)).status).toBe(200)
    expect(await names()).toBe('engine piston ring wheel')
  }
  expect((await act('remove', { ids: [engine, 'nobody'] })).status).toBe(404)
  expect(await names()).toBe('engine piston ring wheel')
})
