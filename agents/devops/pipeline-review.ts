import { type Line, workflowLines } from './workflow-lines.ts'

// What a pipeline does against good practice. OWASP Top 10 CI/CD Security Risks; GitHub, "Security hardening for GitHub
// Actions"; OpenSSF Scorecard (Token-Permissions, Pinned-Dependencies, Dangerous-Workflow).

export interface PipelineFault {
  line: number
  rule: string
  weight: 'high' | 'medium' | 'low'
  what: string
  fix: string
}

/** What others can write: a title, a branch name, a comment. */
const OTHERS =
  /\$\{\{[^}]*github\.(?:event\.(?:issue|pull_request|comment|review|review_comment|discussion|pages|commits|head_commit|workflow_run)[\w.[\]*-]*\.(?:title|body|message|ref|label|name|email|default_branch|page_name|head_branch)|head_ref)[^}]*\}\}/
/** Keys and passwords written out, by the signs of their makers. */
const SECRET =
  /\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|xox[abprs]-[\w-]{10,}|sk_live_[A-Za-z0-9]{16,})\b|-----BEGIN [A-Z ]*PRIVATE KEY-----/

const isRun = ({ path, key }: Line) => path.at(-1) === 'run' || key === 'run'
const isIn = (line: Line, ...path: string[]) => path.every((name, at) => line.path[at] === name)

function* faultsIn(lines: readonly Line[]): Generator<PipelineFault> {
  const triggers = new Set(
    lines
      .filter((line) => line.path[0] === 'on' || (line.path.length === 0 && line.key === 'on'))
      .flatMap(({ key, value, path }) =>
        path.length === 0
          ? value.replace(/[[\]]/g, '').split(/[\s,]+/)
          : path.length === 1 || path.length === 2
            ? [key, value]
            : [],
      ),
  )
  const first = lines[0]?.number ?? 1
  if (!lines.some(({ key, path }) => key === 'permissions' && path.length === 0) && !everyJobHas(lines, 'permissions'))
    yield {
      line: first,
      rule: 'Token permissions',
      weight: 'medium',
      what: 'The token has whatever the repository’s default gives',
      fix: 'Write “permissions: contents: read” at the top, and more in the jobs that need it.',
    }
  for (const line of lines) {
    const { number, key, value } = line
    if (key === 'permissions' && value === 'write-all')
      yield {
        line: number,
        rule: 'Token permissions',
        weight: 'high',
        what: 'The token may write everything',
        fix: 'Name the few permissions that are needed.',
      }
    if (
      key === 'uses' &&
      !value.startsWith('./') &&
      !/@[0-9a-f]{40}$/.test(value) &&
      !/^docker:\/\/.*@sha256:[0-9a-f]{64}$/.test(value)
    ) {
      const isOwn = /^(actions|github)\//.test(value)
      yield {
        line: number,
        rule: 'Unpinned action',
        weight: isOwn ? 'low' : 'medium',
        what: `“${value.slice(0, 120)}” can be moved to other code`,
        fix: 'Pin it to a full commit hash, with the version as a comment.',
      }
    }
    if (isRun(line) && OTHERS.test(value))
      yield {
        line: number,
        rule: 'Script injection',
        weight: 'high',
        what: `What others write runs in the shell: ${OTHERS.exec(value)?.[0].slice(0, 120)}`,
        fix: 'Hand it over as an environment variable, and quote that: "$TITLE".',
      }
    if (isRun(line) && /\b(curl|wget)\b[^|]*\|\s*(sudo\s+)?(ba|z|da)?sh\b/.test(value))
      yield {
        line: number,
        rule: 'Unchecked download',
        weight: 'medium',
        what: 'A script is fetched and run as it comes',
        fix: 'Fetch a version, compare its checksum, then run it.',
      }
    if (isRun(line) && /\bnpm (install|i)\b(?!\s+-g)(?!.*--package-lock-only)/.test(value))
      yield {
        line: number,
        rule: 'Loose install',
        weight: 'low',
        what: '“npm install” may take other versions than the lock file',
        fix: 'npm ci',
      }
    if (key === 'image' && /^[^@]+(:latest)?$/.test(value) && (/:latest$/.test(value) || !/:[\w.-]+$/.test(value)))
      yield {
        line: number,
        rule: 'Unpinned image',
        weight: 'medium',
        what: `“${value.slice(0, 120)}” is another one every day`,
        fix: 'Name its version, better its digest.',
      }
    if (SECRET.test(value))
      yield {
        line: number,
        rule: 'Secret in the file',
        weight: 'high',
        what: 'A key or password stands in it',
        fix: 'Revoke it today, then keep a new one in the secret store.',
      }
    if (key === 'continue-on-error' && value === 'true')
      yield {
        line: number,
        rule: 'Failures pass',
        weight: 'low',
        what: 'The step may fail without anybody seeing it',
        fix: 'Let it fail, or say beside it why not.',
      }
    if (
      triggers.has('pull_request_target') &&
      /github\.event\.pull_request\.head\.(sha|ref)|github\.head_ref/.test(value) &&
      key === 'ref'
    )
      yield {
        line: number,
        rule: 'Others’ code with your secrets',
        weight: 'high',
        what: 'pull_request_target checks out what others propose',
        fix: 'Use pull_request, or split the job that has secrets from the one that builds.',
      }
  }
  yield* jobFaults(lines)
}

