import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, Environment, modelsLeftOut, prepareDataDir, readConfig } from './config.ts'
import { testDatabase, urlOf } from './database/test-database.ts'

describe('the configuration', () => {
  test('has the documented defaults, and blank is absent', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: 1 })
    expect(readConfig({ PORT: '', OPENAI_BASE_URL: '  ', MODELS: '' })).toMatchObject({
      PORT: 3000,
      OPENAI_BASE_URL: undefined,
      MODELS: undefined,
    })
    expect(readConfig({ ALLOWED_HOSTS: 'a.lan, .b.org,,192.168.1.5,::1,[fd00::1]' }).ALLOWED_HOSTS).toHaveLength(5)
    const inside = 'wiki.lan, .corp.example,10.0.0.0/8,[fd00::1],fd00::/64,127.0.0.1'
    expect(readConfig({ EGRESS_ALLOW: inside }).EGRESS_ALLOW).toHaveLength(6)
    expect(readConfig({}).REGISTRATION).toEqual({ mode: 'open', domains: [] })
    const mailing = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org' }
    expect(readConfig({ ...mailing, REGISTRATION: ' domain: @Example.org, b.example ' }).REGISTRATION).toEqual({
      mode: 'domain',
      domains: ['example.org', 'b.example'],
    })
    expect(readConfig({ MODELS: 'a, b ,,c' }).MODELS).toEqual(['a', 'b', 'c'])
    expect(readConfig({ MCP_SERVERS: 'hub=https://s%2Fx@hub.example.org/mcp, b=http://b/' }).MCP_SERVERS).toEqual([
      { name: 'hub', url: 'https://hub.example.org/mcp', token: 's/x' },
      { name: 'b', url: 'http://b/' },
    ])
  })

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535 (0 picks a free port).'],
    [{ PORT: '70000' }, 'PORT cannot be above 65535.'],
    [
      { EGRESS_ALLOW: 'wiki.lan,10.0.0.0/33' },
      'EGRESS_ALLOW must be names, addresses or networks, separated by commas; a dot before a name stands for all below it: wiki.lan,.corp.example,10.0.0.0/8.',
    ],
    [{ PUBLIC_URL: 'atrium.example' }, 'PUBLIC_URL must be an http:// or https:// address.'],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL must begin with postgres:// or postgresql://. Leave it empty to use the built-in database.',
    ],
    [
      { SESSION_SECRET: 'short' },
      'SESSION_SECRET must have at least 32 characters. Leave it empty and one is made and kept in DATA_DIR.',
    ],
    [{ OPENAI_BASE_URL: 'ftp://x' }, 'OPENAI_BASE_URL must be an http:// or https:// address.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is one of trace, debug, info, warn, error, silent.'],
    [
      { SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@example.org' },
      'SMTP_URL must be an smtp:// or smtps:// address, such as smtps://user:password@mail.example.org.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'nobody' },
      'MAIL_FROM must be an e-mail address, or a name with one: Atrium <atrium@example.org>.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.org' },
      'Set SMTP_URL and MAIL_FROM together, or none of them: MAIL_FROM is missing.',
    ],
    [
      { OIDC_ISSUER: 'https://id.example.org', OIDC_NAME: 'Example' },
      'Set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, and OIDC_NAME together, or none of them: OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are missing.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together, or none of them: STRIPE_WEBHOOK_SECRET is missing.',
    ],
    [
      { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe’s: sk_… or rk_….',
    ],
    [
      { STRIPE_BASE_URL: 'https://proxy.example.org/v1' },
      'STRIPE_BASE_URL must be a scheme and a host, without a path.',
    ],
    ...['two words', 'https://a.example', 'a.example:80', '*', 'a@b', '.', 'a/b'].map(
      (ALLOWED_HOSTS): [Record<string, string>, string] => [
        { ALLOWED_HOSTS },
        'ALLOWED_HOSTS must be names or addresses of this server without port, separated by commas; a dot before a name stands for all below it: atrium.lan,192.168.1.5,.example.org.',
      ],
    ),
    [
      { SECURITY_CONTACT: 'the admin' },
      'SECURITY_CONTACT must be an e-mail address, or an address that begins with https:// or tel:.',
    ],
    [
      { METRICS_TOKEN: 'short' },
      'METRICS_TOKEN must have at least 16 characters, without spaces: openssl rand -hex 24 makes one.',
    ],
    ...['shut', 'domain', 'domain:', 'domain:a b', 'open:example.org', 'invite,open'].map(
      (REGISTRATION): [Record<string, string>, string] => [
        { REGISTRATION },
        'REGISTRATION is one of open, invite, closed, or domain: with names: domain:example.org,example.com.',
      ],
    ),
    [
      { REGISTRATION: 'domain:example.org' },
      'REGISTRATION=domain:… needs SMTP_URL or OIDC_ISSUER: otherwise nobody can show that an address is theirs. Set one of them, or REGISTRATION to invite.',
    ],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR cannot be below 0.1.'],
    [
      { MCP_SERVERS: 'https://hub.example.org/mcp' },
      'MCP_SERVERS must be names with addresses, separated by commas, each name once: hub=https://token@hub.example.org/mcp.',
    ],
    [
      { MCP_SERVERS: 'hub=ftp://hub.example.org' },
      'MCP_SERVERS must be names with addresses, separated by commas, each name once: hub=https://token@hub.example.org/mcp.',
    ],
    [
      { MCP_SERVERS: 'a=http://one/mcp,a=http://two/mcp' },
      'MCP_SERVERS must be names with addresses, separated by commas, each name once: hub=https://token@hub.example.org/mcp.',
    ],
    ...['300.1.1.1', '1.2.3', '[::1]', 'two words', 'http://localhost', '-x', '::g'].map(
      (HOST): [Record<string, string>, string] => [
        { HOST },
        'HOST must be an address or a name of this machine: 127.0.0.1, ::1, localhost, or 0.0.0.0 for all of them.',
      ],
    ),
  ])('refuses %j with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(sentence))
  })

  test.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'atrium-1.example.org', '3com'])(
    'takes %s as HOST',
    (HOST) => {
      expect(readConfig({ HOST }).HOST).toBe(HOST)
    },
  )

  test('names every mistake, one a line', () => {
    expect(() => readConfig({ PORT: '-1', LOG_LEVEL: 'x' })).toThrow(/PORT.*\nLOG_LEVEL/)
  })

  test('is what README’s table says, name by name', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const documented = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1])
    expect(documented.sort()).toEqual(Object.keys(Environment.shape).sort())
  })
})

