/** A value as Stripe's calls carry it: everything is text, in objects and lists. */
export type Value = string | Value[] | { [name: string]: Value }
export type Form = { [name: string]: Value }

/** `a[b][0][c]=1` as objects: Stripe's form of nested parameters. */
export function readForm(body: string): Form {
  const root: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    let at: Form = root
    for (const step of path.slice(0, -1)) {
      at[step] ??= {}
      at = at[step] as Form
    }
    at[path.at(-1) as string] = value
  }
  return listed(root) as Form
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listed(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const)
  return entries.length > 0 && entries.every(([name], at) => name === String(at))
    ? entries.map(([, one]) => one)
    : Object.fromEntries(entries)
}
