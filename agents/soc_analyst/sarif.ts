import { AppError } from '@atrium/contract/errors'
import { z } from 'zod'
import { type Rating, ratingOf } from '../kit/cvss.ts'
import { cutTo } from '../kit/telling.ts'

// What a SARIF log says. OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0"; sections in brackets.

/** Results that a triage looks at. */
export const RESULTS_MAX = 5_000

const Message = z.looseObject({
  text: z.string().optional(),
  markdown: z.string().optional(),
  id: z.string().optional(),
  arguments: z.array(z.string()).optional(),
})
const Level = z.enum(['none', 'note', 'warning', 'error'])
export type Level = z.infer<typeof Level>
const Properties = z.record(z.string(), z.unknown())
const Rule = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  shortDescription: Message.optional(),
  help: Message.optional(),
  helpUri: z.string().optional(),
  messageStrings: z.record(z.string(), Message).optional(),
  defaultConfiguration: z.looseObject({ level: Level.optional(), enabled: z.boolean().optional() }).optional(),
  properties: Properties.optional(),
})
type Rule = z.infer<typeof Rule>
const Component = z.looseObject({
  name: z.string(),
  version: z.string().optional(),
  semanticVersion: z.string().optional(),
  rules: z.array(Rule).optional(),
})
const Artifact = z.looseObject({ uri: z.string().optional(), index: z.number().int().optional() })
const Location = z.looseObject({
  physicalLocation: z
    .looseObject({
      artifactLocation: Artifact.optional(),
      region: z.looseObject({ startLine: z.number().optional() }).optional(),
    })
    .optional(),
})
const Result = z.looseObject({
  ruleId: z.string().optional(),
  ruleIndex: z.number().int().optional(),
  rule: z
    .looseObject({
      id: z.string().optional(),
      index: z.number().int().optional(),
      toolComponent: z.looseObject({ index: z.number().int().optional() }).optional(),
    })
    .optional(),
  kind: z.enum(['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']).optional(),
  level: Level.optional(),
  message: Message.optional(),
  locations: z.array(Location).optional(),
  fingerprints: z.record(z.string(), z.string()).optional(),
  partialFingerprints: z.record(z.string(), z.string()).optional(),
  codeFlows: z.array(z.unknown()).optional(),
  suppressions: z.array(z.looseObject({ kind: z.string().optional(), status: z.string().optional() })).optional(),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
  properties: Properties.optional(),
})
type Result = z.infer<typeof Result>
const Run = z.looseObject({
  tool: z.looseObject({ driver: Component, extensions: z.array(Component).optional() }),
  artifacts: z.array(z.looseObject({ location: Artifact.optional() })).optional(),
  results: z.array(z.unknown()).nullable().optional(),
})
type Run = z.infer<typeof Run>
const Log = z.looseObject({ version: z.string(), runs: z.array(Run).max(50) })

export interface Finding {
  /** `runs[0].results[3]` */
  place: string
  tool: string
  rule: string
  /** What the rule is called or says of itself. */
  about: string
  message: string
  level: Level
  /** 0 to 10, the rule's `security-severity`; null when it has none. */
  score: number | null
  rating: Rating
  /** `CWE-89` */
  weaknesses: string[]
  /** As the tool says: `high`, `very-high`; empty when it does not. */
  precision: string
  path: string
  line: number | null
  /** Whether the tool shows a way from a source to this place. */
  hasFlow: boolean
  state: 'new' | 'unchanged' | 'updated' | ''
  /** By which the same finding is told again: the tool's own, else rule, path and line. */
  identity: string
}

export interface Reading {
  tools: string[]
  findings: Finding[]
  /** What was not taken as a finding, and why. */
  left: { place: string; why: string }[]
  /** Results that a person has to look at: kind `review` or `open`. */
  undecided: string[]
  total: number
}

/** [3.27.23]: suppressed when there is a suppression, and none of them waits for review or was rejected. */
const isSuppressed = ({ suppressions = [] }: Result): boolean =>
  suppressions.length > 0 && suppressions.every(({ status }) => status === undefined || status === 'accepted')

/** [3.27.10]: the result's own; none when it is no failure; else the rule's default, else `warning`. */
const levelOf = (result: Result, rule: Rule | undefined): Level =>
  result.level ?? ((result.kind ?? 'fail') === 'fail' ? (rule?.defaultConfiguration?.level ?? 'warning') : 'none')

function ruleOf(run: Run, result: Result): Rule | undefined {
  const extension = result.rule?.toolComponent?.index
  const component = extension === undefined ? run.tool.driver : run.tool.extensions?.[extension]
  const at = result.ruleIndex ?? result.rule?.index ?? -1
  const id = result.ruleId ?? result.rule?.id
  const named = (one: Rule) => id === one.id || id?.startsWith(`${one.id}/`) === true // [3.52.4], hierarchical
  return (
    component?.rules?.[at] ??
    [run.tool.driver, ...(run.tool.extensions ?? [])].flatMap((one) => one.rules ?? []).find(named)
  )
}

