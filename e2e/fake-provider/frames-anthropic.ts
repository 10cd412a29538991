import type { Answer } from './answer.ts'

const reasons = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal', tools: 'tool_use' } as const

const frame = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

/** The events of a message stream. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function anthropicFrames(answer: Answer): string[] {
  const { usage } = answer
  const message = { id: 'msg_fake', type: 'message', role: 'assistant', model: answer.model, content: [] }
  const input = usage && {
    // Fresh, cached and cache-writing input are counted apart.
    input_tokens: usage.inputTokens - usage.cachedInputTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  }
  const frames = [
    frame('message_start', { message: { ...message, stop_reason: null, ...(input && { usage: input }) } }),
    frame('ping'),
  ]
  let index = 0
  const block = (start: object, deltas: object[]) => {
    frames.push(frame('content_block_start', { index, content_block: start }))
    for (const delta of deltas) frames.push(frame('content_block_delta', { index, delta }))
    frames.push(frame('content_block_stop', { index }))
    index++
  }

  if (answer.has('thinking')) {
    block({ type: 'thinking', thinking: '' }, [
      { type: 'thinking_delta', thinking: 'Let me think.' },
      { type: 'signature_delta', signature: 'c2lnbmVk' },
    ])
  }
  if (answer.pieces.length > 0) {
    block(
      { type: 'text', text: '' },
      answer.pieces.map((text) => ({ type: 'text_delta', text })),
    )
  }
  for (const call of answer.calls) {
    const start = { type: 'tool_use', id: call.id, name: call.name }
    if (answer.has('tool-call-whole')) block({ ...start, input: call.input }, [])
    else
      block({ ...start, input: {} }, [
        { type: 'input_json_delta', partial_json: '' },
        ...call.pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ])
  }
  if (answer.error !== undefined) return [...frames, frame('error', { error: answer.error })]
  frames.push(
    frame('message_delta', {
      delta: { stop_reason: answer.finish && reasons[answer.finish], stop_sequence: null },
      ...(usage && { usage: { output_tokens: usage.outputTokens } }),
    }),
  )
  if (!answer.has('no-end-mark')) frames.push(frame('message_stop'))
  return frames
}
