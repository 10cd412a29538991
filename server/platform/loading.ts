import { constants, enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Imports Node's own modules only: whatever else it needed would be loaded slowly.

const ROOT = new URL('../../', import.meta.url)
/** Goes with the packages that it was made from. scripts/setup.mjs names the same folder. */
export const COMPILED = fileURLToPath(new URL('node_modules/.cache/compiled', ROOT))
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//

interface Resolved {
  url: string
  format?: string | null | undefined
}

interface From {
  parentURL?: string | undefined
  conditions: readonly string[]
  importAttributes: Record<string, string | undefined>
}

/** The part of a tree in which a package's name means the same everywhere: a package, a workspace, a module. */
function placeOf(file: string, root: string): string {
  const inPackage = PACKAGE.exec(file)?.[0]
  if (inPackage || !file.startsWith(root)) return inPackage ?? new URL('.', file).href
  const [top, second] = file.slice(root.length).split('/', 2)
  return top === 'modules' ? `${root}${top}/${second}/` : `${root}${top}/`
}

/**
 * Resolves import specifiers as Node does, remembering two facts: the files of one folder with one extension have one
 * format, and a package's name means the same throughout the package or workspace that imports it. Node itself parses the
 * `exports` of the package anew for each import statement (24.21, getPackageScopeConfig): 179 KB of JSON, 447 times,
 * for drizzle-orm alone.
 */
export function createResolution(
  root = ROOT.href,
): (specifier: string, from: From, search: () => Resolved) => Resolved {
  /** by folder and extension */
  const formats = new Map<string, string>()
  /** by place and specifier */
  const named = new Map<string, Resolved>()

  function beside(specifier: string, parent: string, search: () => Resolved): Resolved {
    const { href: url } = new URL(specifier, parent)
    const kind = url.slice(0, url.lastIndexOf('/') + 1) + url.slice(url.lastIndexOf('.'))
    const format = formats.get(kind)
    if (format) return { url, format }
    const found = search()
    if (found.format && found.url === url) formats.set(kind, found.format)
    return found
  }

  function byName(specifier: string, parent: string, search: () => Resolved): Resolved {
    const key = `${placeOf(parent, root)} ${specifier}`
    const known = named.get(key)
    if (known) return known
    const { url, format } = search()
    named.set(key, { url, format })
    return { url, format }
  }

  return (specifier, { parentURL: parent, conditions, importAttributes }, search) => {
    const isPlain = conditions.includes('import') && Object.keys(importAttributes).length === 0
    if (!parent?.startsWith('file:') || !isPlain) return search()
    if (/^\.\.?\/.*\.m?js$/.test(specifier) && PACKAGE.test(parent)) return beside(specifier, parent, search)
    if (/^[@a-z][^:]*$/i.test(specifier)) return byName(specifier, parent, search)
    return search()
  }
}

export interface Loading {
  /** Why compiled code is not kept; undefined when it is. */
  problem: string | undefined
  /** Leaves resolution to Node again. */
  end(): void
}

/**
 * Makes the imports that follow fast. Code that Node has compiled and stripped of types is kept on disk when the process
 * exits, by the hash of its source, for the next start; names are resolved once.
 */
export function quickenLoading(): Loading {
  const { status, message } = enableCompileCache(COMPILED)
  const resolve = createResolution()
  const hooks = registerHooks({
    resolve: (specifier, context, next) => ({
      ...resolve(specifier, context, () => next(specifier, context)),
      shortCircuit: true,
    }),
  })
  return {
    problem: status === constants.compileCacheStatus.FAILED ? message : undefined,
    end: () => hooks.deregister(),
  }
}
