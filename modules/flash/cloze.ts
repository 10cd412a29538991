/** A piece of a cloze text: plain, or a deletion with its number, hint and own pieces (deletions may stand in each other). */
export type ClozePiece = string | { number: number; hint: string | null; pieces: ClozePiece[] }

const OPEN = /\{\{c(\d{1,3})::/y
/** Deeper ones are left as they stand; Anki refuses them too. */
const DEEPEST = 8

/** Reads `{{c1::answer::hint}}`. Braces without their end stay text. */
export function parseCloze(text: string): ClozePiece[] {
  let at = 0

  function pieces(depth: number): { pieces: ClozePiece[]; closed: boolean } {
    const found: ClozePiece[] = []
    let plain = ''
    const keep = () => {
      if (plain !== '') found.push(plain)
      plain = ''
    }
    while (at < text.length) {
      if (depth > 0 && text.startsWith('}}', at)) {
        keep()
        at += 2
        return { pieces: found, closed: true }
      }
      OPEN.lastIndex = at
      const open = depth < DEEPEST ? OPEN.exec(text) : null
      if (!open) {
        plain += text[at]
        at += 1
        continue
      }
      const start = at
      at = OPEN.lastIndex
      const inside = pieces(depth + 1)
      if (!inside.closed) {
        plain += text.slice(start, start + open[0].length)
        keep()
        found.push(...inside.pieces)
        continue
      }
      keep()
      found.push({ number: Number(open[1]), ...withHint(inside.pieces) })
    }
    keep()
    return { pieces: found, closed: false }
  }

  return pieces(0).pieces
}

/** What stands behind the last `::` of its own text is the hint. */
function withHint(pieces: ClozePiece[]): { hint: string | null; pieces: ClozePiece[] } {
  const last = pieces.at(-1)
  const at = typeof last === 'string' ? last.indexOf('::') : -1
  if (typeof last !== 'string' || at < 0) return { hint: null, pieces }
  return { hint: last.slice(at + 2), pieces: [...pieces.slice(0, -1), last.slice(0, at)] }
}

/** The numbers of a text's deletions, ascending. Anki counts from 1; c0 is none. */
export function clozeNumbers(text: string): number[] {
  const numbers = new Set<number>()
  const collect = (pieces: readonly ClozePiece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      if (piece.number > 0) numbers.add(piece.number)
      collect(piece.pieces)
    }
  }
  if (text.includes('{{c')) collect(parseCloze(text))
  return [...numbers].sort((a, b) => a - b)
}

/** A part of a picture (image occlusion): drawn, not written. */
const isDrawn = (piece: ClozePiece | undefined): boolean => {
  const [first] = piece === undefined || typeof piece === 'string' ? [] : piece.pieces
  return typeof first === 'string' && first.trimStart().startsWith('image-occlusion:')
}

/** The text with its deletion `number` hidden (`question`) or marked; the others stand as plain text. */
export function renderCloze(text: string, number: number, side: 'question' | 'answer'): string {
  // Each part of a picture ends its line, of which nothing is to be seen either.
  const all = (pieces: readonly ClozePiece[]): string =>
    pieces
      .map((piece, at) =>
        typeof piece === 'string' && isDrawn(pieces[at - 1]) ? piece.replace(/^\s*<br\s*\/?>/i, '') : one(piece),
      )
      .join('')
  const one = (piece: ClozePiece): string => {
    if (typeof piece === 'string') return piece
    if (isDrawn(piece)) return ''
    if (piece.number !== number) return all(piece.pieces)
    const shown = side === 'question' ? `[${piece.hint || '…'}]` : all(piece.pieces)
    return `<span class="cloze">${shown}</span>`
  }
  return all(parseCloze(text))
}

/** Only what is hidden, for templates that ask for it (`cloze-only`). */
export function clozeAnswers(text: string, number: number): string {
  const found: string[] = []
  const plain = (pieces: readonly ClozePiece[]): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : plain(piece.pieces))).join('')
  const collect = (pieces: readonly ClozePiece[]) => {
    for (const piece of pieces) {
      if (typeof piece === 'string') continue
      if (piece.number === number) found.push(plain(piece.pieces))
      else collect(piece.pieces)
    }
  }
  collect(parseCloze(text))
  return found.join(', ')
}
