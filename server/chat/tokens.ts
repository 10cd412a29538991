import { cutText } from '../platform/cut-text.ts'
import { loadOnce } from '../platform/load-once.ts'

/** Above this many characters a message's tokens are estimated: exact counting would block the loop. */
const COUNT_EXACTLY = 200_000

type CountTokens = (text: string) => number

/** The o200k vocabulary: exact for OpenAI's models, within about 15 % for the others. Loaded when first needed. */
const load = loadOnce(async (): Promise<CountTokens> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  return (text) => countTokens(text, { allowedSpecial: 'all' })
})

/** Tokens of each text. */
export async function countTokens(texts: readonly string[]): Promise<number[]> {
  const count = await load()
  return texts.map((text) => (text.length > COUNT_EXACTLY ? Math.ceil(Buffer.byteLength(text) / 3) : count(text)))
}

/** A number that the tokens of this text never exceed, without counting. */
export const atMostTokens = (text: string): number => Buffer.byteLength(text)

/** The beginning of a text, of at most so many tokens. */
export async function firstTokens(text: string, most: number): Promise<string> {
  let kept = most > 0 ? text : ''
  while (atMostTokens(kept) > most) {
    const [count = 0] = await countTokens([kept])
    if (count <= most) break
    kept = cutText(kept, Math.floor((kept.length * most) / count))
  }
  return kept
}
