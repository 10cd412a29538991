const HIDDEN = '•••'

/** The same value without these texts, wherever they stand in it. */
export function withoutTexts(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (hidden.size === 0) return value
  if (typeof value === 'string') {
    let text = value
    for (const one of hidden) text = text.replaceAll(one, HIDDEN)
    return text
  }
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, hidden))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one, hidden)]))
}

function holds(value: unknown, hidden: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return [...hidden].some((one) => value.includes(one))
  if (value === null || typeof value !== 'object') return false
  return Object.values(value).some((one) => holds(one, hidden))
}

/** A module that would answer a secret has a bug, whatever it is: nobody is told. */
export function refuseHidden(output: unknown, hidden: ReadonlySet<string>, action: string): void {
  if (hidden.size > 0 && holds(output, hidden)) throw new Error(`${action} would have answered a secret`)
}
