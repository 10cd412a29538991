import type { FileLimits } from './files.ts'

// Kinds of files by their MIME types, for server and browser: without zod, which a page may do without.

/** Pictures that browsers show and that hold no scripts. */
export const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

/** Whether a file of this kind is taken. */
export const takesKind = ({ accepts }: Pick<FileLimits, 'accepts'>, mime: string): boolean =>
  accepts.length === 0 || accepts.some((one) => (one.endsWith('/*') ? mime.startsWith(one.slice(0, -1)) : one === mime))

export type Preview = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'none'

/** Kinds that a browser shows from our own address and that cannot hold scripts. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/
/** bytes of a text that are shown; the rest is in the download */
export const TEXT_SHOWN = 512 * 1024

export const mayShow = (mime: string): boolean => SHOWN.test(mime)

/** How the browser shows a file of this kind. SVG as a picture only: opened by itself it could run scripts. */
export function previewOf(mime: string): Preview {
  if (mime === 'application/pdf') return 'pdf'
  if (mime === 'image/svg+xml' || (mime.startsWith('image/') && mayShow(mime))) return 'image'
  if (mime.startsWith('audio/')) return 'audio'
  if (mime.startsWith('video/')) return 'video'
  return /^text\/|^application\/(?:json|xml|xhtml\+xml|javascript|x-subrip)$/.test(mime) ? 'text' : 'none'
}
