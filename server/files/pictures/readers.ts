// Makes small pictures of people's pictures: it runs in the parsing pool's processes and is imported nowhere else.
import { createRequire } from 'node:module'
import { AppError } from '@atrium/contract/errors'
import type { ReadableFile } from '@atrium/contract/reading'
import type * as Photon from '@silvia-odwyer/photon-node'
import { imageSize } from 'image-size'

/** bytes of a picture that is looked at, and the pixels that it may unpack to */
const PICTURE_MAX = 64 * 1024 * 1024
const PIXELS_MAX = 50_000_000
/** Of JPEG, from 0 to 100. */
const QUALITY = 82

/** What image-size and photon call the formats that both know. */
const FORMATS = new Set(['jpg', 'png', 'gif', 'webp'])

interface Raster {
  /** RGBA, row by row */
  pixels: Uint8Array
  width: number
  height: number
}

/** px; the longest side of each, the largest first */
export interface ThumbnailSizes {
  sizes: number[]
}

const refused = () => new AppError('unsupported_media_type', 'There is no small picture of this file.')

/** For each size the picture in it, right side up, without anything that was said in the file besides its pixels. */
export async function* thumbnails(file: ReadableFile, { sizes }: ThumbnailSizes): AsyncGenerator<Uint8Array> {
  const bytes = await file.whole(PICTURE_MAX)
  // Its head says how large it unpacks, before anything does.
  const { width, height, type, orientation = 1 } = imageSize(bytes)
  if (!FORMATS.has(type ?? '') || !(width > 0) || !(height > 0) || width * height > PIXELS_MAX) throw refused()
  const photon = createRequire(import.meta.url)('@silvia-odwyer/photon-node') as typeof Photon
  let image = photon.PhotonImage.new_from_byteslice(bytes)
  // The head may have lied; then the process's memory was the bound.
  for (const longest of sizes) {
    const scale = longest / Math.max(image.get_width(), image.get_height())
    if (scale < 1) {
      const side = (length: number) => Math.max(1, Math.round(length * scale))
      const { Triangle, Lanczos3 } = photon.SamplingFilter
      // What is far larger than it is to be has each pixel seen by the plainer filter.
      const filter = scale < 0.25 ? Triangle : Lanczos3
      const smaller = photon.resize(image, side(image.get_width()), side(image.get_height()), filter)
      image.free()
      image = smaller
    }
    const upright = turned(
      { pixels: image.get_raw_pixels(), width: image.get_width(), height: image.get_height() },
      orientation,
    )
    const shown = new photon.PhotonImage(upright.pixels, upright.width, upright.height)
    yield isOpaque(upright.pixels) ? shown.get_bytes_jpeg(QUALITY) : shown.get_bytes()
    shown.free()
  }
  image.free()
}

function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}

/** As EXIF's orientation says that it is to be seen (EXIF 2.32, 4.6.5: 0x0112). */
function turned({ pixels, width, height }: Raster, orientation: number): Raster {
  if (!(orientation > 1 && orientation <= 8)) return { pixels, width, height }
  const isAcross = orientation > 4
  const to = { width: isAcross ? height : width, height: isAcross ? width : height }
  const from = new Uint32Array(pixels.slice().buffer)
  const out = new Uint32Array(from.length)
  for (let y = 0; y < to.height; y += 1)
    for (let x = 0; x < to.width; x += 1) {
      const [u, v] = isAcross ? [y, x] : [x, y]
      const column = [2, 3, 7, 8].includes(orientation) ? width - 1 - u : u
      const row = [3, 4, 6, 7].includes(orientation) ? height - 1 - v : v
      out[y * to.width + x] = from[row * width + column] as number
    }
  return { pixels: new Uint8Array(out.buffer), ...to }
}
