import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readFeatures } from '@atrium/contract/catalogue/feature-flags'
import { z } from 'zod'
import { readDestination } from './egress/destinations.ts'
import { allowedHost } from './http/host-name.ts'
import { Refusal } from './refusal.ts'

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional())

const httpAddress = (name: string) =>
  optional(
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
        `${name} must be an http:// or https:// address.`,
      ),
  )

/** As RFC 1123 has it; a last part of digits alone would be read as an IPv4 address. */
const HOST_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** Null for what is no percent-encoding. */
function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** `hub=https://token@hub.example.org/mcp`: a name, and where the server is; what stands before the host is its token. */
function readServer(entry: string): { name: string; url: string; token?: string } | null {
  const [, name, address] = /^\s*([a-z][a-z\d-]{0,19})\s*=\s*(\S+)\s*$/.exec(entry) ?? []
  const url = URL.parse(address ?? '')
  const written = url?.password || url?.username || ''
  if (!name || !url || !/^https?:$/.test(url.protocol)) return null
  const token = unescaped(written)
  if (token === null) return null
  url.username = ''
  url.password = ''
  return { name, url: url.href, ...(token && { token }) }
}

/** Who may make an account. The first one of an installation can always be made. */
export interface Registration {
  mode: 'open' | 'invite' | 'domain' | 'closed'
  /** Of e-mail addresses, with `domain`. */
  domains: readonly string[]
}

function readRegistration(text: string): Registration | null {
  const [, word, list] = /^\s*(open|invite|closed|domain)\s*(?::(.*))?$/is.exec(text) ?? []
  const mode = word?.toLowerCase() as Registration['mode'] | undefined
  const domains = (list ?? '').split(',').flatMap((name) => name.trim().replace(/^@/, '').toLowerCase() || [])
  if (!mode || (mode === 'domain') !== (list !== undefined)) return null
  if (mode === 'domain' && (domains.length === 0 || !domains.every((name) => HOST_NAME.test(name)))) return null
  return { mode, domains }
}

const ALLOWED_HOSTS_FAULT =
  'ALLOWED_HOSTS must be names or addresses of this server without port, separated by commas; a dot before a name stands for all below it: atrium.lan,192.168.1.5,.example.org.'

const EGRESS_ALLOW_FAULT =
  'EGRESS_ALLOW must be names, addresses or networks, separated by commas; a dot before a name stands for all below it: wiki.lan,.corp.example,10.0.0.0/8.'

const MCP_FAULT =
  'MCP_SERVERS must be names with addresses, separated by commas, each name once: hub=https://token@hub.example.org/mcp.'

