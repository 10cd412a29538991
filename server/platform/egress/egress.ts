import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { brand } from '@atrium/contract/brand'
import { AppError } from '@atrium/contract/errors'
import type { Log } from '../telemetry.ts'
import { ENCODINGS, readAnswer } from './answer-body.ts'
import { createDestinations } from './destinations.ts'
import { type Answer, createKeptAnswers } from './kept-answers.ts'
import { hasOwnHeaders, nextRequest, type Sent } from './redirects.ts'
import { createTurns } from './turns.ts'

const OF_A_HOST = 6
const OF_A_PERSON = 6
const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 15_000
const CONNECT_MS = 8_000
const REDIRECTS = 5

export interface EgressRequest {
  /** GET when absent. */
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The most of the answer, unpacked; 4 MiB when absent. */
  maxBytes?: number
  /** For all of it, redirects and waiting in line included; 15 s when absent. */
  timeoutMs?: number
  /** The time begins when it is sent: what waits in line for its host is not late. */
  countsFromSending?: boolean
  /** How many are followed; 5 when absent. With 0 the redirect itself is the answer. */
  redirects?: number
  signal?: AbortSignal
  /** Who causes it: so many at a time each, and answers are kept for each alone. */
  person?: string
}

export interface Egress {
  /** Throws `bad_request` for an address that cannot be asked, as far as it shows before its name is resolved. */
  check(url: string): void
  /**
   * Asks an address that somebody gave. Throws `bad_request` (not to be reached), `too_large`, `timeout`, `rate_limited`,
   * `provider_failed` (no such server, no answer that can be read). Whatever status it answers is an answer.
   */
  fetch(url: string, request?: EgressRequest): Promise<Answer>
}

interface Options {
  /** Destinations besides the internet's web servers: EGRESS_ALLOW's. */
  allow: readonly string[]
  log: Pick<Log, 'debug'>
  /** The addresses of a name; the system's when absent. */
  resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>
  now?: () => number
}

