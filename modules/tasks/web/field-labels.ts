import { fieldsOf } from '@atrium/contract/field-facts'
import { fieldHelp, fieldLabel, optionLabel } from '@atrium/web/kit'
import { collections, type Task } from '../records.ts'

const fields = new Map(fieldsOf(collections.tasks).map((field) => [field.name, field]))

/** What a field of a task is called, in the person's language. */
export function labelOf(name: keyof Task): string {
  const field = fields.get(name)
  return field ? fieldLabel(field) : name
}

/** How its contexts are written. */
export const contextsHelp = (): string | undefined => fieldHelp(fields.get('contexts') ?? { label: '' })

/** All of them, for histories and conflicts. */
export const taskLabels = (): Record<string, string> =>
  Object.fromEntries([...fields.values()].map((field) => [field.name, fieldLabel(field)]))

const NAMED = ['A', 'B', 'C']

/** Priorities to choose from: those with names, and the one that a task has already. */
export const prioritiesWith = (own: string | null = null) =>
  [...new Set([...NAMED, ...(own ? [own] : [])])].map((value) => ({
    value,
    label: optionLabel(fields.get('priority') ?? { label: value, options: [] }, value),
  }))
