// Schemathesis over every call of the OpenAPI document, as guest, member and administrator: not one check may fail.
//
//   npm run drill openapi                       every phase, 50 examples a call (about an hour)
//   npm run drill openapi -- --quick            each limit of each schema once, and a few examples (about 5 minutes)
//   npm run drill openapi -- --as=guest         one of the three only
//   npm run drill openapi -- -- --include-path-regex ^/api/m/tasks    what follows goes to schemathesis as it stands
//
// It needs Python 3.10 or newer; schemathesis itself is fetched from PyPI into .cache/schemathesis. The
// checks, and what is left out for which reason, stand in e2e/openapi/schemathesis.toml and checks.py.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Caller, principals } from '../openapi/principals.ts'
import { scratch, startServer } from '../server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VERSION = '4.32.5'
const place = join(ROOT, '.cache', 'schemathesis')
const program = join(place, process.platform === 'win32' ? 'Scripts' : 'bin', 'schemathesis')
const say = (line: string) => process.stdout.write(`${line}\n`)

const split = process.argv.indexOf('--', 2)
const own = process.argv.slice(2, split < 0 ? undefined : split)
const passedOn = split < 0 ? [] : process.argv.slice(split + 1)
const isQuick = own.includes('--quick')
const only = own.find((word) => word.startsWith('--as='))?.slice('--as='.length)

function ensureSchemathesis(): void {
  if (existsSync(program)) return
  say(`Fetching schemathesis ${VERSION} …`)
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', place],
    [join(place, 'bin', 'pip'), 'install', '--quiet', `schemathesis==${VERSION}`],
  ] as [string, ...string[]][]) {
    const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${command} failed: Python 3.10 or newer and PyPI are needed.`, { cause: error })
  }
}

/** The checks' configuration with what this caller has: ids that a call is tried with now and then. */
function configFor({ made, scopes }: Caller, folder: string): string {
  const path = join(folder, 'schemathesis.toml')
  const settings = readFileSync(join(ROOT, 'e2e', 'openapi', 'schemathesis.toml'), 'utf8')
  const ids = `
[dictionaries.made]
values = ${JSON.stringify(made)}

[dictionaries.scopes]
values = ${JSON.stringify(scopes)}

[parameters]
x-scope = { dictionary = "scopes", probability = 0.9 }
id = { dictionary = "made", probability = 0.4 }
`
  writeFileSync(path, settings + ids)
  return path
}

interface Outcome {
  cases: number
  operations: string
  failures: number
  output: string
}

/** One run of schemathesis. What it prints is kept for where something failed. */
async function attack(url: string, caller: Caller): Promise<Outcome> {
  const folder = scratch('schemathesis')
  const amount = isQuick ? ['--phases', 'examples,coverage,fuzzing', '--max-examples', '3'] : ['--max-examples', '50']
  const child = spawn(
    program,
    [
      ...['--config-file', configFor(caller, folder), 'run', `${url}/api/openapi.json`],
      ...['--header', `Authorization: Bearer ${caller.token}`, '--checks', 'all', '--seed', '13', '--no-color'],
      ...['--warnings', 'off', '--suppress-health-check', 'all', ...amount, ...passedOn],
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        COLUMNS: '160',
        PYTHONWARNINGS: 'ignore',
        PYTHONPATH: join(ROOT, 'e2e', 'openapi'),
        SCHEMATHESIS_HOOKS: 'checks',
        PYTHONDONTWRITEBYTECODE: '1',
      },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const [code] = await once(child, 'exit')
  const cases = Number(/(\d[\d,]*) generated/.exec(output)?.[1]?.replaceAll(',', '') ?? 0)
  const counted = [...output.matchAll(/^ {2}(?:❌|🚫) .+?: (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
  const operations = /Tested: (\d+)/.exec(output)?.[1] ?? '0'
  return { cases, operations, failures: code === 0 && cases > 0 ? 0 : Math.max(1, counted), output }
}

ensureSchemathesis()
const server = await startServer({ LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '100000' })
let failed = 0
try {
  const callers = (await principals(server.url)).filter(({ name }) => !only || name === only)
  for (const caller of callers) {
    const { cases, operations, failures, output } = await attack(server.url, caller)
    if (failures > 0) say(output)
    failed += failures
    say(`${caller.name}: ${cases.toLocaleString('en')} cases over ${operations} calls, ${failures} failures.`)
  }
  const errors = server.log().match(/"level":50|unexpected failure/g)?.length ?? 0
  if (errors > 0) say(`The server logged ${errors} failures of its own:\n${server.log().slice(0, 5_000)}`)
  failed += errors
} finally {
  await server.stop()
}
process.exitCode = failed > 0 ? 1 : 0
