import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Module } from '@atrium/contract/module'
import type { DescribedRoute, ModuleServer } from '@atrium/contract/module-server'

/** A module as the core knows it: what it declares from the start, its code once somebody needs it. */
export interface InstalledModule {
  module: Module
  /** Its own addresses. */
  routes: readonly DescribedRoute[]
  /** What its rows remind of, from `reminders.ts`: asked at every save, so it is there from the start. */
  reminders: ModuleServer['reminders']
  /** Where its files stand; null for one that has none (a test's). */
  folder: string | null
  /** Its `server.ts`, imported at the first call. Throws `unavailable` when that is broken; the others live on. */
  server(): Promise<ModuleServer>
}

/** A module whose code is there already. */
export const installed = (server: ModuleServer): InstalledModule => ({
  module: server.module,
  routes: server.routes,
  reminders: server.reminders,
  folder: server.readers === null ? null : dirname(fileURLToPath(server.readers)),
  server: async () => server,
})
