import type { PersonaKey } from '@atrium/contract/chat'
import type { Module } from '@atrium/contract/module'

/** What was said so far, oldest first, the question excluded. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
  at: Date
}

export interface GuideFile {
  name: string
  mime: string
  /** Extracted text; CSV is its own text. */
  text: string
}

export interface ActionOutcome {
  output: unknown
  /** Give it to POST /api/changes/{id}/undo; null for a read. */
  undo: string | null
}

/** Everything the Guide may use to answer; it reaches nothing else. */
export interface GuideContext {
  question: string
  turns: Turn[]
  files: GuideFile[]
  persona: PersonaKey
  spaceTitle: string | null
  /** The person's first name or username, null for a visitor. */
  personName: string | null
  now: Date
  /** IANA time zone */
  timeZone: string
  /** BCP 47 */
  locale: string
  modules: readonly Module[]
  /** True once in a thread: the Guide says that it is the built-in assistant and how to connect a model. */
  introduce: boolean
  /** True when the person can configure models (an administrator): the hint then says how. */
  canConfigure: boolean
  /** Runs a module's action with the person's rights, and shows it in the reply. */
  act(action: string, input: unknown): Promise<ActionOutcome>
}

/** What the Guide says: Markdown, whole. The caller streams it. */
export interface GuideAnswer {
  markdown: string
  /** Which skill answered, for diagnostics: `arithmetic`, `units`, `dates`, `find`, `act`, `summary`, `draft`, `thread`, `greeting`, `beyond`. */
  skill: string
}
