import type { QueryClient } from '@tanstack/react-query'
import { moduleKey } from './news.ts'

/**
 * Asks again for what is shown of a module. A first load that is still on its way was sent before the change: Query would
 * take its answer for fresh, so it is given up and sent anew.
 */
export async function renewModule(client: QueryClient, module: string): Promise<void> {
  const queryKey = moduleKey(module)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
