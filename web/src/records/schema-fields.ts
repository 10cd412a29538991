import { type Address, emptyAddress, isEmptyAddress } from '@atrium/contract/addresses'
import { type FieldFacts, factsOf } from '@atrium/contract/field-facts'
import type { HeldFile } from '@atrium/contract/files'
import type { z } from 'zod'
import { fieldHelp, fieldLabel, optionLabel } from '../i18n/module-texts.ts'
import { labelOf } from './field-label.ts'
import { heldOf, typedValue } from './fields/control-values.ts'
import type { FieldKind, FormField } from './schema-form.tsx'

/** What a control holds. */
export type Held = string | boolean | HeldFile[] | Address

export interface ShownField extends FormField {
  name: string
  kind: FieldKind
  isRequired: boolean
  /** Of a field of `contract/fields.ts`. */
  facts?: FieldFacts | undefined
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

const CONTROLS: Readonly<Record<FieldFacts['kind'], FieldKind>> = {
  text: 'text',
  longText: 'area',
  richText: 'rich',
  number: 'written',
  money: 'written',
  quantity: 'written',
  percent: 'written',
  duration: 'written',
  date: 'date',
  moment: 'datetime',
  choice: 'select',
  tags: 'text',
  rating: 'select',
  colour: 'colour',
  url: 'url',
  email: 'email',
  phone: 'tel',
  address: 'address',
  recurrence: 'select',
  reference: 'select',
  person: 'select',
  checkbox: 'switch',
  file: 'files',
  image: 'files',
}

/** What a control is labelled with: an amount says its currency, a length its unit. */
export function labelled(facts: FieldFacts): string {
  const { kind, currency, unit } = facts
  const behind = kind === 'money' ? currency : kind === 'quantity' ? unit : kind === 'percent' ? '%' : ''
  return behind ? `${fieldLabel(facts)} (${behind})` : fieldLabel(facts)
}

function choicesOf(facts: FieldFacts): FormField['options'] {
  const { kind, options = [], most = 5 } = facts
  if (kind === 'choice') return options.map(({ value }) => ({ value, label: optionLabel(facts, value) }))
  if (kind !== 'rating') return undefined
  return Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: `${at + 1} ${'★'.repeat(at + 1)}` }))
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
    const facts = factsOf(schema)
    const { inner, empty } = opened(schema)
    const kind =
      given?.kind ??
      (facts?.mayHaveTime ? 'local' : facts ? CONTROLS[facts.kind] : given?.options ? 'select' : kindOf(inner))
    if (!kind) return []
    const options =
      given?.options ??
      (facts && choicesOf(facts)) ??
      Object.values(inner.entries ?? {}).map((value) => ({ value: String(value), label: labelOf(String(value)) }))
    const own = facts ? { label: labelled(facts), help: fieldHelp(facts) } : { label: labelOf(name) }
    const isRequired = (facts?.isRequired ?? empty === 'refused') && kind !== 'switch'
    return [{ ...own, ...given, name, kind, options, isRequired, facts }]
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
export function toControl({ kind, facts }: Pick<ShownField, 'kind' | 'facts'>, value: unknown, language = 'en'): Held {
  if (kind === 'switch') return value === true
  if (kind === 'files') return Array.isArray(value) ? (value as HeldFile[]) : []
  if (kind === 'address') return { ...emptyAddress, ...(value as Partial<Address> | null | undefined) }
  const held = facts && heldOf(facts, value, language)
  if (held !== undefined) return held
  if (value === null || value === undefined) return ''
  return kind === 'datetime' ? localMoment(String(value)) : String(value)
}

/** What the schema is given for what a control holds. */
export function fromControl(
  schema: z.ZodType,
  { kind, facts }: Pick<ShownField, 'kind' | 'facts'>,
  held: unknown,
  language = 'en',
): unknown {
  if (kind === 'switch') return held === true
  if (kind === 'files') return held
  const { inner, empty } = opened(schema)
  if (kind === 'address') return isEmptyAddress(held as Address) ? (empty === 'refused' ? undefined : empty) : held
  const text = String(held ?? '')
  if (text.trim() === '' && empty !== 'refused') return empty
  if (facts && facts.kind !== 'moment') return text.trim() === '' ? '' : typedValue(facts, text, language)
  if (kind === 'number' || inner.type === 'number') return text.trim() === '' ? undefined : Number(text)
  if (kind === 'datetime' && inner.format === 'datetime') {
    const date = new Date(text)
    return Number.isNaN(date.getTime()) ? (text === '' ? undefined : text) : date.toISOString()
  }
  return text
}
