import { AppError } from '@atrium/contract/errors'
import type { ModuleCall } from '@atrium/contract/module-server'
import type flash from '../module.ts'
import { say } from '../say.ts'

/** What cards show and play, by ending. */
const MIMES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

const endingOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''
export const mimeOf = (name: string): string => MIMES[endingOf(name)] ?? 'application/octet-stream'

const MOST = 20 * 1024 * 1024

const tooLarge = () => new AppError('too_large', say('fileTooLarge'))

/** All of it, given up as soon as it is too much: what is sent is held in memory. */
async function bytesOf(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > MOST) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** PUT /api/m/flash/media/<name>: a picture or a sound for a card, under a name that no other has. */
export async function keepMedium({ request, params, context }: ModuleCall<typeof flash>): Promise<Response> {
  const wanted = (params.name ?? '').replace(/[\p{Cc}/\\<>:"|?*[\]]/gu, '_').slice(-120)
  if (!Object.hasOwn(MIMES, endingOf(wanted))) throw new AppError('unsupported_media_type', say('kindsOfMedia'))
  const bytes = await bytesOf(request)
  if (bytes.length === 0) throw new AppError('bad_request', say('fileEmpty'))
  const kept = await context.files.save(wanted, mimeOf(wanted), bytes)
  const [taken] = await context.store.media.list({ where: { name: wanted }, limit: 1 })
  const name =
    taken && taken.sha256 !== kept.sha256 ? wanted.replace(/(\.[^.]*)?$/, `-${kept.sha256.slice(0, 8)}$1`) : wanted
  const [known] = await context.store.media.list({ where: { name, sha256: kept.sha256 }, limit: 1 })
  if (known) {
    await context.files.remove(kept.id)
    return Response.json({ name, file: known.file, mime: known.mime })
  }
  const { mime, size, sha256 } = kept
  await context.store.media.insert({ name, file: kept.id, mime, size, sha256 })
  return Response.json({ name, file: kept.id, mime })
}

/** characters that a model is given at once */
const TEXT_MOST = 100_000

/** PUT /api/m/flash/documents/<name>: what stands in a PDF, a Word document or a text, for cards. It is read in the confined pool, and not kept. */
export async function textOfDocument({ request, params, context }: ModuleCall<typeof flash>): Promise<Response> {
  const { files } = context
  const name = (params.name ?? '').slice(-120)
  const bytes = await bytesOf(request)
  if (bytes.length === 0) throw new AppError('bad_request', say('fileEmpty'))
  const { id } = await files.save(name, 'application/octet-stream', bytes)
  const text = (await files.text(id))?.replaceAll('\f', '\n').trim() ?? ''
  await files.remove(id)
  if (text === '') throw new AppError('unprocessable', say('noWords', { name }))
  return Response.json({ text: text.slice(0, TEXT_MOST).toWellFormed(), isCut: text.length > TEXT_MOST })
}