interface Clock {
  signal: AbortSignal
  /** Begins the time, once. */
  start(): void
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** What belongs to the connection and not to whoever asks. */
const OURS =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
/** Printable, as RFC 9110 has it: nothing that ends a line. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

function readHeaders(given: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase()
    if (!HEADER_NAME.test(name) || OURS.test(name) || !HEADER_VALUE.test(value))
      throw new AppError('bad_request', `The header “${written}” cannot be sent.`)
    headers[name] = value
  }
  return headers
}

const flat = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name === 'set-cookie' ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

const unreachable = (cause: unknown) =>
  new AppError('provider_failed', 'This address could not be reached. Check that it is right, or try again later.', {
    cause,
  })

/** The one way out for addresses that people give: what it asks, where, how much and for how long is bounded here. */
export function createEgress({ allow, log, resolve, now = Date.now }: Options): Egress {
  const destinations = createDestinations(allow)
  const hosts = createTurns(OF_A_HOST)
  const persons = createTurns(OF_A_PERSON)
  const kept = createKeptAnswers()
  const addressesOf = resolve ?? ((hostname: string) => systemLookup(hostname, { all: true }))

  /** What the connection is made to is what was checked: nobody asks for the name a second time. */
  const checkedLookup: LookupFunction = (hostname, options, done) => {
    addressesOf(hostname)
      .then((found) => {
        if (found.length === 0) throw Object.assign(new Error(`no address: ${hostname}`), { code: 'ENOTFOUND' })
        const addresses = found.map(({ address }) => address)
        destinations.checkAddresses(hostname, addresses)
        const [first] = found
        if (options.all) done(null, [...found])
        else done(null, first?.address ?? '', first?.family)
      })
      .catch((error: NodeJS.ErrnoException) => done(error, options.all ? [] : ''))
  }

  const open = async () => {
    const { Agent, request } = await import('undici')
    // One for each call: no connection is shared between people.
    const agent = new Agent({
      connect: { lookup: checkedLookup, timeout: CONNECT_MS, autoSelectFamily: true },
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: 32 * 1024,
    })
    return { agent, request }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  async function send({ agent, request }: Opened, url: URL, sent: Sent, maxBytes: number, signal: AbortSignal) {
    const answer = await request(url, {
      dispatcher: agent,
      method: sent.method as 'GET',
      headers: { ...sent.headers, 'accept-encoding': ENCODINGS },
      body: sent.body ?? null,
      headersTimeout: 0, // the signal's time is for all of it
      bodyTimeout: 0,
      signal,
    })
    const headers = flat(answer.headers)
    const hasBody = sent.method !== 'HEAD' && answer.statusCode !== 204 && answer.statusCode !== 304
    if (!hasBody) await answer.body.dump()
    const body = hasBody ? await readAnswer(answer.body, headers['content-encoding'], maxBytes) : Buffer.alloc(0)
    delete headers['content-encoding']
    delete headers['content-length']
    return { status: answer.statusCode, headers, url: url.href, body }
  }

  /** Keeps and finds what may be kept: reads without anything of the caller's own. */
  async function ask(
    opened: Opened,
    url: URL,
    sent: Sent,
    { person = '', maxBytes = MAX_BYTES }: EgressRequest,
    { signal, start }: Clock,
  ) {
    const keeps = sent.method === 'GET' && !hasOwnHeaders(sent.headers)
    const key = `${person} ${url.href}`
    const known = keeps ? kept.find(key, sent.headers, maxBytes, now()) : null
    if (known && 'fresh' in known) return known.fresh
    const conditions = known && 'ask' in known ? known.ask : {}
    const leave = await hosts.take(url.host, signal)
    start()
    try {
      const answer = await send(opened, url, { ...sent, headers: { ...sent.headers, ...conditions } }, maxBytes, signal)
      if (answer.status === 304 && known) {
        const renewed = kept.renew(key, answer.headers, now())
        if (renewed) return renewed
      }
      if (keeps) kept.keep(key, sent.headers, answer, now())
      return answer
    } finally {
      leave()
    }
  }

  async function follow(opened: Opened, first: URL, request: EgressRequest, given: Sent, clock: Clock) {
    let url = first
    let sent = given
    for (let left = request.redirects ?? REDIRECTS; ; left--) {
      destinations.checkUrl(url)
      const answer = await ask(opened, url, sent, request, clock)
      const next = request.redirects === 0 ? null : nextRequest(url, sent, answer)
      if (!next) return answer
      if (left <= 0) throw new AppError('provider_failed', 'This address leads from one to the next without an end.')
      url = next.url
      sent = next.sent
    }
  }

  const checked = (address: string): URL => {
    const url = URL.parse(address)
    if (!url) throw new AppError('bad_request', 'That is not an address. It begins with https://.')
    destinations.checkUrl(url)
    return url
  }

  return {
    check: (address) => void checked(address),
    async fetch(address, request = {}) {
      const url = checked(address)
      const method = (request.method ?? 'GET').toUpperCase()
      if (!METHODS.has(method)) throw new AppError('bad_request', `The method ${method} cannot be sent.`)
      const headers = {
        'user-agent': brand.name,
        accept: '*/*',
        ...readHeaders(request.headers ?? {}),
      }
      const time = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const start = () => {
        timer ??= setTimeout(
          () => time.abort(new DOMException('too late', 'TimeoutError')),
          request.timeoutMs ?? TIMEOUT_MS,
        )
      }
      if (!request.countsFromSending) start()
      const signal = request.signal ? AbortSignal.any([request.signal, time.signal]) : time.signal
      let leave = () => {}
      let opened: Opened | null = null
      try {
        signal.throwIfAborted()
        if (request.person !== undefined) leave = await persons.take(request.person, signal)
        opened = await open()
        const answer = await follow(opened, url, request, { method, headers, body: request.body }, { signal, start })
        log.debug({ host: url.host, status: answer.status, bytes: answer.body.length }, 'asked outside')
        return answer
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason
        if (time.signal.aborted)
          throw new AppError('timeout', 'This address did not answer in time. Try again later.', { cause: error })
        throw error instanceof AppError ? error : unreachable(error)
      } finally {
        clearTimeout(timer)
        leave()
        opened?.agent.destroy().catch(() => undefined) // nothing of it is waited for any more
      }
    },
  }
}
