import type { Answer } from './answer.ts'

const reasons = { stop: 'stop', length: 'length', refused: 'content_filter', tools: 'tool_calls' } as const

/** The events of a chat completion stream. https://platform.openai.com/docs/api-reference/chat-streaming */
export function openaiFrames(answer: Answer): string[] {
  const { has } = answer
  const usage = answer.usage && {
    prompt_tokens: answer.usage.inputTokens,
    completion_tokens: answer.usage.outputTokens,
    total_tokens: answer.usage.inputTokens + answer.usage.outputTokens,
    prompt_tokens_details: { cached_tokens: answer.usage.cachedInputTokens },
  }
  const frame = (choices: unknown[], more: object = {}) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_760_000_000,
      model: answer.model,
      choices,
      ...more,
    })}\n\n`
  const delta = (value: object, more?: object) => frame([{ index: 0, delta: value, finish_reason: null }], more)

  const frames = [delta({ role: 'assistant', content: has('content-parts') ? null : '' })]
  if (has('thinking')) frames.push(delta({ content: null, reasoning_content: 'Let me think.' }))
  answer.pieces.forEach((piece, at) => {
    const content = has('content-parts') ? [{ type: 'text', text: piece }] : piece
    const last = at === answer.pieces.length - 1
    frames.push(delta({ content }, last && has('usage-with-content') ? { usage } : undefined))
  })
  answer.calls.forEach((call, at) => {
    const index = has('tool-index-zero') ? 0 : at
    const base = { id: call.id, type: 'function' }
    if (has('tool-call-whole') || has('tool-input-object')) {
      const input = has('tool-input-object') ? call.input : JSON.stringify(call.input)
      frames.push(delta({ tool_calls: [{ ...base, function: { name: call.name, arguments: input } }] }))
      return
    }
    frames.push(delta({ tool_calls: [{ index, ...base, function: { name: call.name, arguments: '' } }] }))
    for (const piece of call.pieces) frames.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }))
  })
  if (answer.error !== undefined) return [...frames, `data: ${JSON.stringify({ error: answer.error })}\n\n`]
  if (answer.finish) frames.push(frame([{ index: 0, delta: {}, finish_reason: reasons[answer.finish] }]))
  if (usage && !has('usage-with-content')) frames.push(frame([], { usage }))
  if (!has('no-end-mark')) frames.push('data: [DONE]\n\n')
  return frames
}
