import { createHash } from 'node:crypto'
import { storableJson } from './storable.ts'

/** The same text for the same JSON, whatever the order of its keys: jsonb keeps none. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const its = value as Record<string, unknown>
  const entries = Object.keys(its)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(its[key])}`)
  return `{${entries.join(',')}}`
}

const canonicalJson = (value: unknown): string => canonical(JSON.parse(storableJson(value)))

/** SHA-256 of what is to be done with which arguments, hex. */
export const argsHash = (name: string, args: unknown): string =>
  createHash('sha256')
    .update(name)
    .update('\0')
    .update(canonicalJson(args ?? null))
    .digest('hex')

export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')
