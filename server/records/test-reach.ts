import { field } from '@atrium/contract/fields'
import { collection, defineModule } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { z } from 'zod'
import { testDatabase } from '../platform/database/test-database.ts'
import { records } from './tables.ts'

const text = z.string()
const may = text.nullish()
/** Rooms with boxes in boxes, with what lies in those, and files in several ways. */
export const house = defineModule({
  ...{ id: 'house', title: 'House', summary: 'A module of this test.', kind: 'module', tier: 'free', icon: 'home' },
  ...{ industries: ['all'], triggers: [], actions: {} },
  collections: {
    rooms: collection(z.object({ name: text, main: z.boolean().optional() }), {
      ...{ version: 1, shared: { opens: '' } },
    }),
    boxes: collection(z.object({ parent: may, room: may, odd: may }), {
      ...{ version: 1, partOf: { parent: 'boxes', room: 'rooms', odd: undefined }, shared: { opens: '' } },
    }),
    notes: collection(z.object({ room: may }), {
      ...{ version: 1, partOf: { room: { to: 'rooms', whenEmpty: { main: true } } } },
    }),
    labels: collection(z.object({ box: may }), { version: 1, partOf: { box: 'boxes' } }),
    hens: collection(z.object({ egg: may }), { version: 1, partOf: { egg: 'eggs' }, shared: { opens: '' } }),
    eggs: collection(z.object({ hen: may }), { version: 1, partOf: { hen: 'hens' } }),
    loose: collection(z.object({ room: may }), { version: 1 }),
    papers: collection(z.object({ room: may, files: field.file({ label: 'Files' }) }), {
      ...{ version: 1, partOf: { room: 'rooms' } },
    }),
    books: collection(z.object({ room: may, parts: z.array(z.object({ file: text })).default([]) }), {
      ...{ version: 1, partOf: { room: 'rooms' } },
    }),
    // they have `parts`, and no files in them
    words: collection(z.object({ room: may, parts: z.array(text) }), { version: 1, partOf: { room: 'rooms' } }),
    sets: collection(z.object({ room: may, parts: z.array(z.object({ name: text })) }), {
      ...{ version: 1, partOf: { room: 'rooms' } },
    }),
    plays: collection(z.object({ room: may, parts: text }), { version: 1, partOf: { room: 'rooms' } }),
  },
})
export type Name = keyof typeof house.collections
export const names = Object.keys(house.collections) as Name[]

export const HOUSE: Record<string, [Name, object]> = {
  r1: ['rooms', { name: 'Hall', main: true }],
  r2: ['rooms', { name: 'Attic' }],
  b1: ['boxes', { room: 'r1' }],
  b2: ['boxes', { parent: 'b1' }],
  b3: ['boxes', { parent: 'b2', room: 'r2' }],
  b4: ['boxes', { room: 'r2' }],
  b5: ['boxes', { odd: 'r1' }],
  'b6!': ['boxes', { parent: 'b1' }],
  'b7!': ['boxes', { parent: 'b6' }],
  n1: ['notes', { room: 'r1' }],
  n2: ['notes', { room: 'r2' }],
  n3: ['notes', {}],
  n4: ['notes', { room: null }],
  l1: ['labels', { box: 'b2' }],
  l2: ['labels', { box: 'b4' }],
  l3: ['labels', { box: 'b6' }],
  h1: ['hens', { egg: 'e2' }],
  h2: ['hens', { egg: 'e1' }],
  e1: ['eggs', { hen: 'h1' }],
  e2: ['eggs', { hen: 'h2' }],
  x1: ['loose', { room: 'r1' }],
}

export const shareOf = (of: Name, record: string, module = 'house') =>
  ({ id: 's', role: 'editor', module, collection: of, record }) as const
export const sharee = (owner: string, share: Principal['share']): Principal => ({
  ...{ kind: 'member', owner, userId: 'ben', sessionId: null, share },
})

/** A database of its own with what lies in houses. */
export async function houses() {
  const { db } = await testDatabase()
  const unit = (scope: string, read?: () => void) =>
    ({
      scope,
      reading: async () => {
        read?.()
        return db
      },
    }) as never

  /** Rows as `name: [collection, data]`; a name that ends in `!` is in the trash. Answers the owner whose they are. */
  let owners = 0
  async function rows(given: Record<string, [Name, object]>, module = 'house'): Promise<string> {
    const scopeId = `owner-${++owners}`
    await db.insert(records).values(
      Object.entries(given).map(([name, [of, data]]) => ({
        ...{ id: name.replace('!', ''), scopeId, module, collection: of, data, schemaVersion: 1 },
        deletedAt: name.endsWith('!') ? new Date() : null,
      })),
    )
    return scopeId
  }
  return { db, unit, rows }
}
