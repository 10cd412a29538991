import type { IncomingMessage } from 'node:http'
import { AppError } from '@atrium/contract/errors'
import type { z } from 'zod'
import { issueSentence, refusedField } from './issue-sentence.ts'

const DEFAULT_LIMIT = 1024 * 1024
/** Deeper JSON than any of ours; recursion over it could exhaust the stack. */
const DEEPEST = 64

/** Escapes of what PostgreSQL cannot hold: NUL is refused, half a surrogate pair becomes U+FFFD. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/
const HALF_PAIR = /\\ud[89a-f]/i

const inMegabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`

/** By the events of Node's stream: through a web stream the body of a short message takes longer than all of its parsing. */
export function readBytes(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new AppError('too_large', `That is too large: at most ${inMegabytes(limit)} can be sent here.`)
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge())
  return new Promise((done, failed) => {
    const parts: Buffer[] = []
    let size = 0
    const settle = () => incoming.off('data', take).off('end', finish).off('error', fail).off('close', leave)
    const take = (part: Buffer) => {
      size += part.byteLength
      if (size <= limit) return void parts.push(part)
      settle().pause() // what is still on its way is thrown away once the refusal has been sent
      failed(tooLarge())
    }
    const finish = () => {
      settle()
      done(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts))
    }
    const fail = (cause?: Error) => {
      settle()
      failed(new AppError('bad_request', 'The request broke off before its body had come.', { cause }))
    }
    const leave = () => fail()
    if (incoming.destroyed) return leave()
    incoming.on('data', take).on('end', finish).on('error', fail).on('close', leave)
  })
}

function refuseDeep(text: string): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 91 || code === 123) {
      if (++depth > DEEPEST) throw new AppError('bad_request', `The JSON is nested deeper than ${DEEPEST} levels.`)
    } else if (code === 93 || code === 125) depth--
  }
}

/** Reads a JSON body. Throws `too_large`, `unsupported_media_type` or `bad_request` with a sentence. */
export async function readJson(incoming: IncomingMessage, limit = DEFAULT_LIMIT, optional = false): Promise<unknown> {
  const bytes = await readBytes(incoming, limit)
  if (bytes.byteLength === 0) {
    if (optional) return {}
    throw new AppError('bad_request', 'The body is missing: send JSON.')
  }
  const type = incoming.headers['content-type'] ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new AppError('unsupported_media_type', 'Send the body as application/json.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not valid UTF-8.', { cause })
  }
  refuseDeep(text)
  if (NUL.test(text)) throw new AppError('bad_request', 'Text cannot hold the NUL character. Remove it and send again.')
  try {
    return HALF_PAIR.test(text)
      ? JSON.parse(text, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
      : JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause })
  }
}

/** The refusal whose sentence is the first issue's; `within` is where in the body the value stands. */
export function refusalOf({ issues }: z.ZodError, within: readonly string[] = []): AppError {
  const fields = issues.map((issue) => refusedField(issue, [...within, ...issue.path.map(String)].join('.')))
  const first = issueSentence(issues[0] as z.core.$ZodIssue)
  return new AppError('bad_request', first, { details: { field: fields[0]?.field, fields } })
}

/** Parses by the schema. Throws `bad_request` whose sentence is the first issue's and whose details name every field. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refusalOf(parsed.error)
}
