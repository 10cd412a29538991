import type { HeldFile } from '@atrium/contract/files'
import { readScope } from '../../platform/scope.ts'
import { startUpload } from '../uploads/uploader.ts'
import { type FilePlace, fieldTarget, heldIn } from './field-target.ts'
import { heldUrl } from './held-file.tsx'

/** bytes; a model reads no picture of more than 5 MB */
const READABLE = 4_800_000
/** pixels of the longer side, at which the print of a receipt can still be read */
const LONGEST = 2_200
const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Sends a file for a field, as choosing it there would: it waits until a record names it. */
export async function sendToField(place: FilePlace, file: File, signal: AbortSignal): Promise<HeldFile> {
  const upload = startUpload(file, fieldTarget(place, readScope()), { onProgress: () => undefined })
  const aborted = new Promise<never>((_, failed) => {
    const stop = () => {
      void upload.giveUp()
      failed(signal.reason)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  return heldIn(await Promise.race([upload.done, aborted]))
}

/** Sends what a model has made, as if the person had chosen it. */
export function keepMade(
  place: FilePlace,
  { name, mime, base64 }: { name: string; mime: string; base64: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<HeldFile> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return sendToField(place, new File([bytes], name, { type: mime }), signal)
}

/** The id of a picture that a model can read: its own, or that of a smaller copy, which nobody keeps. */
export async function readablePicture(place: FilePlace, file: HeldFile, signal: AbortSignal): Promise<string> {
  if (file.size <= READABLE && KINDS.includes(file.mime)) return file.id
  const answer = await fetch(heldUrl(file), { signal, credentials: 'same-origin' })
  const picture = await createImageBitmap(await answer.blob())
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return (await sendToField(place, new File([blob], 'copy.jpg', { type: 'image/jpeg' }), signal)).id
}
