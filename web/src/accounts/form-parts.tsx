import type { ReactNode } from 'react'
import { ApiError, sentenceFor } from '../platform/api.ts'

export type Errors = Readonly<Record<string, string>>
export const none: Errors = {}

/** A refusal that names a field is shown beside it. */
export function errorsOf(error: unknown): Errors {
  const field = error instanceof ApiError ? error.details?.field : undefined
  return { [typeof field === 'string' ? field : 'form']: sentenceFor(error) }
}

interface Parser<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** What was typed, by the contract's own rules: one sentence a field, the first thing that is wrong. */
export function checked<T>(schema: Parser<T>, value: unknown): { errors: Errors; value?: T } {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { errors: none, value: parsed.data }
  return {
    errors: Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse()),
  }
}

export function FormAlert({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
      {children}
    </p>
  )
}

export const quietLink = 'w-fit rounded-sm py-0.5 text-sm text-accent-ink underline underline-offset-2 touch:py-2'
