import type { Module } from '@atrium/contract/module'
import { editDistance } from '@atrium/domain/names/edit-distance'

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

/** Slips that a name of this length may have. */
const reachOf = (trigger: string): number => Math.max(1, Math.floor(trigger.length / 3))

/** The known triggers nearest to a mistyped one, at most three. */
export function suggestTriggers(typed: string, modules: readonly Module[]): string[] {
  return triggersOf(modules)
    .map((trigger) => ({
      trigger,
      distance: trigger.startsWith(typed) ? 0.5 : editDistance(typed, trigger, reachOf(trigger)),
    }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance || a.trigger.localeCompare(b.trigger))
    .slice(0, 3)
    .map(({ trigger }) => trigger)
}
