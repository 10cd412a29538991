import type { StatusEvent, TextChunk, ToolResult } from '@atrium/contract/chat'
import type { Frame } from '../platform/runs/frames.ts'

/** What earlier attempts at a reply left behind. */
export interface Begun {
  /** The whole text, what was kept before included. */
  text: string
  tools: ToolResult[]
}

const UNKNOWN = 'This was cut off by a restart and may have been carried out. Look before you repeat it.'

/**
 * What earlier attempts said beyond `kept`, and the calls that they carried out, or had begun, beyond `known`.
 * A call that had begun has an unknown outcome: it is shown so, and never repeated by itself.
 */
export function begunBy(prior: readonly Frame[], kept: string, known: readonly ToolResult[]): Begun {
  let text = kept
  let startsOver = false
  const calls = new Map<string, ToolResult>()
  for (const one of prior) {
    if (one.type === 'status') {
      if ((JSON.parse(one.json) as StatusEvent).status === 'restarted') startsOver = true
    } else if (one.type === 'chunk') {
      const chunk = JSON.parse(one.json) as TextChunk
      if (startsOver) text = text.slice(0, chunk.at)
      startsOver = false
      text += chunk.text.slice(Math.max(0, text.length - chunk.at))
    } else if (one.type === 'tool-result') {
      const result = JSON.parse(one.json) as ToolResult
      calls.set(result.callId, result)
    }
  }
  const tools = [...calls.values()].flatMap((result): ToolResult[] => {
    const before = known.find((tool) => tool.callId === result.callId)
    if (before && before.state !== 'confirm') return []
    if (result.state === 'running') return [{ ...result, state: 'failed', error: UNKNOWN }]
    return result.state === 'done' ? [result] : []
  })
  return { text, tools }
}

/** `tools` with `more` in the place of those with the same call id. */
export const withTools = (tools: readonly ToolResult[], more: readonly ToolResult[]): ToolResult[] => [
  ...tools.filter((tool) => !more.some((one) => one.callId === tool.callId)),
  ...more,
]
