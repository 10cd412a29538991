import { Readable } from 'node:stream'

const HIDDEN = '•••'

/** The same value without these texts, wherever they stand in it. */
export function withoutTexts(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (hidden.size === 0) return value
  if (typeof value === 'string') {
    let text = value
    for (const one of hidden) text = text.replaceAll(one, HIDDEN)
    return text
  }
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, hidden))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutTexts(one, hidden)]))
}

function holds(value: unknown, hidden: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return [...hidden].some((one) => value.includes(one))
  if (value === null || typeof value !== 'object') return false
  return Object.values(value).some((one) => holds(one, hidden))
}

/** A module that would answer a secret has a bug, whatever it is: nobody is told. */
export function refuseHidden(output: unknown, hidden: ReadonlySet<string>, action: string): void {
  const isTold = hidden.size > 0 && holds(output, hidden)
  if (isTold) throw new Error(`${action} would have answered a secret`)
}

/** bytes; of one at least */
const longest = (hidden: ReadonlySet<string>) => Math.max(...[...hidden].map((one) => Buffer.byteLength(one)))

/** The pieces of a file, which ends before the one that would show a hidden text, even one that lies across two. */
export async function* withoutHidden<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  hidden: ReadonlySet<string>,
  action: string,
): AsyncGenerator<Piece> {
  let before = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (hidden.size === 0) {
      yield piece
      continue
    }
    const seen = Buffer.concat([before, Buffer.from(piece as string)])
    for (const one of hidden) if (seen.includes(one)) throw new Error(`${action} would have answered a secret`)
    before = seen.subarray(Math.max(0, seen.length - longest(hidden)))
    yield piece
  }
}

/** An answer that says no hidden text: in its headers before it is sent, in its body as it is. */
export async function refuseHiddenAnswer<Answer>(answer: Answer, hidden: ReadonlySet<string>, action: string) {
  if (!(answer instanceof Response)) {
    refuseHidden(answer, hidden, action)
    return answer
  }
  refuseHidden([...answer.headers].flat(), hidden, action)
  if (hidden.size === 0 || answer.body === null) return answer
  const pieces = withoutHidden(answer.body as AsyncIterable<Uint8Array>, hidden, action)
  const first = await pieces.next() // a refusal is still an answer then
  const body = async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  }
  const { status, statusText, headers } = answer
  return new Response(Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream<Uint8Array>, {
    status,
    statusText,
    headers,
  })
}
