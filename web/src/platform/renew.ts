import type { QueryClient } from '@tanstack/react-query'
import { moduleKey } from './news.ts'

/**
 * Asks again for what is shown of a module, after a change of the person's own. They wait for it: a first load that is still
 * on its way was sent before the change, so it is given up and sent anew instead of being waited for.
 */
export async function renewModule(client: QueryClient, module: string): Promise<void> {
  const queryKey = moduleKey(module)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
