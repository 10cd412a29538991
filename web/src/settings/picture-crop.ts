import { PICTURE_MAX_BYTES } from '@atrium/contract/profile'

/** px; twice the largest size at which a picture is shown. */
const SIDE = 512

/** The middle square of an image file, small enough to send. Throws when the browser cannot read it as a picture. */
export async function croppedSquare(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(SIDE, side)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw on a canvas.')
  context.imageSmoothingQuality = 'high'
  const x = (image.width - side) / 2
  const y = (image.height - side) / 2
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  image.close()
  // Where WebP cannot be written the browser gives PNG instead.
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9))
  if (!blob || blob.size > PICTURE_MAX_BYTES) throw new Error('The picture could not be made small enough.')
  return blob
}
