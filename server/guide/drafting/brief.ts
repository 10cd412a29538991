import type { PersonaKey } from '@atrium/contract/chat'
import type { Moment } from '../calendar/reading.ts'

export type DraftKind = 'e-mail' | 'plan' | 'checklist' | 'agenda' | 'comparison'

/** Something that a draft needs to know. */
export interface Slot {
  name: string
  /** How the person may call it in an answer: `to: Sam`. The first is shown. */
  labels: readonly string[]
  question: string
  /** Asked for when unknown; others are only filled when they are said. */
  asked: boolean
}

/** What is known about a draft so far. */
export interface Brief {
  kind: DraftKind
  facts: Readonly<Record<string, string>>
  /** Points, items or criteria that the person named. */
  items: readonly string[]
  removed: readonly string[]
  length: 'short' | 'usual' | 'long'
  manner: 'usual' | 'formal' | 'casual'
}

export interface Writer {
  persona: PersonaKey
  /** Signs e-mails; null for a visitor. */
  personName: string | null
  moment: Moment
}

export interface Template {
  kind: DraftKind
  /** The facts in a sentence that asks for this kind of draft; null when it does not. */
  detect(sentence: string): Pick<Brief, 'facts' | 'items'> | null
  slots: readonly Slot[]
  /** The draft in Markdown, with [brackets] where a fact is missing. */
  write(brief: Brief, writer: Writer): Promise<string> | string
}

export const begin = (kind: DraftKind, found: Pick<Brief, 'facts' | 'items'>): Brief => ({
  kind,
  ...found,
  removed: [],
  length: 'usual',
  manner: 'usual',
})

/** A fact, or its place in brackets. */
export const fact = (brief: Brief, name: string, bracket: string): string => brief.facts[name] ?? `[${bracket}]`

export const missing = (brief: Brief, template: Template): Slot[] =>
  template.slots.filter((slot) => slot.asked && !(slot.name in brief.facts))

/** Facts without the empty ones, trimmed. */
export function facts(found: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) =>
      value?.trim() ? [[name, value.trim().replace(/[.!?,;]+$/u, '')]] : [],
    ),
  )
}

/** "a, b and c" as a list of at most thirty. */
export const listIn = (text: string): string[] =>
  text
    .split(/\s*[,;\n]\s*(?:and\s+)?|\s+and\s+/iu)
    .map((item) => item.replace(/^[-*•\d.)\s]+/u, '').trim())
    .filter(Boolean)
    .slice(0, 30)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
