import { fieldsOf } from '@atrium/contract/field-facts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldHelp } from '../i18n/module-texts.ts'
import type { RecordPlace, References } from './record-actions.ts'
import { labelled } from './schema-fields.ts'
import { type FormField, SchemaForm } from './schema-form.tsx'
import { useWithPeople } from './with-people.ts'

export interface RecordFormProps {
  collection: RecordPlace['collection']
  /** Where files of its fields are sent: the module's id and the collection's name. Without it they are not shown. */
  place?: { module: string; collection: string }
  value?: Record<string, unknown>
  /** The fields that are shown, in this order; all of them when absent. */
  fields?: readonly string[]
  references?: References
  /** Controls of the page's own, by field. */
  controls?: Readonly<Record<string, FormField['control']>>
  submit: string
  onSubmit: (value: Record<string, unknown>) => Promise<unknown> | unknown
  onCancel?: () => void
  extra?: ReactNode
}

/** A form of a record's fields: a control for each kind, in the person's language. */
export function RecordForm({ collection, fields, references: given, controls = {}, ...form }: RecordFormProps) {
  const references = useWithPeople(collection, given) ?? {}
  const all = fieldsOf(collection)
  const shown = fields?.flatMap((name) => all.filter((field) => field.name === name)) ?? all
  const labels = shown.map((field) => {
    const options = references[field.name]
    const control = controls[field.name]
    return [
      field.name,
      { label: labelled(field), help: fieldHelp(field), ...(options && { options }), ...(control && { control }) },
    ]
  })
  return <SchemaForm<z.ZodObject> {...form} schema={collection.schema} labels={Object.fromEntries(labels)} />
}
