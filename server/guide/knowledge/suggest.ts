import type { Module } from '@atrium/contract/module'

/** Every slash trigger of the installed modules, with what it starts. */
export function triggersOf(modules: readonly Module[]): string[] {
  return [
    ...new Set(
      modules.flatMap((module) => [
        ...module.triggers,
        ...Object.values(module.actions).flatMap((action) => action.triggers ?? []),
      ]),
    ),
  ].sort()
}

/** The known triggers nearest to a mistyped one, at most three. */
export function suggestTriggers(typed: string, modules: readonly Module[]): string[] {
  return triggersOf(modules)
    .map((trigger) => ({ trigger, distance: trigger.startsWith(typed) ? 0.5 : distance(typed.slice(0, 40), trigger) }))
    .filter(({ trigger, distance: far }) => far <= Math.max(1, Math.floor(trigger.length / 3)))
    .sort((a, b) => a.distance - b.distance || a.trigger.localeCompare(b.trigger))
    .slice(0, 3)
    .map(({ trigger }) => trigger)
}

/** Levenshtein's distance of two short texts. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      )
    }
    row = next
  }
  return row[b.length] as number
}