describe('a DATA_DIR', () => {
  const scratch = () => {
    const path = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    onTestFinished(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('is made when it is missing, and nothing is left in it by the look', () => {
    const dir = join(scratch(), 'not', 'yet')
    prepareDataDir(dir)
    prepareDataDir(dir)
    expect(readdirSync(dir)).toEqual([])
  })

  test('that cannot be used is refused with a sentence', () => {
    const place = scratch()
    writeFileSync(join(place, 'file'), '')
    expect(() => prepareDataDir(join(place, 'file'))).toThrow(
      new ConfigError(
        `DATA_DIR ${place}/file cannot be used: a file is in its way. Set DATA_DIR to a directory of this user.`,
      ),
    )
    expect(() => prepareDataDir(join(place, 'file', 'below'))).toThrow(/a file is in its way/)
    expect(() => prepareDataDir(join(place, 'x'.repeat(300)))).toThrow(/ENAMETOOLONG/)
    symlinkSync(join(place, 'unmounted'), join(place, 'link'))
    expect(() => prepareDataDir(join(place, 'link', 'data'))).toThrow(ConfigError)
  })
})

test('the models that MODELS names and no connected provider has are known by name', () => {
  const offered = [{ info: { id: 'gpt-4o-mini', provider: 'openai' } }, { info: { id: 'guide', provider: 'guide' } }]
  expect(modelsLeftOut(['gpt-4o-mini', 'claude-sonnet-4-5', 'openai:gpt-4o-mini', 'google:x'], offered)).toEqual([
    'claude-sonnet-4-5',
    'google:x',
  ])
})

function dirWithEmptySecret(): string {
  const dir = mkdtempSync(join(tmpdir(), 'atrium-data-'))
  writeFileSync(join(dir, 'session-secret'), '')
  return dir
}

describe('the program', () => {
  function start(environment: Record<string, string>) {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let errors = ''
    child.stderr.on('data', (data) => {
      errors += data
    })
    return { child, errors: () => errors, lines: createInterface({ input: child.stdout }) }
  }

  test.each([
    [{ HOST: '300.1.1.1' }, /HOST must be an address/],
    [{ DATA_DIR: `${fileURLToPath(import.meta.url)}/below` }, /cannot be used: a file is in its way/],
    [{ DATA_DIR: dirWithEmptySecret() }, /The session secret \S+ is empty\. Put it back/],
  ])('given %j ends with a sentence and no stack', async (environment, sentence) => {
    const { child, errors } = start(environment)
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(errors()).toMatch(sentence)
    expect(errors()).not.toMatch(/^\s+at /m)
  })

  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
  test.runIf(hasIpv6)('listens on an IPv6 address, and names each model of MODELS that it leaves out', async () => {
    const { config } = await testDatabase()
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
    const { child, errors, lines } = start({
      HOST: '::1',
      DATA_DIR,
      DATABASE_URL: urlOf(config),
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      MODELS: 'some-model,anthropic:claude-sonnet-4-5,google:gemini-2.5-pro',
    })
    const [line] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error(errors()))),
    ])
    const url = /is ready: (http:\/\/\[::1\]:\d+)$/.exec(line)?.[1]
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const { models } = (await (await fetch(`${url}/api/models`)).json()) as { models: { id: string }[] }
    expect(models.map(({ id }) => id)).toEqual(['some-model', 'guide'])
    for (const name of ['anthropic:claude-sonnet-4-5', 'google:gemini-2.5-pro'])
      expect(errors()).toMatch(new RegExp(`"model":"${name}".*left out`))
    expect(errors()).not.toContain('"model":"some-model"')
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await gone)[0]).toBe(0)
  })
})
