import { collection, defineModule, type Store } from '@atrium/contract/module'
import { defineServer } from '@atrium/contract/module-server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testModules } from './test-module.ts'

const Sign = z.object({
  name: z.string(),
  kind: z.string().default('a'),
  bits: z.string().regex(/^[0-9a-f]*$/),
  count: z.number().default(0),
})
type Sign = z.output<typeof Sign>
let work: (store: Store<Sign, z.input<typeof Sign>>) => Promise<unknown> = async () => null
const signs = defineModule({
  id: 'signs',
  title: 'Signs',
  summary: 'Signs',
  kind: 'module',
  industries: ['all'],
  tier: 'free',
  triggers: ['/signs'],
  icon: 'hash',
  collections: { signs: collection(Sign, { version: 1, search: ['name'] }) },
  actions: {
    look: { summary: 'Look', effect: 'read', input: z.object({}), output: z.unknown() },
    write: { summary: 'Write', effect: 'write', input: z.object({}), output: z.unknown() },
  },
})
const does = (_: object, { store }: { store: { signs: unknown } }) => work(store.signs as Store<Sign>)
const at = await testModules(defineServer(signs, { look: does, write: does }))
async function ask<T>(by: (store: Store<Sign, z.input<typeof Sign>>) => Promise<T>, action = 'look', who = 'ann') {
  work = by
  const { status, output, error } = await at.act<T>(who, `signs.${action}`)
  if (status !== 200) throw new Error(error)
  return output
}
const names = (rows: Sign[]) => rows.map(({ name }) => name)

test('rows come by how few bits differ, those of the owner that live and fit, and none that cannot be compared', async () => {
  const rows = [
    { name: 'three', bits: '8007' },
    { name: 'none', bits: '8000' },
    { name: 'one', bits: '8001' },
    { name: 'all', bits: '7fff' },
    { name: 'another length', bits: '80' },
    { name: 'empty', bits: '' },
    { name: 'of another kind', kind: 'b', bits: '8000' },
  ]
  await ask((store) => store.insertMany(rows), 'write')
  await ask((store) => store.insertMany([{ name: 'Bob’s', bits: '8000' }]), 'write', 'bob')
  await ask(async (store) => store.remove((await store.insert({ name: 'gone', bits: '8000' })).id), 'write')
  const where = { kind: 'a' }
  expect(names(await ask((store) => store.nearest('bits', '8000', { where })))).toEqual(['none', 'one', 'three', 'all'])
  expect(names(await ask((store) => store.nearest('bits', 'ffff', { where, limit: 1 })))).toEqual(['all'])
  expect(names(await ask((store) => store.nearest('bits', '8000', { where: { kind: 'b' } })))).toEqual([
    'of another kind',
  ])
  expect(names(await ask((store) => store.nearest('bits', '8'.repeat(2_048))))).toEqual([])
})

test('what is no text, no field, takes more than digits, or no digits is refused before the database is asked', async () => {
  await expect(ask((store) => store.nearest('count', '8000'))).rejects.toThrow()
  await expect(ask((store) => store.nearest('nothing' as 'name', '8000'))).rejects.toThrow()
  await expect(ask((store) => store.nearest('name', '8000'))).rejects.toThrow()
  await expect(ask((store) => store.nearest('bits', "80' or true"))).rejects.toThrow()
})
