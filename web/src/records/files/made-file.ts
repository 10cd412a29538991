import type { HeldFile } from '@atrium/contract/files'
import { heldUrl } from './held-file.tsx'
import { sendFile } from './send-file.ts'
import type { FilePlace } from './use-sending.ts'

/** bytes; a model reads no picture of more than 5 MB */
const READABLE = 4_800_000
/** pixels of the longer side, at which the print of a receipt can still be read */
const LONGEST = 2_200
const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Sends a file for a field, as choosing it there would: it waits until a record names it. */
export function sendToField(place: FilePlace, file: File, signal: AbortSignal): Promise<HeldFile> {
  const { module, collection, field } = place
  const path = `/api/m/${module}/files/${collection}/${field}?name=${encodeURIComponent(file.name)}`
  return sendFile<HeldFile>(path, file, signal, () => undefined)
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
