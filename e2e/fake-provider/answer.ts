import type { Usage } from '../../server/models/model.ts'
import type { Quirk, Script } from './script.ts'

/** A script with everything decided, for one protocol to put on the wire. */
export interface Answer {
  model: string
  pieces: string[]
  calls: { id: string; name: string; input: unknown; signature: string | undefined; pieces: string[] }[]
  finish: 'stop' | 'length' | 'refused' | 'tools' | null
  usage: Usage | null
  error: unknown
  has(quirk: Quirk): boolean
}

export function answerOf(script: Script, model: string, echo: string): Answer {
  const calls = script.toolCalls ?? []
  const text = script.text ?? (calls.length > 0 ? '' : echo)
  const pieces = script.chunkSize === undefined ? words(text) : codePoints(text, script.chunkSize)
  const counted = { inputTokens: Math.ceil(echo.length / 4), cachedInputTokens: 0, outputTokens: pieces.length }
  return {
    model,
    pieces,
    calls: calls.map(({ id, name, input, signature }, at) => ({
      id: id ?? `call_${at + 1}`,
      name,
      input,
      signature,
      pieces: codePoints(JSON.stringify(input ?? {}), script.toolChunkSize ?? 8),
    })),
    finish: script.finish === undefined ? (calls.length > 0 ? 'tools' : 'stop') : script.finish,
    usage: script.usage === undefined ? counted : script.usage,
    error: script.error,
    has: (quirk) => script.quirks?.includes(quirk) ?? false,
  }
}

const words = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? []

function codePoints(text: string, size: number): string[] {
  const points = Array.from(text)
  const pieces: string[] = []
  for (let at = 0; at < points.length; at += size) pieces.push(points.slice(at, at + size).join(''))
  return pieces
}
