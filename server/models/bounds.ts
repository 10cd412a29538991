import type { ModelSink } from './model.ts'
import { ProviderError } from './provider-error.ts'

/** calls of one answer */
const MOST_CALLS = 256
/** characters of the input of all calls of one answer */
const LONGEST_INPUT = 4 * 1024 * 1024
/** characters of the text of one answer; the longest that models give is a quarter of it */
const LONGEST_TEXT = 8 * 1024 * 1024

/** Refuses the calls of a model that does not stop making them. */
export function boundCalls(provider: string, calls: number, characters: number): void {
  if (calls > MOST_CALLS || characters > LONGEST_INPUT)
    throw new ProviderError('garbage', `${provider} sent tool calls without end`)
}

/** What the taker of the text threw: its own error, not the provider's doing. */
export class SinkFailed extends Error {}

/** Refuses the text of a model that does not stop talking, and what is no text. */
export function boundText(provider: string, sink: ModelSink): ModelSink {
  let characters = 0
  return {
    text(piece) {
      if (typeof piece !== 'string') throw new ProviderError('garbage', `${provider} sent text that is none`)
      characters += piece.length
      if (characters > LONGEST_TEXT) throw new ProviderError('garbage', `${provider} sent text without end`)
      try {
        sink.text(piece)
      } catch (cause) {
        throw new SinkFailed('The text could not be taken.', { cause })
      }
    },
  }
}