/** [3.11.5 to 3.11.7]: the text, or the rule's message string with its placeholders filled in. */
function messageOf({ message }: Result, rule: Rule | undefined): string {
  const text = message?.text ?? rule?.messageStrings?.[message?.id ?? '']?.text ?? message?.markdown ?? ''
  return text
    .replace(/\{\{|\}\}|\{(\d+)\}/g, (found, at: string | undefined) =>
      at === undefined ? (found[0] as string) : (message?.arguments?.[Number(at)] ?? found),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

function pathOf(run: Run, result: Result): string {
  const location = result.locations?.[0]?.physicalLocation?.artifactLocation
  return location?.uri ?? run.artifacts?.[location?.index ?? -1]?.location?.uri ?? ''
}

const said = (properties: Record<string, unknown> | undefined, key: string): string => {
  const value = properties?.[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** CWE numbers in the tags (`external/cwe/cwe-089`, `CWE-89: …`) and in `cwe` of rule and result. */
function weaknessesIn(...all: (Record<string, unknown> | undefined)[]): string[] {
  const texts = all.flatMap((one) => [one?.tags, one?.cwe]).flatMap((value) => (Array.isArray(value) ? value : [value]))
  const found = texts.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(/cwe[-/_: ]*0*(\d+)/gi)].map(([, number]) => `CWE-${number}`) : [],
  )
  return [...new Set(found)]
}

const LEVEL_RATING = { error: 'high', warning: 'medium', note: 'low', none: 'none' } as const satisfies Record<
  Level,
  Rating
>

function findingOf(run: Run, result: Result, place: string): Finding {
  const rule = ruleOf(run, result)
  const level = levelOf(result, rule)
  const number = Number.parseFloat(
    said(result.properties, 'security-severity') || said(rule?.properties, 'security-severity'),
  )
  const score = number >= 0 && number <= 10 ? number : null
  const id = result.ruleId ?? result.rule?.id ?? rule?.id ?? 'without a rule'
  const path = pathOf(run, result)
  const line = result.locations?.[0]?.physicalLocation?.region?.startLine ?? null
  const prints = Object.entries({ ...result.partialFingerprints, ...result.fingerprints }).sort()
  return {
    place,
    tool: cutTo(run.tool.driver.name, 100),
    rule: cutTo(id, 300),
    about: rule?.shortDescription?.text ?? rule?.name ?? '',
    message: cutTo(messageOf(result, rule), 2_000),
    level,
    score,
    rating: score === null ? LEVEL_RATING[level] : ratingOf(score),
    weaknesses: weaknessesIn(rule?.properties, result.properties),
    precision: said(rule?.properties, 'precision'),
    path: cutTo(path, 1_000),
    line,
    hasFlow: (result.codeFlows?.length ?? 0) > 0,
    state: result.baselineState === 'absent' ? '' : (result.baselineState ?? ''),
    identity: prints.length > 0 ? JSON.stringify([id, path, prints]) : JSON.stringify([id, path, line]),
  }
}

/** Why a result is no finding to be triaged; empty when it is one. */
function whyLeft(result: Result): string {
  if (isSuppressed(result)) return 'suppressed'
  if (result.baselineState === 'absent') return 'gone since the baseline'
  if (result.kind === 'pass' || result.kind === 'notApplicable' || result.kind === 'informational')
    return `of kind “${result.kind}”`
  return ''
}

/** Reads a log. Results that are no results are left out one by one. Throws `bad_request` when it is no SARIF 2.1.0. */
export function readSarif(said: unknown, name: string): Reading {
  const log = Log.safeParse(said)
  if (!log.success || log.data.version !== '2.1.0')
    throw new AppError(
      'bad_request',
      `“${name}” is no SARIF 2.1.0 log. Let the scanner write one (version 2.1.0, with runs).`,
    )
  const reading: Reading = { tools: [], findings: [], left: [], undecided: [], total: 0 }
  for (const [at, run] of log.data.runs.entries()) {
    const { name: tool, semanticVersion, version } = run.tool.driver
    reading.tools.push(cutTo([tool, semanticVersion ?? version ?? ''].join(' ').trim(), 80))
    for (const [number, raw] of (run.results ?? []).entries()) {
      reading.total++
      const place = `runs[${at}].results[${number}]`
      const result = Result.safeParse(raw)
      const why = !result.success
        ? `no result: ${result.error.issues[0]?.path.join('.') || 'its shape'} is not as in SARIF`
        : reading.findings.length >= RESULTS_MAX
          ? `beyond the first ${RESULTS_MAX.toLocaleString('en')}`
          : whyLeft(result.data)
      if (why || !result.success) reading.left.push({ place, why })
      else if (result.data.kind === 'review' || result.data.kind === 'open') reading.undecided.push(place)
      else reading.findings.push(findingOf(run, result.data, place))
    }
  }
  return reading
}
