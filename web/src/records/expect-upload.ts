import type { QueryClient } from '@tanstack/react-query'
import { send } from '../platform/api.ts'
import { lastRole } from '../platform/session.ts'

/**
 * Tells the server that a file for this module will come, so that what reads it is ready when the person has found it. A hint:
 * where it fails, the import only begins a little later. A visitor has nobody yet in whose name a file could come.
 */
export function expectUpload(client: QueryClient, module: string): void {
  if (!lastRole(client)) return
  void send('POST', `/api/uploads/expected?module=${encodeURIComponent(module)}`, undefined).catch(() => undefined)
}