const jobsOf = (lines: readonly Line[]) =>
  lines.filter((line) => line.path.length === 1 && isIn(line, 'jobs') && line.key !== '')
const ofJob = (lines: readonly Line[], job: string) => lines.filter((line) => isIn(line, 'jobs', job))
const hasKey = (lines: readonly Line[], key: string, depth: number) =>
  lines.some((line) => line.key === key && line.path.length === depth)
const everyJobHas = (lines: readonly Line[], key: string) => {
  const jobs = jobsOf(lines)
  return jobs.length > 0 && jobs.every((job) => hasKey(ofJob(lines, job.key), key, 2))
}

const DEPLOYS = /deploy|release|publish|prod/i

function* jobFaults(lines: readonly Line[]): Generator<PipelineFault> {
  for (const job of jobsOf(lines)) {
    const own = ofJob(lines, job.key)
    if (!hasKey(own, 'timeout-minutes', 2) && hasKey(own, 'steps', 2))
      yield {
        line: job.number,
        rule: 'No time limit',
        weight: 'low',
        what: `Job “${job.key}” may hang for six hours`,
        fix: 'timeout-minutes: 15, or what it needs.',
      }
    if (!DEPLOYS.test(job.key)) continue
    if (!hasKey(own, 'environment', 2))
      yield {
        line: job.number,
        rule: 'Deployment without approval',
        weight: 'medium',
        what: `Job “${job.key}” names no environment`,
        fix: 'environment: production, with required reviewers.',
      }
    if (!hasKey(own, 'needs', 2))
      yield {
        line: job.number,
        rule: 'Deployment without tests',
        weight: 'medium',
        what: `Job “${job.key}” waits for no other`,
        fix: 'needs: [test]',
      }
    if (!hasKey(own, 'concurrency', 2) && !hasKey(lines, 'concurrency', 0))
      yield {
        line: job.number,
        rule: 'Deployments at once',
        weight: 'low',
        what: `Two runs of “${job.key}” may overtake each other`,
        fix: 'concurrency: deploy, with cancel-in-progress: false.',
      }
  }
}

const ORDER = ['high', 'medium', 'low']

/** Whether it looks like a workflow, and all that is wrong with it, the gravest first. */
export function reviewWorkflow(text: string): { isWorkflow: boolean; jobs: string[]; faults: PipelineFault[] } {
  const lines = workflowLines(text)
  const jobs = jobsOf(lines).map(({ key }) => key)
  const faults = [...faultsIn(lines)].sort(
    (a, b) => ORDER.indexOf(a.weight) - ORDER.indexOf(b.weight) || a.line - b.line,
  )
  return { isWorkflow: jobs.length > 0, jobs, faults }
}
