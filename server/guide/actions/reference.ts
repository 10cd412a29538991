import { fieldsOf } from './fields.ts'
import type { Target } from './targets.ts'

/** The field by which an action finds what it is about, and whether it takes words or an id. */
export function referenceOf({ action }: Target): { name: string; byId: boolean } | null {
  const fields = fieldsOf(action)
  const id = fields.find(({ name }) => name === 'id' || name === 'ids')
  // Of what is changed, the title may be the one that it is to have.
  if (id?.name === 'id' && !id.required && fields.some(({ name }) => name === 'title'))
    return { name: 'title', byId: false }
  return id ? { name: id.name, byId: true } : null
}
