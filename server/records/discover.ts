import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Module, RowFields } from '@atrium/contract/module'
import type { ModuleServer } from '@atrium/contract/module-server'
import type { Log } from '../platform/telemetry.ts'
import { indexesOf } from './declared-indexes.ts'
import { faultsInReferences } from './references.ts'
import { faultsInSentences } from './sentences.ts'

const ID = /^[a-z][a-z0-9-]{0,31}$/
const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
/** `/feed/:token` */
const PATH = /^(\/(:[a-z][A-Za-z]*|[a-z0-9][a-z0-9.-]*))+$/

/** What is wrong with a module; empty when it can live. */
export function faultsOf(folder: string, module: Module, server: ModuleServer): string[] {
  const { handlers } = server
  const faults: string[] = []
  if (!ID.test(module.id)) faults.push(`its id “${module.id}” is not lower-case letters, digits and dashes`)
  if (module.id !== folder) faults.push(`its id is “${module.id}” but its folder is “${folder}”`)
  for (const name of Object.keys(module.actions)) {
    if (!NAME.test(name)) faults.push(`the action name “${name}” is not camelCase`)
    if (typeof handlers[name] !== 'function') faults.push(`the action “${name}” has no handler`)
  }
  for (const name of Object.keys(handlers))
    if (!Object.hasOwn(module.actions, name)) faults.push(`the handler “${name}” has no action`)
  for (const part of ['imports', 'exports'] as const) {
    const declared = module[part] ?? {}
    const given = server[part] ?? {}
    for (const name of Object.keys(declared)) {
      if (!NAME.test(name)) faults.push(`the name “${name}” in ${part} is not camelCase`)
      if (typeof given[name] !== 'function') faults.push(`“${name}” in ${part} has no function`)
    }
    for (const name of Object.keys(given))
      if (!Object.hasOwn(declared, name)) faults.push(`the function “${name}” in ${part} is not declared`)
  }
  for (const { path, access, effect } of server.routes ?? []) {
    if (!PATH.test(path)) faults.push(`its address “${path}” is not lower-case words and :parameters`)
    if (access === 'link' && (!/\/:token(\/|$)/.test(path) || effect !== 'read'))
      faults.push(`its address “${path}” is for links, so it needs a :token and only reads`)
  }
  for (const [name, { schema, key }] of Object.entries(module.collections)) {
    if (key !== undefined && !Object.hasOwn(schema.shape, key))
      faults.push(`“${name}” has no field “${key}” to be its key`)
    if (!NAME.test(name)) faults.push(`the collection name “${name}” is not camelCase`)
    for (const field of Object.keys(RowFields.shape))
      if (Object.hasOwn(schema.shape, field))
        faults.push(`the collection “${name}” has a field “${field}”, which the core owns`)
    if (Object.hasOwn(schema.shape, 'or')) faults.push(`the collection “${name}” has a field “or”, which queries own`)
  }
  try {
    indexesOf(module)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  faults.push(...faultsInReferences(module))
  for (const [name, action] of Object.entries(module.actions)) faults.push(...faultsInSentences(name, action))
  return faults
}

async function load(directory: string, folder: string): Promise<ModuleServer> {
  const from = async (file: string): Promise<unknown> =>
    ((await import(pathToFileURL(join(directory, folder, file)).href)) as { default?: unknown }).default
  const module = (await from('module.ts')) as Module | undefined
  const server = (await from('server.ts')) as ModuleServer | undefined
  if (!module?.actions) throw new Error('module.ts has no default export made by defineModule')
  if (!server?.handlers) throw new Error('server.ts has no default export made by defineServer')
  const faults = faultsOf(folder, module, server)
  if (faults.length > 0) throw new Error(faults.join('; '))
  return { ...server, module }
}

/**
 * The modules of a directory, by id. A broken one is logged and left out with its name; the others live.
 * Two modules that claim one page are both kept: the first by name has it.
 */
export async function discover(directory: string, log: Log): Promise<ModuleServer[]> {
  if (!existsSync(directory)) return []
  const entries = await readdir(directory, { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(directory, entry.name, 'module.ts')))
    .map((entry) => entry.name)
    .sort()
  const loaded = await Promise.all(
    folders.map((folder) =>
      load(directory, folder).catch((err: unknown) => {
        log.error({ err, module: folder }, `the module “${folder}” is broken and was left out`)
        return null
      }),
    ),
  )
  return loaded.filter((server) => server !== null)
}
