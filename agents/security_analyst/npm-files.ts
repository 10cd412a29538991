import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { baseScore, type Rating, ratingOf } from '../kit/cvss.ts'

// package-lock.json (docs.npmjs.com, "package-lock.json", lockfileVersion 2 and 3) and the report of `npm audit --json`
// (auditReportVersion 2).

export const PACKAGES_MAX = 20_000

const Package = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  deprecated: z.string().optional(),
  license: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.looseObject({ lockfileVersion: z.number(), packages: z.record(z.string(), Package) })

export interface Installed {
  /** `node_modules/a/node_modules/b` */
  place: string
  name: string
  version: string
  resolved: string
  hasIntegrity: boolean
  isDev: boolean
  hasInstallScript: boolean
  deprecated: string
  license: string
  isDirect: boolean
}

/** Throws `bad_request` when it is no lock file of npm 7 or later. */
export function readLock(said: unknown, name: string): Installed[] {
  const lock = Lock.safeParse(said)
  if (!lock.success)
    throw new AppError(
      'bad_request',
      `“${name}” is no package-lock.json of npm 7 or later. Let npm write one: npm install --package-lock-only.`,
    )
  const { '': root, ...packages } = lock.data.packages
  const direct = new Set(Object.keys({ ...root?.dependencies, ...root?.devDependencies }))
  return Object.entries(packages)
    .filter(([place, one]) => place.includes('node_modules/') && !one.link)
    .slice(0, PACKAGES_MAX)
    .map(([place, one]) => {
      const own = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return {
        place,
        name: own,
        version: one.version ?? '',
        resolved: one.resolved ?? '',
        hasIntegrity: one.inBundle === true || Boolean(one.integrity),
        isDev: one.dev === true,
        hasInstallScript: one.hasInstallScript === true,
        deprecated: one.deprecated ?? '',
        license: typeof one.license === 'string' ? one.license : '',
        isDirect: place === `node_modules/${own}` && direct.has(own),
      }
    })
}

const Advisory = z.looseObject({
  title: z.string().optional(),
  url: z.string().optional(),
  severity: z.string().optional(),
  range: z.string().optional(),
  cwe: z.array(z.string()).optional(),
  cvss: z.looseObject({ score: z.number().nullish(), vectorString: z.string().nullish() }).optional(),
})
const Vulnerable = z.looseObject({
  name: z.string(),
  severity: z.string(),
  isDirect: z.boolean().optional(),
  via: z.array(z.union([z.string(), Advisory])),
  range: z.string().optional(),
  nodes: z.array(z.string()).optional(),
  fixAvailable: z
    .union([
      z.boolean(),
      z.looseObject({ name: z.string(), version: z.string(), isSemVerMajor: z.boolean().optional() }),
    ])
    .optional(),
})
const Audit = z.looseObject({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), Vulnerable),
})

export interface Weakness {
  name: string
  rating: Rating
  /** CVSS, the highest of its advisories; null when none says. */
  score: number | null
  range: string
  isDirect: boolean
  isDevOnly: boolean
  titles: string[]
  links: string[]
  cwe: string[]
  /** Names of the packages through which it is vulnerable. */
  through: string[]
  /** `next@15.1.2` */
  update: string
  fix: 'update' | 'major' | 'audit fix' | 'none'
}

const RATINGS: Record<string, Rating> = {
  critical: 'critical',
  high: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
  info: 'none',
}

/** Throws `bad_request` when it is no report of npm 7 or later. `installed`: what the lock file says, if there is one. */
export function readAudit(said: unknown, name: string, installed: readonly Installed[]): Weakness[] {
  const audit = Audit.safeParse(said)
  if (!audit.success)
    throw new AppError('bad_request', `“${name}” is no report of npm audit. Give what this writes: npm audit --json.`)
  const dev = new Map(installed.map(({ place, isDev }) => [place, isDev]))
  return Object.values(audit.data.vulnerabilities).map((one) => {
    const advisories = one.via.filter((via) => typeof via !== 'string')
    const scores = advisories
      .map(({ cvss }) => (cvss?.score ? cvss.score : baseScore(cvss?.vectorString ?? '')))
      .filter((score) => score !== null)
    const score = scores.length > 0 ? Math.max(...scores) : null
    const fix = one.fixAvailable
    const isUpdate = typeof fix === 'object'
    return {
      name: one.name,
      rating: RATINGS[one.severity.toLowerCase()] ?? (score === null ? 'medium' : ratingOf(score)),
      score,
      range: one.range ?? '',
      isDirect: one.isDirect === true,
      isDevOnly: (one.nodes ?? []).length > 0 && (one.nodes ?? []).every((place) => dev.get(place) === true),
      titles: [...new Set(advisories.map(({ title }) => title ?? '').filter(Boolean))],
      links: [...new Set(advisories.map(({ url }) => url ?? '').filter((url) => /^https:\/\//.test(url)))],
      cwe: [...new Set(advisories.flatMap(({ cwe }) => cwe ?? []))],
      through: one.via.filter((via) => typeof via === 'string'),
      update: isUpdate ? `${fix.name}@${fix.version}` : '',
      fix: isUpdate ? (fix.isSemVerMajor ? 'major' : 'update') : fix === true ? 'audit fix' : 'none',
    }
  })
}
