import { ApiError, sentenceFor } from '../../platform/api.ts'

/**
 * The server's refusals by the form's own names: `known` has them by the contract's. What a playbook refuses of its input is
 * `input.<name>`; what belongs to no field is `root`.
 */
export function refusalsOf(
  error: unknown,
  known: Readonly<Record<string, string>>,
  inputNames: readonly string[] = [],
): Record<string, string> {
  const { field, fields } = ((error instanceof ApiError && error.details) || {}) as {
    field?: string
    fields?: { field: string; message: string }[]
  }
  const told = fields ?? (field === undefined ? [] : [{ field, message: sentenceFor(error) }])
  const refusals: Record<string, string> = {}
  for (const { field: path, message } of told) {
    const [first = '', second = ''] = path.split('.')
    const name =
      first === 'input' && inputNames.includes(second)
        ? `input.${second}`
        : (known[first] ?? (inputNames.includes(first) ? `input.${first}` : 'root'))
    refusals[name] ??= message
  }
  if (told.length === 0) refusals.root = sentenceFor(error)
  return refusals
}
