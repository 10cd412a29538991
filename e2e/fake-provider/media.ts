import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import type { Received, Script } from './script.ts'

/** The calls of OpenAI's protocol that do not answer in words, by the end of their path. */
export const MEDIA = ['/images/generations', '/audio/speech', '/audio/transcriptions', '/embeddings'] as const

export interface MediaCall {
  path: (typeof MEDIA)[number]
  body: Record<string, unknown>
}

export const mediaCallOf = (pathname: string): MediaCall['path'] | null =>
  MEDIA.find((end) => pathname.endsWith(end)) ?? null

/** A form as it came: its fields, and of the file what is worth knowing. */
export async function readForm(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  const body: Record<string, unknown> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') body[name] = value
    else {
      const content = Buffer.from(await value.arrayBuffer())
      const sha256 = createHash('sha256').update(content).digest('hex')
      body[name] = { name: value.name, type: value.type, size: content.length, sha256 }
    }
  return body
}

/** What was asked for in words. */
export const saidIn = ({ prompt, input }: Record<string, unknown>): string =>
  typeof prompt === 'string' ? prompt : Array.isArray(input) ? input.join('\n') : String(input ?? '')

/** Answers in whole, as the script says or as a model would. */
export function playMedia(
  response: ServerResponse,
  { path, body }: MediaCall,
  script: Script,
  received: Received,
): void {
  response.on('close', () => {
    if (received.state === 'open') received.state = response.writableFinished ? 'finished' : 'closed by client'
  })
  if (script.never) return
  const answer = () => {
    if (response.destroyed) return
    const { status = 200 } = script
    const json = (value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json', ...script.headers }).end(JSON.stringify(value))
    if (script.body !== undefined) json(script.body)
    else if (status >= 400) json({ error: { message: `scripted ${status}`, type: 'scripted', code: null } })
    else if (path === '/audio/speech')
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(silence(saidIn(body).length))
    else json(answers[path](body, script))
  }
  if (script.initialDelay) setTimeout(answer, script.initialDelay)
  else answer()
}

type Answer = (body: Record<string, unknown>, script: Script) => unknown
const answers: Record<Exclude<MediaCall['path'], '/audio/speech'>, Answer> = {
  '/images/generations': ({ n, prompt, model }) => ({
    created: 1_760_000_000,
    data: Array.from({ length: Number(n ?? 1) }, (_, at) => ({
      b64_json: painted(`${prompt} ${at}`).toString('base64'),
    })),
    ...(String(model).startsWith('gpt-image') && {
      usage: { input_tokens: 20, output_tokens: 1_056 * Number(n ?? 1), total_tokens: 20 + 1_056 * Number(n ?? 1) },
    }),
  }),
  '/audio/transcriptions': ({ response_format }, { text }) => ({
    text: text ?? 'Nothing was scripted to be heard.',
    ...(response_format === 'verbose_json'
      ? { task: 'transcribe', language: 'english', duration: 12.4, segments: [] }
      : { usage: { type: 'tokens', input_token_details: { audio_tokens: 124, text_tokens: 0 } } }),
  }),
  '/embeddings': ({ input, model, dimensions }) => {
    const texts = Array.isArray(input) ? input.map(String) : [String(input)]
    return {
      object: 'list',
      model,
      data: texts.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: meaning(text, Number(dimensions ?? 64)),
      })),
      usage: {
        prompt_tokens: Math.ceil(texts.join('').length / 4),
        total_tokens: Math.ceil(texts.join('').length / 4),
      },
    }
  },
}

/** A PNG of two colours that its name decides. */
function painted(name: string): Buffer {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(name).digest()
  const [width, height] = [96, 64]
  const row = (at: number) => {
    const shade = (value: number) => Math.round(at < height / 2 ? value : 255 - value)
    return Buffer.from([0, ...Array.from({ length: width }, () => [shade(red), shade(green), shade(blue)]).flat()])
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.concat(Array.from({ length: height }, (_, at) => row(at)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
  ])
}

/** MPEG-1 Layer III, 128 kbit/s, 44.1 kHz: frames without anything in them, about a fifteenth of a second for each character. */
function silence(characters: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array.from({ length: Math.max(4, Math.ceil((characters / 15) * 38)) }, () => frame))
}

/** Words that mean the same to whoever tests. */
const SAME: readonly (readonly string[])[] = [
  ['car', 'automobile', 'vehicle'],
  ['mitochondria', 'mitochondrion', 'powerhouse'],
  ['big', 'large', 'huge'],
]

/** Texts that share words, or words of one meaning, have vectors that are near. */
function meaning(text: string, length: number): number[] {
  const vector = new Array<number>(length).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const known = SAME.findIndex((words) => words.includes(word))
    const place =
      createHash('sha256')
        .update(known < 0 ? word : `meaning ${known}`)
        .digest()
        .readUInt32BE() % length
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}
