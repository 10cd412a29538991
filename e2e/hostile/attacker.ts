// Somebody with an account, who sends bytes and waits a bounded time for each answer.
import { client } from '../client.ts'
import type { Watched } from './watch.ts'

export interface Answer {
  call: string
  /** 0: none came in time, or the connection broke. */
  status: number
  ms: number
  /** What was said, or how it failed. */
  text: string
  /** Why this answer is none that a person should get. */
  fault: string | null
  /** The server meanwhile. */
  seen: Watched
}

/** Nobody answers any more: what a person would do next is not tried. */
export class Silence extends Error {}

const MOST = 200_000
/** A sentence begins as one, ends as one, and shows nothing of the inside. */
const isSentence = (text: string) =>
  text === 'Message cannot be empty' || // the specification's own
  isWritten(text)
const isWritten = (text: string) =>
  /^[\p{Lu}\p{N}“"'‘(].{7,}[.!?…)”"]$/su.test(text) &&
  !/\n\s+at |Error:|undefined|\[object|ECONN|ENOENT|node:/.test(text)

export function faultOf(status: number, text: string): string | null {
  if (status === 0) return `no answer (${text})`
  // 502: a server elsewhere does not answer, or is none; 507: there is no more room (RFC 4918). Neither is a failure, with a sentence.
  if (status >= 500 && status !== 502 && status !== 507) return `status ${status}`
  if (status < 400) return null
  if (status === 416 && text === '') return null // of a part of a file: its answer is in Content-Range
  // Whoever opened a page sees one.
  if (text.includes('<div id="root">')) return null // the client, which says it itself
  if (text.startsWith('<!doctype html>'))
    return /<(?:p|h1)[^>]*>[^<]{8,}[.!?…]</.test(text) ? null : `a page without a sentence: ${text.slice(0, 500)}`
  // Programs that speak WebDAV are told in its own form.
  const inXml = /<message xmlns="urn:[^"]*">([^<]*)<\/message>/.exec(text)?.[1]
  if (inXml !== undefined) return isSentence(inXml) ? null : `no sentence: ${JSON.stringify(inXml).slice(0, 200)}`
  try {
    const { error } = JSON.parse(text)
    return isSentence(error.message) ? null : `no sentence: ${JSON.stringify(error.message).slice(0, 200)}`
  } catch {
    return `no sentence: ${JSON.stringify(text.slice(0, 200))}`
  }
}

export type Attacker = Awaited<ReturnType<typeof attacker>>

/** `look` says after each call what became of the server meanwhile. */
export async function attacker(address: () => string, name: string, patience: number, look: () => Promise<Watched>) {
  const { jar, post } = client(address)
  const password = 'correct horse battery'
  const { id } = await post<{ id: string }>('/api/register', { username: name, email: `${name}@example.org`, password })
  const answers: Answer[] = []
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join('; ')

  async function send(
    call: string,
    method: string,
    path: string,
    body?: Buffer | string,
    headers: Record<string, string> = {},
  ) {
    const began = performance.now()
    let status = 0
    let text = ''
    let location = ''
    try {
      const answer = await fetch(address() + path, {
        method,
        headers: { cookie: cookie(), ...headers },
        body: body as BodyInit | undefined,
        signal: AbortSignal.timeout(patience),
      })
      status = answer.status
      location = answer.headers.get('location') ?? ''
      const chunks: Uint8Array[] = []
      let length = 0
      for await (const chunk of answer.body ?? []) {
        length += chunk.length
        if (length < MOST || status >= 400) chunks.push(chunk)
      }
      text = Buffer.concat(chunks).toString()
    } catch (error) {
      const { message, cause } = error as Error
      text = cause instanceof Error ? `${message}: ${cause.message}` : message
      status = 0
    }
    const ms = performance.now() - began
    const answer = { call, status, ms, text: text.slice(0, 300), fault: faultOf(status, text), seen: await look() }
    answers.push(answer)
    if (status === 0) throw new Silence(call)
    return { ...answer, location, whole: text }
  }

  /** What an answer holds, when it came whole. */
  const read = <T>(text: string): Partial<T> => {
    try {
      return JSON.parse(text) as T
    } catch {
      return {}
    }
  }

  return {
    id,
    answers,
    send,
    async json<T>(call: string, path: string, body: unknown = {}) {
      const { status, whole } = await send(call, 'POST', path, JSON.stringify(body), {
        'content-type': 'application/json',
      })
      return { status, body: read<T>(whole) }
    },
    async bytes<T>(call: string, method: string, path: string, body: Buffer) {
      const { status, whole } = await send(call, method, path, body, { 'content-type': 'application/octet-stream' })
      return { status, body: read<T>(whole) }
    },
  }
}
