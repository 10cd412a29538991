import type { Rating } from '../kit/cvss.ts'
import type { Installed, Weakness } from './npm-files.ts'

// What of a tree of packages is weak, and what mends it. OWASP Top 10 2021, A06 and A08; OpenSSF, "npm Best Practices".

const ORDER: readonly Rating[] = ['critical', 'high', 'medium', 'low', 'none']

/** The gravest first; of equal ones those that are shipped, then those that the project names itself. */
export const byGravity = (weaknesses: readonly Weakness[]): Weakness[] =>
  weaknesses.toSorted(
    (a, b) =>
      ORDER.indexOf(a.rating) - ORDER.indexOf(b.rating) ||
      Number(a.isDevOnly) - Number(b.isDevOnly) ||
      (b.score ?? 0) - (a.score ?? 0) ||
      Number(b.isDirect) - Number(a.isDirect) ||
      (a.name < b.name ? -1 : 1),
  )

export interface Repair {
  /** `npm install next@15.1.2` */
  command: string
  mends: string[]
  worst: Rating
  note: string
}

/** What to run, one line for all that it mends, the gravest first; what has no fix last. */
export function repairs(weaknesses: readonly Weakness[]): Repair[] {
  const groups = Map.groupBy(byGravity(weaknesses), ({ fix, update }) =>
    fix === 'none' ? 'none' : fix === 'audit fix' ? 'npm audit fix' : `npm install ${update}`,
  )
  return [...groups]
    .map(([command, mended]) => ({
      command: command === 'none' ? 'none' : command,
      mends: mended.map(({ name }) => name),
      worst: mended[0]?.rating ?? 'none',
      note:
        command === 'none'
          ? 'No fixed version is known: replace it, take it out, or keep it with a reason and a date.'
          : mended.some(({ fix }) => fix === 'major')
            ? 'A new major version: read its changelog and run the tests.'
            : 'Within the ranges that the project allows.',
    }))
    .sort(
      (a, b) =>
        Number(a.command === 'none') - Number(b.command === 'none') || ORDER.indexOf(a.worst) - ORDER.indexOf(b.worst),
    )
}

export interface Practice {
  what: string
  /** What is affected, `name@version`. */
  found: string[]
  fix: string
  weight: 'high' | 'medium' | 'low'
}

const hostOf = (resolved: string): string =>
  /^(?:git\+)?(?:https?|ssh):\/\/(?:[^@/]+@)?([^/:]+)/.exec(resolved)?.[1] ?? ''
const named = ({ name, version }: Installed) => `${name}@${version}`

/** How the lock file keeps to the practices; every practice is there, with nothing found when it is kept. */
export function practices(installed: readonly Installed[]): Practice[] {
  const registry = installed.filter(({ resolved }) => /^https?:/.test(resolved) && !/\.git(#|$)/.test(resolved))
  const hosts = [...Map.groupBy(registry, ({ resolved }) => hostOf(resolved))].sort((a, b) => b[1].length - a[1].length)
  const usual = hosts[0]?.[0] ?? ''
  const versions = [...Map.groupBy(installed, ({ name }) => name)]
    .map(([name, all]) => [name, [...new Set(all.map(({ version }) => version))]] as const)
    .filter(([, all]) => all.length > 2)
  return [
    {
      what: 'Packages without an integrity hash',
      found: installed.filter(({ hasIntegrity, resolved }) => !hasIntegrity && !resolved.startsWith('git')).map(named),
      fix: 'Write the lock file anew from a clean cache, and install with npm ci.',
      weight: 'high',
    },
    {
      what: 'Packages fetched without TLS',
      found: installed.filter(({ resolved }) => resolved.startsWith('http:')).map(named),
      fix: 'Fetch them over https.',
      weight: 'high',
    },
    {
      what: 'Packages from git or from another registry than the rest',
      found: installed
        .filter(
          ({ resolved }) => resolved.startsWith('git') || (/^https?:/.test(resolved) && hostOf(resolved) !== usual),
        )
        .map((one) => `${named(one)} from ${hostOf(one.resolved) || 'git'}`),
      fix: 'Publish them to your registry, or pin the commit and say why.',
      weight: 'medium',
    },
    {
      what: 'Packages that run a script when installed',
      found: installed.filter(({ hasInstallScript }) => hasInstallScript).map(named),
      fix: 'Install with --ignore-scripts and allow the few that need it.',
      weight: 'medium',
    },
    {
      what: 'Packages that their authors have given up',
      found: installed.filter(({ deprecated }) => deprecated !== '').map((one) => `${named(one)}: ${one.deprecated}`),
      fix: 'Move to what the notice names, those that the project names itself first.',
      weight: 'medium',
    },
    {
      what: 'Packages in three or more versions',
      found: versions.map(([name, all]) => `${name}: ${all.join(', ')}`),
      fix: 'npm dedupe, then update those that hold the old versions.',
      weight: 'low',
    },
  ]
}
