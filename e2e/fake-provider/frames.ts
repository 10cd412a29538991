import { answerOf } from './answer.ts'
import { anthropicFrames } from './frames-anthropic.ts'
import { googleFrames } from './frames-google.ts'
import { openaiFrames } from './frames-openai.ts'
import type { Protocol, Quirk, Script } from './script.ts'

const wire = { openai: openaiFrames, anthropic: anthropicFrames, google: googleFrames }
/** Frames of a script that serves many requests (a bench's 1,000 streams) are made once. */
const made = new WeakMap<Script, Map<string, Buffer[]>>()

/** An answer's body, in packets that are HTTP chunks already. */
export function framesOf(protocol: Protocol, script: Script, model: string, echo: string): Buffer[] {
  const reusable = script.text !== undefined
  const key = `${protocol} ${model}`
  const known = reusable ? made.get(script)?.get(key) : undefined
  if (known) return known
  const frames = cut(script, wire[protocol](answerOf(script, model, echo))).map(chunk)
  if (reusable) {
    const all = made.get(script) ?? new Map<string, Buffer[]>()
    made.set(script, all.set(key, frames))
  }
  return frames
}

function cut(script: Script, frames: string[]): Buffer[] {
  const has = (quirk: Quirk) => script.quirks?.includes(quirk)
  const last = frames.at(-1)
  if (has('no-last-blank') && last !== undefined) frames[frames.length - 1] = last.replace(/\n+$/, '')
  const commented = has('comments') ? frames.map((frame) => `: OPENROUTER PROCESSING\n\n${frame}`) : frames
  const buffers = commented.map((frame) => Buffer.from(has('crlf') ? frame.replaceAll('\n', '\r\n') : frame))
  if (script.packet === undefined) return buffers
  const body = Buffer.concat(buffers)
  const packets: Buffer[] = []
  for (let at = 0; at < body.length; at += script.packet) packets.push(body.subarray(at, at + script.packet))
  return packets
}

const chunk = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])
