import type { ToolResult } from '@atrium/contract/chat'
import { cutText } from '../platform/cut-text.ts'

/** Characters of one call's note, and of all notes of a reply. */
const NOTE_MAX = 1_500
const NOTES_MAX = 4_000
/** Things of a call's result that are named by their id. */
const NAMED_MAX = 20
const LABEL_MAX = 60
/** Characters of an input, and of a result that names nothing. */
const VALUE_MAX = 200
const DEEPEST = 4

/** Where things have what people call them. */
const LABELS = ['title', 'name', 'subject', 'label', 'summary', 'text'] as const

const shortened = (text: string, length: number) => (text.length > length ? `${cutText(text, length)}…` : text)
const json = (value: unknown) => shortened(JSON.stringify(value) ?? 'null', VALUE_MAX)

/** The things in a result, in their order: `id "what they are called"`. */
function* namedIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  if (!Array.isArray(value) && 'id' in value && (typeof value.id === 'string' || typeof value.id === 'number')) {
    const thing = value as Record<string, unknown>
    const label = LABELS.map((name) => thing[name]).find((text) => typeof text === 'string' && text.trim() !== '')
    yield label === undefined ? String(value.id) : `${value.id} ${JSON.stringify(shortened(String(label), LABEL_MAX))}`
    return
  }
  for (const one of Object.values(value)) yield* namedIn(one, depth + 1)
}

function outcomeOf({ state, output, error, note }: ToolResult): string {
  if (state === 'failed') return `failed: ${error ?? 'for an unknown reason'}`
  if (state === 'declined') return `declined by the person${note ? `, who said: ${note}` : ''}`
  if (state === 'confirm') return 'not done, the person has not allowed it'
  if (state === 'running') return 'begun, outcome unknown'
  const named = [...namedIn(output).take(NAMED_MAX + 1)]
  if (named.length === 0) return `done: ${json(output)}`
  return `done: ${named.slice(0, NAMED_MAX).join('; ')}${named.length > NAMED_MAX ? '; and more' : ''}`
}

/**
 * What the tools of a reply did, a line a call, for the model in later turns: which action with what, how it went, and the
 * ids of what it found or made. Without them "mark the second one done" would mean nothing. Empty without calls.
 */
export function toolNotes(tools: readonly ToolResult[]): string {
  const lines = tools.map((tool) =>
    shortened(`- ${tool.action} ${json(tool.input)}: ${outcomeOf(tool)}`.replace(/\s+/g, ' '), NOTE_MAX),
  )
  return lines.length > 0 ? `[What the tools did:\n${shortened(lines.join('\n'), NOTES_MAX)}]` : ''
}
