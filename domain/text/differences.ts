// What differs between two texts, line by line.

export interface DiffLine {
  sign: ' ' | '-' | '+'
  text: string
}

/** Edits up to which the shortest way is sought (Myers, 1986: time and memory grow with their square). */
const EDITS_MOST = 500

/** Lines as numbers, the same for the same. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const known = new Map<string, number>()
  const number = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const at = known.get(line) ?? known.size
      known.set(line, at)
      return at
    })
  return [number(before), number(after)]
}

/** Pairs of places that stay, in order; null where more than so many lines differ. */
function shortest(a: Int32Array, b: Int32Array, most: number): [number, number][] | null {
  const limit = Math.min(most, a.length + b.length)
  const size = 2 * limit + 3
  const reach = new Int32Array(size)
  const middle = limit + 1
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const isDown =
        k === -edits || (k !== edits && (reach[middle + k - 1] as number) < (reach[middle + k + 1] as number))
      let x = isDown ? (reach[middle + k + 1] as number) : (reach[middle + k - 1] as number) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      reach[middle + k] = x
      if (x >= a.length && y >= b.length) return backwards(trace, edits, a.length, b.length)
    }
  }
  return null
}

/** From the end to the beginning, by how far each number of edits reached. */
function backwards(trace: readonly Int32Array[], edits: number, endX: number, endY: number): [number, number][] {
  const kept: [number, number][] = []
  let [x, y] = [endX, endY]
  for (let at = edits; at >= 0; at--) {
    const reach = trace[at] as Int32Array
    const of = (k: number) => reach[k + at + 1] as number
    const k = x - y
    const from = k === -at || (k !== at && of(k - 1) < of(k + 1)) ? k + 1 : k - 1
    const [startX, startY] = at === 0 ? [0, 0] : [of(from), of(from) - from]
    while (x > startX && y > startY) kept.push([--x, --y])
    x = startX
    y = startY
  }
  return kept.reverse()
}

/** Places of lines that stand once in each, in an order that both have (patience: the longest increasing run). */
function anchors(a: Int32Array, b: Int32Array): [number, number][] {
  const once = (lines: Int32Array) => {
    const places = new Map<number, number>()
    for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? -1 : at)
    return places
  }
  const [inA, inB] = [once(a), once(b)]
  const pairs: [number, number][] = []
  for (const [line, at] of inA) {
    const other = inB.get(line)
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other])
  }
  pairs.sort((one, other) => one[0] - other[0])
  const tails: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [at, [, place]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const half = (low + high) >> 1
      if ((pairs[tails[half] as number] as [number, number])[1] < place) low = half + 1
      else high = half
    }
    before[at] = low > 0 ? (tails[low - 1] as number) : -1
    tails[low] = at
  }
  const run: [number, number][] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] as number) run.push(pairs[at] as [number, number])
  return run.reverse()
}

/**
 * The lines of both texts in order: those that stay, that went (-) and that came (+). As few as can be where no more than
 * five hundred differ; else lines that stand once in both part it.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const [a, b] = numbered(before.slice(start, before.length - end), after.slice(start, after.length - end))
  const kept = shortest(a, b, EDITS_MOST) ?? anchors(a, b)
  const lines: DiffLine[] = before.slice(0, start).map((text) => ({ sign: ' ', text }))
  let [x, y] = [0, 0]
  const until = (toX: number, toY: number) => {
    for (; x < toX; x++) lines.push({ sign: '-', text: before[start + x] as string })
    for (; y < toY; y++) lines.push({ sign: '+', text: after[start + y] as string })
  }
  for (const [atX, atY] of kept) {
    until(atX, atY)
    lines.push({ sign: ' ', text: before[start + x] as string })
    x++
    y++
  }
  until(a.length, b.length)
  for (const text of before.slice(before.length - end)) lines.push({ sign: ' ', text })
  return lines
}

/** As the unified format has it: changes with so many lines around them, a head with the lines of both before each part. */
export function unifiedDiff(lines: readonly DiffLine[], around = 3): string {
  const isNear = new Uint8Array(lines.length)
  for (const [at, { sign }] of lines.entries())
    if (sign !== ' ') isNear.fill(1, Math.max(0, at - around), at + around + 1)
  const parts: string[] = []
  let [x, y] = [1, 1]
  for (let at = 0; at < lines.length; ) {
    let end = at
    while (end < lines.length && isNear[end] === isNear[at]) end++
    const part = lines.slice(at, end)
    const gone = part.filter(({ sign }) => sign !== '+').length
    const come = part.filter(({ sign }) => sign !== '-').length
    if (isNear[at]) {
      parts.push(`@@ -${range(x, gone)} +${range(y, come)} @@`)
      for (const { sign, text } of part) parts.push(sign + text)
    }
    x += gone
    y += come
    at = end
  }
  return parts.join('\n')
}

/** An empty range stands behind the line before it. */
const range = (from: number, count: number): string =>
  count === 1 ? `${from}` : `${count === 0 ? from - 1 : from},${count}`
