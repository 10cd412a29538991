import type { Answer } from './answer.ts'

const reasons = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY', tools: 'STOP' } as const

/** The events of streamGenerateContent with `alt=sse`. https://ai.google.dev/api/generate-content */
export function googleFrames(answer: Answer): string[] {
  const { has, usage } = answer
  const usageMetadata = usage && {
    promptTokenCount: usage.inputTokens,
    cachedContentTokenCount: usage.cachedInputTokens,
    // Thinking is counted apart from the answer.
    candidatesTokenCount: usage.outputTokens - Math.min(1, usage.outputTokens),
    thoughtsTokenCount: Math.min(1, usage.outputTokens),
  }
  const frame = (value: object) => `data: ${JSON.stringify({ ...value, modelVersion: answer.model })}\r\n\r\n`
  const parts = (list: object[], more: object = {}) =>
    frame({ candidates: [{ content: { role: 'model', parts: list }, index: 0, ...more }] })

  if (has('blocked-prompt')) return [frame({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata })]
  const frames = has('thinking') ? [parts([{ text: 'Let me think.', thought: true }])] : []
  for (const text of answer.pieces) frames.push(parts([{ text }]))
  for (const { id, name, input, signature } of answer.calls) {
    // Without ids as the older models send them.
    const functionCall = has('tool-call-whole') ? { name, args: input } : { id, name, args: input }
    frames.push(parts([{ functionCall, ...(signature && { thoughtSignature: signature }) }]))
  }
  if (answer.error !== undefined) return [...frames, frame({ error: answer.error })]
  const last = {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: '' }] },
        ...(answer.finish && { finishReason: reasons[answer.finish] }),
        index: 0,
      },
    ],
    ...(usageMetadata && { usageMetadata }),
  }
  return [...frames, frame(last)]
}
