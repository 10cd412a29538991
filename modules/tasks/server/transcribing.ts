import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type tasks from '../module.ts'
import { say } from '../say.ts'

/** bytes; what a model hears at most */
const LARGEST = 25 * 1024 * 1024
/** characters that are split into tasks at once */
const TEXT_MAX = 10_000
/** What browsers record is sound in a container of films. */
const SOUNDS = /^(?:audio\/|video\/(?:webm|mp4|ogg|quicktime)$|application\/ogg$)/
/** The ending says what it is: providers look at nothing else. */
const ENDINGS: Readonly<Record<string, string>> = {
  'video/webm': 'webm',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/quicktime': 'mp4',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
}

/** What is said in a recording that waits among the person's files. */
export async function transcribe(
  { file }: { file: string },
  { model, files }: Pick<ActionContext<typeof tasks>, 'model' | 'files'>,
): Promise<{ text: string }> {
  const found = await files.find(file)
  if (!found) throw new AppError('not_found', say('recordingGone'))
  if (!SOUNDS.test(found.mime)) throw new AppError('unsupported_media_type', say('noRecording'))
  if (found.size > LARGEST) throw new AppError('too_large', say('recordingTooLong'))
  const bytes = Buffer.concat(await Array.fromAsync(files.read(file)))
  const { text } = await model.hear({ name: `memo.${ENDINGS[found.mime] ?? 'ogg'}`, mime: found.mime, bytes })
  return { text: text.slice(0, TEXT_MAX) }
}
