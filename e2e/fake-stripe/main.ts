import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { type Account, emptyAccount, removeCustomer, type Session, type StripeEvent } from './account.ts'
import { answer, complete, expire, type Reply, refund, refusal, settle } from './calls.ts'
import { readForm } from './form.ts'
import { type Endpoint, happened, type Sending, send } from './webhooks.ts'

/**
 * Stripe as far as orders need it: its calls with their idempotency, its page where one pays, its signed events. It does as
 * /control tells it. `node e2e/fake-stripe/main.ts --port 0` prints `{"port": …}`; with `--child` it ends with its stdin.
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, child: { type: 'boolean', default: false } },
})

export interface Received {
  method: string
  path: string
  key: string | null
  body: string
  status: number
  replayed: boolean
}

let account: Account = emptyAccount()
let endpoint: Endpoint | null = null
let isHolding = false
/** The next calls that are answered with this status, and have done nothing. */
let failing = { status: 0, times: 0 }
const answered = new Map<string, Reply & { asked: string }>()
let requests: Received[] = []

const tell = (type: string, object: object): void => {
  happened(account, type, object, isHolding ? null : endpoint)
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(Number(values.port), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`)
})
if (values.child) process.stdin.on('end', () => process.exit(0)).resume()

async function handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { pathname } = new URL(request.url ?? '/', 'http://fake')
  const body = await textOf(request)
  if (pathname.startsWith('/v1/')) return call(request, pathname, body, response)
  if (pathname.startsWith('/control/')) {
    const asked = body ? (JSON.parse(body) as Record<string, unknown>) : {}
    return json(response, 200, (await control(pathname.slice('/control/'.length), asked)) ?? {})
  }
  const session = account.sessions.get(/^\/c\/pay\/(\w+)$/.exec(pathname)?.[1] ?? '')
  if (session && request.method === 'POST') {
    if (body.includes('decline')) return page(response, session, 'Your card was declined.')
    complete(account, session, body.includes('later'), tell)
    return response.writeHead(303, { location: session.success_url }).end()
  }
  if (session) return page(response, session)
  if (pathname.startsWith('/p/session/'))
    return html(response, 'Billing portal', '<h1>Billing portal</h1><p>Your cards</p>')
  return json(response, 404, {})
}

function call(request: IncomingMessage, path: string, body: string, response: ServerResponse): unknown {
  const method = request.method ?? 'GET'
  const key = request.headers['idempotency-key'] === undefined ? null : String(request.headers['idempotency-key'])
  const asked = `${method} ${path} ${body}`
  const earlier = key === null ? undefined : answered.get(key)
  const reply = replyTo(request, method, path, body, asked, earlier)
  if (key !== null && !earlier && method === 'POST' && reply.status < 500 && reply.status !== 401)
    answered.set(key, { ...reply, body: structuredClone(reply.body), asked })
  const replayed = earlier !== undefined && earlier.asked === asked
  requests.push({ method, path, key, body, status: reply.status, replayed })
  const headers = { 'request-id': `req_${requests.length}`, ...(replayed && { 'idempotent-replayed': 'true' }) }
  return json(response, reply.status, reply.body, headers)
}

function replyTo(
  request: IncomingMessage,
  method: string,
  path: string,
  body: string,
  asked: string,
  earlier: (Reply & { asked: string }) | undefined,
): Reply {
  if (!/^Bearer [sr]k_\w+$/.test(request.headers.authorization ?? ''))
    return refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  if (failing.times > 0) {
    failing.times--
    return refusal(failing.status, { type: 'api_error', message: 'An unknown error occurred.' })
  }
  if (earlier && earlier.asked !== asked)
    return refusal(400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used again with the same parameters.',
    })
  if (earlier) return earlier
  const form = readForm(method === 'GET' ? new URL(request.url ?? '', 'http://fake').search : body)
  return answer(account, method, path, form, `http://${request.headers.host}`, tell)
}

async function control(name: string, body: Record<string, unknown>): Promise<unknown> {
  const session = account.sessions.get(String(body.session))
  switch (name) {
    case 'webhook':
      endpoint = body as unknown as Endpoint
      return
    case 'hold':
      isHolding = body.on === true
      return
    case 'decline':
      account.declines = body.code as string | null
      return
    case 'fail':
      failing = body as typeof failing
      return
    case 'pay':
      return session && complete(account, session, body.later === true, tell)
    case 'settle':
      return session && settle(account, session, body.succeeded === true, tell)
    case 'expire':
      return session && expire(session, tell)
    case 'refund':
      return refund(account, String(body.intent), body.amount as number | null, tell)
    case 'forget':
      removeCustomer(account, String(body.customer))
      return
    case 'send':
      if (!endpoint) throw new Error('say where events go first')
      return { answers: await send(endpoint, body.event as StripeEvent, body.sending as Sending) }
    case 'seen': {
      const { events, sessions, intents, charges } = account
      return {
        events,
        sessions: [...sessions.values()],
        intents: [...intents.values()],
        charges: [...charges.values()],
        requests,
      }
    }
    case 'reset':
      account = emptyAccount()
      isHolding = false
      failing = { status: 0, times: 0 }
      requests = []
      return
    default:
      throw new Error(`no such control: ${name}`)
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`)

function page(response: ServerResponse, session: Session, fault = ''): ServerResponse {
  if (session.status !== 'open') return html(response, 'Over', '<p>This page is over.</p>')
  const amount = (session.amount_total / 100).toLocaleString('en', { style: 'currency', currency: 'USD' })
  return html(
    response,
    'Checkout',
    `<h1>Pay ${amount}</h1><p role="alert">${fault}</p>
    <form method="post"><button>Pay</button> <button name="how" value="decline">Pay with a card that is refused</button>
    <button name="how" value="later">Pay with a bank that takes days</button></form>
    <a href="${escaped(session.cancel_url ?? '#')}">Back</a>`,
  )
}

const html = (response: ServerResponse, title: string, body: string): ServerResponse =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>${title}</title><main>${body}</main></html>`)

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
