// npm keeps what only development needs where a package that runs could use it too (an optional peer: better-auth knows
// Vite, React and more). What a server is installed for does without: about 120 MB.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where `name` is found from the package at `from`, as Node looks for it: in its own folder, then upwards. */
function resolved(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (!at.endsWith('node_modules') && packages[path]) return path
    if (at === '') return null
  }
}

/** The packages of a lockfile that no dependency leads to but development's own and optional peers. */
export function unneeded({ packages }) {
  const needed = new Set()
  const need = (path) => {
    if (needed.has(path)) return
    needed.add(path)
    const { link, resolved: target, ...entry } = packages[path]
    if (link) return need(target)
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    )
    for (const name of [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}),
      ...peers,
    ]) {
      const found = resolved(packages, path, name)
      if (found) need(found)
    }
  }
  for (const path of ['', ...(packages[''].workspaces ?? [])]) need(path)
  return Object.keys(packages).filter((path) => path.includes('node_modules/') && !needed.has(path))
}

export function removeUnneeded(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const path of unneeded(lock)) rmSync(join(root, path), { recursive: true, force: true })
  const bin = join(root, 'node_modules', '.bin')
  for (const name of existsSync(bin) ? readdirSync(bin) : [])
    if (lstatSync(join(bin, name)).isSymbolicLink() && !existsSync(join(bin, name))) rmSync(join(bin, name))
}
