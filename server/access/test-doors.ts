import type { Effect } from '@atrium/contract/module'
import { expect } from 'vitest'
import type { Route } from '../platform/http/route.ts'
import type { Capability } from '../platform/policy.ts'
import { type Caller, type CallerName, callers } from './test-cast.ts'

/** Who gets past the door of each call, a letter for each kind of caller: `y` in, `-` sent to sign in, `x` forbidden. */
export type Doors = ReadonlyMap<string, string>

const EFFECTS: Record<Effect, string> = { read: 'yyyyy-', write: '-yyyy-', send: '-yyyy-' }
/** A module's imports, exports and own addresses: they have no other doors than these. */
const DERIVED: Partial<Record<Capability, string>> = {
  'action.read': EFFECTS.read,
  'action.write': EFFECTS.write,
  'action.send': EFFECTS.send,
  'public.read': 'yyyyyy',
}

/** The doors of a module's calls, as they follow from what it declares. */
export function moduleDoors(id: string, effects: ReadonlyMap<string, Effect>, routes: readonly Route[]): Doors {
  const own = routes.filter(({ path }) => path.startsWith(`/api/m/${id}/`))
  const doors = own.map(({ method, path, access }) => {
    const effect = method === 'POST' ? effects.get(path.slice(`/api/m/${id}/`.length)) : undefined
    const door = effect ? EFFECTS[effect] : DERIVED[access]
    expect(door, `${method} ${path} has a door that modules do not have: ${access}`).toBeDefined()
    return [`${method} ${path}`, door as string] as const
  })
  return new Map(doors)
}

/** Has everybody knock at every door. */
export async function tryDoors(people: Record<CallerName, Caller>, doors: Doors): Promise<void> {
  const expected: string[] = []
  const got: string[] = []
  for (const [call, letters] of doors) {
    const [method = '', path = ''] = call.split(' ')
    for (const [at, who] of callers.entries()) {
      // A call that ends a session would change who is calling.
      if (/logout|register|login|guest/.test(path)) continue
      const leave = new AbortController()
      const { status } = await people[who].call(
        method,
        path.replace(/:\w+/g, 'none'),
        method === 'GET' || method === 'DELETE' ? undefined : {},
        leave.signal,
      )
      leave.abort()
      expect(status, `${call} as ${who}`).toBeLessThan(500)
      // Own things only: a stranger's id is refused after the door.
      if (path.includes(':userId') && letters[at] === 'y' && status !== 200) continue
      expected.push(`${call} as ${who}: ${letters[at]}`)
      got.push(`${call} as ${who}: ${status === 401 ? '-' : status === 403 ? 'x' : 'y'}`)
    }
  }
  expect(got).toEqual(expected)
}
