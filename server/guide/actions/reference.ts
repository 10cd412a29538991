import type { Module } from '@atrium/contract/module'
import { fieldsOf } from './fields.ts'
import { type Target, targetsOf } from './targets.ts'

/** The field by which an action finds what it is about, and whether it takes words or an id. */
export function referenceOf({ action }: Target): { name: string; byId: boolean } | null {
  const fields = fieldsOf(action)
  const id = fields.find(({ name }) => name === 'id' || name === 'ids')
  // Of what is changed, the title may be the one that it is to have.
  if (id?.name === 'id' && !id.required && fields.some(({ name }) => name === 'title'))
    return { name: 'title', byId: false }
  return id ? { name: id.name, byId: true } : null
}

/** The action that does to one thing what another does to several: `remove` for `removeMany`. */
export function singleOf({ id }: Target, modules: readonly Module[]): Target | null {
  const single = id.endsWith('Many')
    ? targetsOf(modules).find((one) => one.id === id.slice(0, -'Many'.length))
    : undefined
  return single && referenceOf(single) ? single : null
}
