/** UTF-16 code units */
const LONGEST = 200

// Control characters, and the marks that reorder text so that `exe.gpj` reads `jpg.exe`.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Signs that Windows keeps for itself, the separators of folders among them. */
const RESERVED = /[<>:"/\\|?*]/g
/** Devices of Windows: no file can be called so, with whatever ending (Win32, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])[ ]*(?:\.|$)/iu
/** Windows takes points and blanks at the end of a name away, so that two names become one. */
const TAIL = /[.\s]+$/u

/** At most so many code units of it; no half of a sign is left. */
const cut = (text: string, most: number): string =>
  (text.length <= most ? text : text.slice(0, most)).replace(/[\ud800-\udbff]$/, '')

const shortened = (name: string): string => {
  if (name.length <= LONGEST) return name
  const { stem, ending } = parted(name)
  return `${cut(stem, LONGEST - ending.length).trimEnd()}${ending}`
}

/**
 * A name that every file system and zip can hold, Windows' too, in one form of Unicode; empty when nothing is left of it. A
 * name that is clean stays as it is, so that what was cleaned is found again.
 */
export function cleanName(sent: string): string {
  const name = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(RESERVED, '_')
    .trim()
    .replace(TAIL, '')
  const free = DEVICE.test(name) ? `_${name}` : name
  return shortened(free).replace(TAIL, '')
}

/** `report.tar.gz` is `report.tar` and `.gz`; `.profile` has no ending. */
function parted(name: string): { stem: string; ending: string } {
  const ending = /(?<=.)\.[\p{L}\p{N}]{1,12}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

/** `name.txt`; `name (2).txt` as the second of that name. */
export function numbered(name: string, n: number): string {
  if (n === 1) return name
  const { stem, ending } = parted(name)
  const base = stem.replace(/ \(\d{1,9}\)$/, '')
  const number = ` (${n})`
  return `${cut(base, LONGEST - ending.length - number.length)}${number}${ending}`
}

/** The name, or `name (2).txt` when it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const candidate = numbered(name, n)
    if (!taken.has(candidate)) return candidate
  }
}

/** The names of a path: `a/b\\c` and `/a//b/./c` are three. Without those that lead upwards. */
export const namesOf = (path: string): string[] =>
  path
    .split(/[/\\]/)
    .map(cleanName)
    .filter((name) => name !== '')

/** What other systems put beside people's files for themselves (Finder, Explorer): kept for them, shown to nobody. */
export const isOfSystem = (name: string): boolean =>
  /^(?:\._.*|\.DS_Store|\.localized|\.Spotlight-V100|\.Trashes|\.fseventsd|\.TemporaryItems|Thumbs\.db|desktop\.ini)$/i.test(
    name,
  )

/** Below this stands what people are shown; what systems keep for themselves is above it. */
export const SHOWN_BELOW = '2'

/** Folders below this, files above it. */
export const FOLDERS_BELOW = '1'

/**
 * By what a folder's list stands in order, compared by its code points: folders before files, then as people read names, without
 * case and accents, `page 9` before `page 10`. The length of a number stands before its digits.
 */
export function sortKey({ kind, name }: { kind: 'file' | 'folder'; name: string }): string {
  const rank = isOfSystem(name) ? SHOWN_BELOW : kind === 'folder' ? '0' : FOLDERS_BELOW
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return (
    rank +
    plain.replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+(?=\d)/, '')
      return `${String(number.length).padStart(3, '0')}${number}`
    })
  )
}