/** Every setting, by the name of its environment variable. README's table lists the same names; a test compares them. */
export const Environment = z.object({
  PORT: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number('PORT must be a number from 0 to 65535 (0 picks a free port).')
      .int('PORT must be a whole number.')
      .min(0, 'PORT cannot be negative.')
      .max(65535, 'PORT cannot be above 65535.')
      .default(3000),
  ),
  HOST: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .refine(
        (value) => isIP(value) !== 0 || HOST_NAME.test(value),
        'HOST must be an address or a name of this machine: 127.0.0.1, ::1, localhost, or 0.0.0.0 for all of them.',
      )
      .default('127.0.0.1'),
  ),
  PUBLIC_URL: httpAddress('PUBLIC_URL'),
  ALLOWED_HOSTS: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform((list, context) => {
        const entries = list.split(',').flatMap((entry) => entry.trim() || [])
        if (entries.some((entry) => allowedHost(entry) === null))
          context.addIssue({ code: 'custom', message: ALLOWED_HOSTS_FAULT })
        return entries
      }),
  ),
  EGRESS_ALLOW: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform((list, context) => {
        const entries = list.split(',').flatMap((entry) => entry.trim() || [])
        if (entries.some((entry) => readDestination(entry) === null))
          context.addIssue({ code: 'custom', message: EGRESS_ALLOW_FAULT })
        return entries
      }),
  ),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('./data')),
  DATABASE_URL: optional(
    z
      .string()
      .refine(
        (value) => /^postgres(ql)?:\/\//.test(value),
        'DATABASE_URL must begin with postgres:// or postgresql://. Leave it empty to use the built-in database.',
      ),
  ),
  SESSION_SECRET: optional(
    z
      .string()
      .min(32, 'SESSION_SECRET must have at least 32 characters. Leave it empty and one is made and kept in DATA_DIR.'),
  ),
  OPENAI_API_KEY: optional(z.string()),
  OPENAI_BASE_URL: httpAddress('OPENAI_BASE_URL'),
  ANTHROPIC_API_KEY: optional(z.string()),
  ANTHROPIC_BASE_URL: httpAddress('ANTHROPIC_BASE_URL'),
  GOOGLE_GENERATIVE_AI_API_KEY: optional(z.string()),
  GOOGLE_BASE_URL: httpAddress('GOOGLE_BASE_URL'),
  MODELS: optional(
    z.string().transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ),
  MODEL_TO_SEE: optional(z.string().trim()),
  MODEL_TO_DRAW: optional(z.string().trim()),
  MODEL_TO_SPEAK: optional(z.string().trim()),
  MODEL_TO_HEAR: optional(z.string().trim()),
  MODEL_TO_EMBED: optional(z.string().trim()),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
        'SMTP_URL must be an smtp:// or smtps:// address, such as smtps://user:password@mail.example.org.',
      ),
  ),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'MAIL_FROM must be an e-mail address, or a name with one: Atrium <atrium@example.org>.',
      ),
  ),
  REGISTRATION: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('open')
      .transform((text, context) => {
        const registration = readRegistration(text)
        if (registration) return registration
        context.addIssue({
          code: 'custom',
          message:
            'REGISTRATION is one of open, invite, closed, or domain: with names: domain:example.org,example.com.',
        })
        return z.NEVER
      }),
  ),
  OIDC_ISSUER: httpAddress('OIDC_ISSUER'),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: optional(z.string().max(40, 'OIDC_NAME has at most 40 characters.')),
  STRIPE_SECRET_KEY: optional(
    z.string().regex(/^[sr]k_\S+$/, 'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe’s: sk_… or rk_….'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    z.string().regex(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook: whsec_….'),
  ),
  STRIPE_BASE_URL: httpAddress('STRIPE_BASE_URL').refine(
    (value) => value === undefined || /^\/?$/.test(new URL(value).pathname),
    'STRIPE_BASE_URL must be a scheme and a host, without a path.',
  ),
  RATE_LIMIT_FACTOR: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number('RATE_LIMIT_FACTOR must be a number.')
      .min(0.1, 'RATE_LIMIT_FACTOR cannot be below 0.1.')
      .default(1),
  ),
  FEATURES: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(
        /^[^,=]+(?:=[^,=]*)?(?:,[^,=]+(?:=[^,=]*)?)*,?$/,
        'FEATURES must be names with values, separated by commas: threaded-chat=on,another=off.',
      )
      .default('')
      .transform(readFeatures),
  ),
  MCP_SERVERS: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default('')
      .transform((list, context) => {
        const servers = list.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [readServer(entry)]))
        const known = servers.filter((server) => server !== null)
        if (known.length < servers.length || new Set(known.map(({ name }) => name)).size < known.length)
          context.addIssue({ code: 'custom', message: MCP_FAULT })
        return known
      }),
  ),
  SECURITY_CONTACT: optional(
    z
      .string()
      .regex(
        /^(?:https:\/\/\S+|tel:\S+|(?:mailto:)?[^<>@\s:]+@[^<>@\s]+)$/,
        'SECURITY_CONTACT must be an e-mail address, or an address that begins with https:// or tel:.',
      ),
  ),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(
        /^[!-~]{16,}$/,
        'METRICS_TOKEN must have at least 16 characters, without spaces: openssl rand -hex 24 makes one.',
      ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('OTEL_EXPORTER_OTLP_ENDPOINT'),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z
      .enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
        'LOG_LEVEL is one of trace, debug, info, warn, error, silent.',
      )
      .default('info'),
  ),
})

export type Config = z.infer<typeof Environment>

export class ConfigError extends Refusal {}

/** Settings that mean nothing without each other. */
const TOGETHER: readonly (readonly (keyof Config)[])[] = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
]

const inWords = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** A sentence for each group of settings of which only some are there. */
const incomplete = (config: Config): string[] =>
  TOGETHER.flatMap((names) => {
    const absent = names.filter((name) => config[name] === undefined)
    return absent.length === 0 || absent.length === names.length
      ? []
      : [
          `Set ${inWords(names)} together, or none of them: ${inWords(absent)} ${absent.length === 1 ? 'is' : 'are'} missing.`,
        ]
  })

/** An address that was merely typed is nobody's: what it is to open must come by mail, or from a provider. */
const unprovable = ({ REGISTRATION, SMTP_URL, OIDC_ISSUER }: Config): string[] =>
  REGISTRATION.mode === 'domain' && !SMTP_URL && !OIDC_ISSUER
    ? [
        'REGISTRATION=domain:… needs SMTP_URL or OIDC_ISSUER: otherwise nobody can show that an address is theirs. Set one of them, or REGISTRATION to invite.',
      ]
    : []

/**
 * Reads the configuration from the environment.
 * Throws ConfigError whose message has one sentence for each mistake, one a line.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.')
      return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`
    })
    throw new ConfigError(lines.join('\n'))
  }
  const faults = [...incomplete(parsed.data), ...unprovable(parsed.data)]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return { ...parsed.data, DATA_DIR: resolve(parsed.data.DATA_DIR) }
}

/** Makes DATA_DIR if need be, and sees that files can be made in it. Throws ConfigError with a sentence. */
export function prepareDataDir(dir: string): void {
  const probe = join(dir, `.probe-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason =
      code === 'ENOTDIR' || code === 'EEXIST'
        ? 'a file is in its way'
        : code === 'EACCES' || code === 'EPERM'
          ? 'this user may not write there'
          : code === 'EROFS'
            ? 'its disk can only be read'
            : code === 'ENOSPC' || code === 'EDQUOT'
              ? 'its disk is full'
              : message
    throw new ConfigError(`DATA_DIR ${dir} cannot be used: ${reason}. Set DATA_DIR to a directory of this user.`, {
      cause,
    })
  }
}

/** The names of MODELS that no connected provider stands for. */
export const modelsLeftOut = (
  names: readonly string[],
  offered: readonly { info: { id: string; provider: string } }[],
): string[] =>
  names.filter((name) => !offered.some(({ info }) => name === info.id || name === `${info.provider}:${info.id}`))
