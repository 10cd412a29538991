/** A code block within a text, with its place. */
export interface Fence {
  text: string
  from: number
  to: number
}

const OPENING = /^[ \t]*(`{3,}|~{3,})[\w-]*[ \t]*$/u

/** The code blocks of a text, each from the line that opens it to the next that closes it. Linear in the text. */
export function fencesIn(text: string): Fence[] {
  const found: Fence[] = []
  let at = 0
  let open: { mark: string; from: number; start: number } | null = null
  for (const line of text.split('\n')) {
    const end = at + line.length
    const mark = OPENING.exec(line)?.[1]
    if (open && mark?.startsWith(open.mark) && /^[ \t]*[`~]+[ \t]*$/u.test(line)) {
      found.push({ text: text.slice(open.start, Math.max(open.start, at - 1)), from: open.from, to: end })
      open = null
    } else if (!open && mark) open = { mark, from: at, start: end + 1 }
    at = end + 1
  }
  return found
}

/** The text without its code blocks, each a space. */
export function withoutFences(text: string, fences: readonly Fence[]): string {
  const parts = fences.map(({ from }, at) => text.slice(fences[at - 1]?.to ?? 0, from))
  return [...parts, text.slice(fences.at(-1)?.to ?? 0)].join(' ')
}
