import { AppError } from '@atrium/contract/errors'
import { XMLParser } from 'fast-xml-parser'
import { isCut } from '../kit/cut-text.ts'

// Test results in JUnit's XML, as Ant, Maven Surefire, pytest, Jest, Vitest, Go and others write it (testmoapp/junitxml
// collects their forms; Surefire's schema 3.0 has flakyFailure and rerunFailure).

export const TESTS_MAX = 20_000

export type Outcome = 'passed' | 'failed' | 'error' | 'skipped'

export interface TestResult {
  /** Suite, class and name: what tells it from others. */
  key: string
  suite: string
  name: string
  outcome: Outcome
  /** Seconds; null when it is not said. */
  seconds: number | null
  message: string
  /** It failed and passed in the same run. */
  isFlaky: boolean
}

type Node = Record<string, unknown>

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: 'attributes',
  textNodeName: 'text',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) =>
    ['testsuite', 'testcase', 'failure', 'error', 'skipped', 'flakyFailure', 'flakyError', 'rerunFailure'].includes(
      name,
    ),
})

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (node: Node, name: string): unknown[] => (Array.isArray(node[name]) ? (node[name] as unknown[]) : [])
const attribute = (node: Node, name: string): string => {
  const value = isNode(node.attributes) ? node.attributes[name] : undefined
  return typeof value === 'string' ? value : ''
}

function messageOf(found: unknown): string {
  if (typeof found === 'string') return found
  if (!isNode(found)) return ''
  const body = typeof found.text === 'string' ? found.text : ''
  return (attribute(found, 'message') || body).trim().slice(0, 2_000)
}

function resultOf(node: Node, suite: string): TestResult {
  const name = attribute(node, 'name') || 'without a name'
  const place = attribute(node, 'classname') || suite
  const failure = listOf(node, 'failure')[0]
  const error = listOf(node, 'error')[0]
  const outcome: Outcome =
    failure !== undefined
      ? 'failed'
      : error !== undefined
        ? 'error'
        : listOf(node, 'skipped').length > 0
          ? 'skipped'
          : 'passed'
  const flaky = listOf(node, 'flakyFailure')[0] ?? listOf(node, 'flakyError')[0]
  const seconds = Number.parseFloat(attribute(node, 'time').replace(/,/g, ''))
  return {
    key: JSON.stringify([place, name]),
    suite: place,
    name,
    outcome,
    seconds: Number.isFinite(seconds) ? seconds : null,
    message: messageOf(failure ?? error ?? flaky),
    isFlaky: flaky !== undefined,
  }
}

function collect(node: Node, above: string, results: TestResult[], depth: number): void {
  if (depth > 20) return
  for (const suite of listOf(node, 'testsuite').filter(isNode)) {
    const name = attribute(suite, 'name') || above
    for (const test of listOf(suite, 'testcase').filter(isNode))
      if (results.length < TESTS_MAX) results.push(resultOf(test, name))
    collect(suite, name, results, depth + 1)
  }
}

/** The same test told twice with different outcomes is flaky: one passed result stays, marked so (Surefire's rule). */
function joined(results: readonly TestResult[]): TestResult[] {
  const byKey = new Map<string, TestResult>()
  for (const result of results) {
    const known = byKey.get(result.key)
    if (!known) byKey.set(result.key, result)
    else if (known.outcome !== result.outcome && [known, result].some(({ outcome }) => outcome === 'passed')) {
      const [passed, other] = known.outcome === 'passed' ? [known, result] : [result, known]
      if (other.outcome !== 'skipped') byKey.set(result.key, { ...passed, isFlaky: true, message: other.message })
    }
  }
  return [...byKey.values()]
}

/** Throws `bad_request` when it is no JUnit XML. */
export function readJunit(text: string, name: string): TestResult[] {
  const wrong = (cause?: unknown) =>
    new AppError(
      'bad_request',
      `“${name}” is no JUnit XML. Let the test runner write one (testsuites with testcases).`,
      { cause },
    )
  if (isCut(text))
    throw new AppError(
      'bad_request',
      `“${name}” is larger than 1 MB of text. Give the results of fewer suites at once.`,
    )
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw wrong()
  let read: unknown
  try {
    read = parser.parse(text)
  } catch (cause) {
    throw wrong(cause)
  }
  const root = isNode(read) ? (isNode(read.testsuites) ? read.testsuites : read) : {}
  const results: TestResult[] = []
  collect(root, '', results, 0)
  if (results.length === 0) throw wrong()
  return joined(results)
}

/** A message without what differs from run to run, so that the same fault is known again. */
export const signatureOf = (message: string): string =>
  (message.split('\n').find((line) => line.trim()) ?? 'no message')
    .replace(/0x[\da-f]+/gi, '…')
    .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, '…')
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@-]+){2,}/g, '…')
    .replace(/\d+(?:\.\d+)?/g, 'n')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
