import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, Environment, readConfig, sessionSecret } from './config.ts'

describe('the configuration', () => {
  test('has the documented defaults, and blank is absent', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: 1 })
    expect(readConfig({ PORT: '', OPENAI_BASE_URL: '  ', MODELS: '' })).toMatchObject({
      PORT: 3000,
      OPENAI_BASE_URL: undefined,
      MODELS: undefined,
    })
    expect(readConfig({ MODELS: 'a, b ,,c' }).MODELS).toEqual(['a', 'b', 'c'])
  })

  test.each([
    [{ PORT: 'eighty' }, 'PORT must be a number from 0 to 65535 (0 picks a free port).'],
    [{ PORT: '70000' }, 'PORT cannot be above 65535.'],
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
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR cannot be below 0.1.'],
  ])('refuses %j with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(sentence))
  })

  test('names every mistake, one a line', () => {
    expect(() => readConfig({ PORT: '-1', LOG_LEVEL: 'x' })).toThrow(/PORT.*\nLOG_LEVEL/)
  })

  test('is what README’s table says, name by name', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const documented = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1])
    expect(documented.sort()).toEqual(Object.keys(Environment.shape).sort())
  })
})

test('the session secret is made once, kept, and readable by nobody else', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'atrium-secret-'))
  const made = sessionSecret({ DATA_DIR, SESSION_SECRET: undefined })
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(sessionSecret({ DATA_DIR, SESSION_SECRET: undefined })).toBe(made)
  expect(statSync(join(DATA_DIR, 'session-secret')).mode & 0o077).toBe(0)
  expect(sessionSecret({ DATA_DIR, SESSION_SECRET: 'given' })).toBe('given')
  rmSync(DATA_DIR, { recursive: true })
})
