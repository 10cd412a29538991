import type { z } from 'zod'
import { labelOf } from './field-label.ts'
import type { FieldKind, FormField } from './schema-form.tsx'

export interface ShownField extends FormField {
  name: string
  kind: FieldKind
  isRequired: boolean
}

interface Definition {
  type: string
  innerType?: z.ZodType
  entries?: Record<string, string | number>
  format?: string
}
const definition = (schema: z.ZodType): Definition => schema.def as unknown as Definition

/** What may be left empty, and the schema below `optional`, `nullable` and `default`. */
export function opened(schema: z.ZodType): { inner: Definition; empty: null | undefined | 'refused' } {
  let inner = definition(schema)
  let empty: null | undefined | 'refused' = 'refused'
  while (inner.innerType) {
    if (inner.type === 'nullable') empty = null
    else if (empty !== null && (inner.type === 'optional' || inner.type === 'default' || inner.type === 'prefault'))
      empty = undefined
    inner = definition(inner.innerType)
  }
  return { inner, empty }
}

function kindOf(inner: Definition): FieldKind | undefined {
  if (inner.type === 'string')
    return inner.format === 'date' ? 'date' : inner.format === 'datetime' ? 'datetime' : 'text'
  if (inner.type === 'number' || inner.type === 'int') return 'number'
  if (inner.type === 'boolean') return 'switch'
  return inner.type === 'enum' ? 'select' : undefined
}

/** The fields of a form; what the schema has and no control can show is left out. */
export function fieldsOf(
  shape: Record<string, z.ZodType>,
  labels?: Record<string, FormField | undefined>,
): ShownField[] {
  return Object.keys(labels ?? shape).flatMap((name) => {
    const schema = shape[name]
    if (!schema) return []
    const given = labels?.[name]
    const { inner, empty } = opened(schema)
    const kind = given?.kind ?? (given?.options ? 'select' : kindOf(inner))
    if (!kind) return []
    const options =
      given?.options ??
      Object.values(inner.entries ?? {}).map((value) => ({ value: String(value), label: labelOf(String(value)) }))
    return [
      { label: labelOf(name), ...given, name, kind, options, isRequired: empty === 'refused' && kind !== 'switch' },
    ]
  })
}

const pad = (value: number) => String(value).padStart(2, '0')

/** A moment as the browser's own control has it: `2026-10-05T15:00` on the person's clock. */
export function localMoment(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** What a control holds of a value. */
export function toControl(kind: FieldKind, value: unknown): string | boolean {
  if (kind === 'switch') return value === true
  if (value === null || value === undefined) return ''
  return kind === 'datetime' ? localMoment(String(value)) : String(value)
}

/** What the schema is given for what a control holds. */
export function fromControl(schema: z.ZodType, kind: FieldKind, held: unknown): unknown {
  if (kind === 'switch') return held === true
  const { inner, empty } = opened(schema)
  const text = String(held ?? '')
  if (text.trim() === '' && empty !== 'refused') return empty
  if (kind === 'number' || inner.type === 'number') return text.trim() === '' ? undefined : Number(text)
  if (kind === 'datetime' && inner.format === 'datetime') {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? (text === '' ? undefined : text) : date.toISOString()
  }
  return text
}
