/** UTF-16 code units; below the 255 bytes of common file systems even in three-byte scripts */
const LONGEST = 80
// Control characters, and the marks that reorder text so that `exe.gpj` reads `jpg.exe`.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name that is safe to show and to save under, whatever path or trick was sent. Its extension is kept. */
export function safeName(sent: string): string {
  const last = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  if (clean === '') return 'file'
  if (clean.length <= LONGEST) return clean
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? ''
  return (
    clean
      .slice(0, LONGEST - extension.length)
      .toWellFormed()
      .replace(/\uFFFD$/, '')
      .trimEnd() + extension
  )
}

/** RFC 6266: an ASCII name for old clients, and RFC 5987's form of the whole name. */
export function contentDisposition(how: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
