import { AppError } from '@atrium/contract/errors'
import type { Effect } from '@atrium/contract/module'
import type { OutsideFetch } from '@atrium/contract/module-outside'
import type { Egress } from '../platform/egress/egress.ts'
import type { Limiters } from '../platform/http/limits.ts'
import type { Frame } from './performing.ts'

const reads = new Set(['GET', 'HEAD'])

/** The way out of a module's action: counted for whoever acts, and for nobody who came without an account or by a link. */
export function createFetching(egress: Egress, limiters: Limiters) {
  return ({ principal, signal }: Frame, module: string, effect: Effect): OutsideFetch =>
    async (url, { method = 'GET', ...request } = {}) => {
      if (principal.link) throw new AppError('forbidden', 'Behind a link nothing outside can be asked.')
      if (principal.kind === 'anonymous') throw new AppError('unauthenticated', 'Please sign in first.')
      if (effect !== 'send' && !reads.has(method))
        throw new Error(`${module} sends ${method} in an action that is declared a ${effect}`)
      await limiters(principal, '', 'fetch')
      return egress.fetch(url, { ...request, method, signal, person: principal.userId ?? principal.owner })
    }
}
