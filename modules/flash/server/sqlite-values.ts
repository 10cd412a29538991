// Columns of a database that others have made: any type may stand anywhere.
import type { SQLOutputValue } from 'node:sqlite'

export type Values = Record<string, SQLOutputValue>

export const text = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : String(value))
export const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
export const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())

/** A whole number within these bounds. */
export const whole = (value: unknown, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.trunc(number(value))))
