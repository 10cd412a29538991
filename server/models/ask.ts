import type { ModelRequest, ModelResult, StreamModel } from './model.ts'

/** For tests: asks a model and gathers what it streams. */
export async function ask(
  stream: StreamModel,
  request: Partial<ModelRequest> = {},
  onText?: (piece: string) => void,
): Promise<ModelResult & { text: string; pieces: string[] }> {
  const pieces: string[] = []
  const result = await stream(
    {
      model: 'some-model',
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
      tools: [],
      signal: new AbortController().signal,
      ...request,
    },
    {
      text(piece) {
        pieces.push(piece)
        onText?.(piece)
      },
    },
  )
  return { ...result, text: pieces.join(''), pieces }
}
