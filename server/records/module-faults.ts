import { type Module, RowFields } from '@atrium/contract/module'
import type { DescribedRoute, ModuleServer } from '@atrium/contract/module-server'
import { faultsInJobs } from '../jobs/faults.ts'
import { declaredBy } from './declared-indexes.ts'
import { faultsInPages } from './page-faults.ts'
import { faultsInReferences } from './references.ts'
import { faultsInSentences } from './sentences.ts'

const ID = /^[a-z][a-z0-9-]{0,31}$/
const NAME = /^[a-z][A-Za-z0-9]{0,31}$/
/** `/feed/:token` */
const PATH = /^(\/(:[a-z][A-Za-z]*|[a-z0-9][a-z0-9.-]*))+$/

/** What is wrong with what a module declares; empty when it can live. */
export function faultsInDeclaration(folder: string, module: Module, routes: readonly DescribedRoute[]): string[] {
  const faults: string[] = []
  if (!ID.test(module.id)) faults.push(`its id “${module.id}” is not lower-case letters, digits and dashes`)
  if (module.id !== folder) faults.push(`its id is “${module.id}” but its folder is “${folder}”`)
  for (const part of ['actions', 'imports', 'exports', 'jobs', 'collections', 'pages'] as const)
    for (const name of Object.keys(module[part] ?? {}))
      if (!NAME.test(name)) faults.push(`the name “${name}” in ${part} is not camelCase`)
  for (const [name, { table }] of Object.entries(module.imports ?? {}))
    if (table !== undefined && !Object.hasOwn(module.collections, table))
      faults.push(`“${name}” in imports takes tables into “${table}”, which is no collection`)
  for (const { path, access, effect, allowedBy } of routes) {
    if (!PATH.test(path)) faults.push(`its address “${path}” is not lower-case words and :parameters`)
    if (access === 'link' && !/\/:token(\/|$)/.test(path))
      faults.push(`its address “${path}” is for links, so it needs a :token`)
    if ((access === 'link' && effect !== 'read') !== (allowedBy !== undefined))
      faults.push(`its address “${path}” writes behind a link exactly where that has to allow it by a name`)
    if (allowedBy !== undefined && Object.hasOwn(module.actions, allowedBy))
      faults.push(`what links allow for “${path}” is called as an action, “${allowedBy}”`)
  }
  for (const [name, { schema, key }] of Object.entries(module.collections)) {
    if (key !== undefined && !Object.hasOwn(schema.shape, key))
      faults.push(`“${name}” has no field “${key}” to be its key`)
    for (const field of Object.keys(RowFields.shape))
      if (Object.hasOwn(schema.shape, field))
        faults.push(`the collection “${name}” has a field “${field}”, which the core owns`)
    if (Object.hasOwn(schema.shape, 'or')) faults.push(`the collection “${name}” has a field “or”, which queries own`)
  }
  try {
    declaredBy(module)
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  faults.push(...faultsInReferences(module), ...faultsInJobs(module), ...faultsInPages(module))
  for (const [name, action] of Object.entries(module.actions)) faults.push(...faultsInSentences(name, action))
  return faults
}

const addressOf = ({ method, path }: DescribedRoute) => `${method} ${path}`

/** What a module declares and its code does not give, or the other way round. */
export function faultsInServer(module: Module, routes: readonly DescribedRoute[], server: ModuleServer): string[] {
  const faults: string[] = []
  const parts = { actions: server.handlers, imports: server.imports, exports: server.exports, jobs: server.jobs }
  for (const [part, given] of Object.entries(parts)) {
    const declared = module[part as keyof typeof parts] ?? {}
    for (const name of Object.keys(declared)) {
      const isOurs = part === 'imports' && module.imports?.[name]?.table !== undefined
      if (!isOurs && typeof given[name] !== 'function') faults.push(`“${name}” in ${part} has no function`)
    }
    for (const name of Object.keys(given))
      if (!Object.hasOwn(declared, name)) faults.push(`the function “${name}” in ${part} is not declared`)
  }
  const heard = new Set(Object.keys(server.on))
  const listens = new Set(module.listens)
  for (const action of listens.difference(heard)) faults.push(`it listens to “${action}”, and nothing in on answers`)
  for (const action of heard.difference(listens)) faults.push(`“${action}” in on is not among what it listens to`)
  if ((module.dav !== undefined) !== (server.dav !== null))
    faults.push('only one of module.ts and server.ts has a tree for WebDAV')
  for (const [name, { table, copy }] of Object.entries(module.pages ?? {})) {
    if (table === undefined && typeof server.pages[name]?.content !== 'function')
      faults.push(`“${name}” in pages has no function`)
    if (copy && typeof server.pages[name]?.export !== 'function')
      faults.push(`“${name}” in pages does not say what its copy exports`)
  }
  const described = new Set(routes.map(addressOf))
  const answered = new Set(server.routes.map(addressOf))
  for (const address of described.difference(answered)) faults.push(`nothing answers at its address “${address}”`)
  for (const address of answered.difference(described))
    faults.push(`its address “${address}” is not described in routes.ts`)
  for (const route of server.routes)
    if (typeof route.handle !== 'function') faults.push(`its address “${addressOf(route)}” has no function`)
  return faults
}
