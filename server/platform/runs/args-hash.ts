import { createHash } from 'node:crypto'
import { storableJson } from './storable.ts'

/** The same text for the same value, whatever the order of its keys: jsonb keeps none. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
    .join(',')}}`
}

/** SHA-256 of what is to be done with which arguments, hex. */
export const argsHash = (name: string, args: unknown): string =>
  createHash('sha256')
    .update(name)
    .update('\0')
    .update(canonical(JSON.parse(storableJson(args ?? null))))
    .digest('hex')

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(canonical(JSON.parse(storableJson(value))))
    .digest('hex')
