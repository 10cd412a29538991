import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '@atrium/contract/errors'
import type { Module } from '@atrium/contract/module'
import type { DescribedRoute, ModuleServer } from '@atrium/contract/module-server'
import { loadOnce } from '../platform/load-once.ts'
import type { Log } from '../platform/telemetry.ts'
import type { InstalledModule } from './installed.ts'
import { faultsInDeclaration, faultsInServer } from './module-faults.ts'
import { standsIn } from './module-texts.ts'

async function defaultOf(file: string): Promise<unknown> {
  return ((await import(pathToFileURL(file).href)) as { default?: unknown }).default
}

const refuse = (faults: readonly string[]) => {
  if (faults.length > 0) throw new Error(faults.join('; '))
}

/** What a module declares. Its code waits for the first call: sixty modules are not loaded for the one that is used. */
async function load(directory: string, id: string, log: Log): Promise<InstalledModule> {
  const folder = join(directory, id)
  const has = (file: string) => existsSync(join(folder, file))
  const module = (await defaultOf(join(folder, 'module.ts'))) as Module | undefined
  if (!module?.actions) throw new Error('module.ts has no default export made by defineModule')
  if (!has('server.ts')) throw new Error('it has no server.ts')
  const described = has('routes.ts') ? await defaultOf(join(folder, 'routes.ts')) : {}
  if (typeof described !== 'object' || described === null)
    throw new Error('routes.ts has no default export made by defineRoutes')
  const routes = Object.values(described) as DescribedRoute[]
  const reminders = (
    has('reminders.ts') ? await defaultOf(join(folder, 'reminders.ts')) : {}
  ) as ModuleServer['reminders']
  refuse(faultsInDeclaration(id, module, routes))
  standsIn(module, folder)

  const server = loadOnce(async () => {
    try {
      const server = (await defaultOf(join(folder, 'server.ts'))) as ModuleServer | undefined
      if (!server?.handlers) throw new Error('server.ts has no default export made by defineServer')
      refuse(faultsInServer(module, routes, server))
      return server
    } catch (cause) {
      log.error({ err: cause, module: id }, `server.ts of the module “${id}” is broken`)
      throw new AppError(
        'unavailable',
        `${module.title} cannot work on this server now: a part of it could not be loaded. Its log says why.`,
        { cause },
      )
    }
  })
  return { module, routes, reminders, folder, server }
}

/**
 * The modules of a directory, by id. One whose declaration is broken is logged and left out with its name; the others live.
 * Two modules that claim one page are both kept: the first by name has it.
 */
export async function discover(directory: string, log: Log): Promise<InstalledModule[]> {
  if (!existsSync(directory)) return []
  const entries = await readdir(directory, { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, 'module.ts')))
    .map((entry) => entry.name)
    .sort()
  const loaded = await Promise.all(
    folders.map((folder) =>
      load(directory, folder, log).catch((err: unknown) => {
        log.error({ err, module: folder }, `the module “${folder}” is broken and was left out`)
        return null
      }),
    ),
  )
  return loaded.filter((module) => module !== null)
}
