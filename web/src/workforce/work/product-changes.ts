import type { Block, WorkProduct } from '@atrium/contract/work-product'

/** A line that is only in one of two versions. */
export interface ChangedLine {
  kind: 'new' | 'gone'
  text: string
}
export interface ChangedPart {
  /** Its title; empty for one without. The summary's is null. */
  title: string | null
  /** The place in its version, from 1. */
  position: number
  kind: 'new' | 'gone' | 'changed'
  lines: ChangedLine[]
}

/** Comparisons of two texts that are made at most; above it, lines are compared as sets. */
const CELLS_MAX = 1_000_000

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return block.markdown.split('\n').filter((line) => line.trim() !== '')
    case 'table':
      return block.rows.map((row) => block.columns.map(({ key }) => String(row[key] ?? '')).join(' · '))
    case 'drafts':
      return block.drafts.flatMap(({ to, subject, text }) => [
        [to, subject].filter(Boolean).join(' · '),
        ...text.split('\n').filter((line) => line.trim() !== ''),
      ])
    case 'checks':
      return block.checks.map(({ text, state, note }) => [text, state, note].filter(Boolean).join(' · '))
  }
}

/** Lines of `before` and `after` outside of their longest common subsequence, in the order of reading. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  if (before.length * after.length > CELLS_MAX) {
    const [old, now] = [new Set(before), new Set(after)]
    return [
      ...before.filter((line) => !now.has(line)).map((text): ChangedLine => ({ kind: 'gone', text })),
      ...after.filter((line) => !old.has(line)).map((text): ChangedLine => ({ kind: 'new', text })),
    ]
  }
  const width = after.length + 1
  // common[i * width + j]: length of the longest common subsequence of before[i…] and after[j…]
  const common = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] as number
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: ChangedLine[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++
      j++
    } else if (j >= after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'gone', text: before[i++] as string })
    } else lines.push({ kind: 'new', text: after[j++] as string })
  }
  return lines
}

/** What differs in the content of two versions, part by part. A part is found again by its kind and title, else by its place. */
export function changesBetween(before: WorkProduct, after: WorkProduct): ChangedPart[] {
  const parts: ChangedPart[] = []
  const summary = changedLines(before.summary.split('\n'), after.summary.split('\n'))
  if (summary.length > 0) parts.push({ title: null, position: 0, kind: 'changed', lines: summary })
  const left = new Set(before.blocks)
  const isTitled = (block: Block) => block.title !== ''
  after.blocks.forEach((block, at) => {
    const place = before.blocks[at]
    const same =
      [...left].find((one) => one.kind === block.kind && one.title === block.title && isTitled(one)) ??
      (place && left.has(place) && place.kind === block.kind && !(isTitled(place) && isTitled(block))
        ? place
        : undefined)
    if (same) left.delete(same)
    const lines = changedLines(same ? linesOf(same) : [], linesOf(block))
    if (!same || lines.length > 0)
      parts.push({ title: block.title, position: at + 1, kind: same ? 'changed' : 'new', lines })
  })
  for (const block of left)
    parts.push({
      title: block.title,
      position: before.blocks.indexOf(block) + 1,
      kind: 'gone',
      lines: changedLines(linesOf(block), []),
    })
  return parts
}
