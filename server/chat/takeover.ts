import type { StatusEvent, TextChunk, ToolResult } from '@atrium/contract/chat'
import type { Frame } from '../platform/runs/frames.ts'

/** What an earlier attempt at a reply left behind. */
export interface Begun {
  text: string
  tools: ToolResult[]
}

const UNKNOWN = 'This was cut off by a restart and may have been carried out. Look before you repeat it.'

/**
 * What an earlier attempt said after `base` characters, and the calls that it carried out, or had begun, beyond `known`.
 * A call that had begun has an unknown outcome: it is shown so, and never repeated by itself.
 */
export function begunBy(prior: readonly Frame[], base: number, known: readonly ToolResult[]): Begun {
  let text = ''
  const calls = new Map<string, ToolResult>()
  for (const one of prior) {
    if (one.type === 'status' && (JSON.parse(one.json) as StatusEvent).status === 'restarted') text = ''
    else if (one.type === 'chunk') {
      const chunk = JSON.parse(one.json) as TextChunk
      if (chunk.at >= base) text += chunk.text
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
