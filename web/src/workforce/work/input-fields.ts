import { labelOf } from '../../records/field-label.ts'

/** A field of a playbook's form, read from its JSON Schema. */
export type InputField = {
  name: string
  label: string
  help: string
  isRequired: boolean
  /** What is taken when nothing is given. */
  standard: unknown
} & (
  | { kind: 'line' | 'text'; max: number | undefined }
  | { kind: 'file'; accept: readonly string[] }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'number'; isWhole: boolean; min: number | undefined; max: number | undefined }
  | { kind: 'day' }
  | { kind: 'switch' }
)
/** What is wrong with a field: a key of `inputs`, and its numbers. */
export interface InputFault {
  key: 'needed' | 'whole' | 'number' | 'atLeast' | 'atMost' | 'tooLong'
  limit?: number
}

interface Property {
  type?: string
  title?: string
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  format?: string
  widget?: string
  accept?: string
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  anyOf?: readonly Property[]
}

/** zod writes the limits of safe integers where a schema has none of its own. */
const limit = (value: number | undefined) =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value

/** The fields in the order in which the playbook names them. */
export function fieldsIn(schema: Record<string, unknown>): InputField[] {
  const properties = (schema.properties ?? {}) as Record<string, Property>
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries(properties).map(([name, given]) => {
    // What may be null is `anyOf` it and null.
    const inner = given.anyOf?.find(({ type }) => type !== 'null')
    const property: Property = { ...inner, ...given }
    const shared = {
      name,
      label: property.title ?? labelOf(name),
      help: property.description ?? '',
      isRequired: required.has(name) && property.default === undefined && property.type !== 'boolean',
      standard: property.default,
    }
    if (property.widget === 'file')
      return {
        ...shared,
        kind: 'file',
        accept: (property.accept ?? '')
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      }
    if (property.enum) return { ...shared, kind: 'choice', choices: property.enum.map(String) }
    if (property.type === 'boolean') return { ...shared, kind: 'switch' }
    if (property.type === 'number' || property.type === 'integer')
      return {
        ...shared,
        kind: 'number',
        isWhole: property.type === 'integer',
        min: limit(property.minimum ?? property.exclusiveMinimum),
        max: limit(property.maximum),
      }
    if (property.format === 'date') return { ...shared, kind: 'day' }
    return { ...shared, kind: property.widget === 'text' ? 'text' : 'line', max: property.maxLength }
  })
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** What is wrong before it is sent, by the field's name. The server has the last word. */
export function faultsIn(fields: readonly InputField[], input: Record<string, unknown>): Record<string, InputFault> {
  const faults: Record<string, InputFault> = {}
  for (const field of fields) {
    const value = input[field.name]
    const fault = isNothing(value) ? (field.isRequired ? { key: 'needed' as const } : null) : faultOf(field, value)
    if (fault) faults[field.name] = fault
  }
  return faults
}

function faultOf(field: InputField, value: unknown): InputFault | null {
  if (field.kind === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return { key: 'number' }
    if (field.isWhole && !Number.isInteger(value)) return { key: 'whole' }
    if (field.min !== undefined && value < field.min) return { key: 'atLeast', limit: field.min }
    if (field.max !== undefined && value > field.max) return { key: 'atMost', limit: field.max }
  }
  if ((field.kind === 'line' || field.kind === 'text') && field.max !== undefined && String(value).length > field.max)
    return { key: 'tooLong', limit: field.max }
  return null
}

/** The input as it is sent: what was left empty is left out, so that the playbook's own standard holds. */
export function sentInput(fields: readonly InputField[], input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => (isNothing(input[name]) ? [] : [[name, input[name]] as const])),
  )
}
