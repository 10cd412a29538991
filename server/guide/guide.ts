import type { PersonaKey } from '@atrium/contract/chat'
import type { Module } from '@atrium/contract/module'
import type { Named, NamedRow } from '../records/named.ts'
import type { Saying, ThingSaid } from '../records/things-said.ts'

/** What was said so far, oldest first, the question excluded. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
  at: Date
  /** What was done with this reply, in its order. */
  done?: readonly Done[]
  /** Of a reply: what it answered, written out where the sentence referred to something before it. */
  said?: string
}

/** An action that was carried out. */
export interface Done {
  action: string
  input: unknown
  output: unknown
  /** What takes it back; null where there is nothing to take back. */
  undo: string | null
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

/** A fact about the person that is kept. */
export interface Remembered {
  id: string
  text: string
}

/** What is kept about the person beyond a conversation. */
export interface MemoryPort {
  remember(fact: string): Promise<void>
  forget(id: string): Promise<void>
  /** The newest first. */
  known(): Promise<readonly Remembered[]>
}

/** Everything the Guide may use to answer; it reaches nothing else. */
export interface GuideContext {
  question: string
  /** Of what was offered, the action that was chosen. */
  meant?: string
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
  /** The person's records of a module's collection that are called so. */
  named(module: string, asked: Named): Promise<readonly NamedRow[]>
  /** The person's records of all modules whose names are in what they say. */
  things(saying: Saying): Promise<readonly ThingSaid[]>
  /** Null where remembering is switched off, or there is nobody to remember. */
  memory: MemoryPort | null
  /** Takes a change back. Throws `AppError` where it cannot be. */
  undo(change: string): Promise<void>
}

/** What the Guide says: Markdown, whole. The caller streams it. */
export interface GuideAnswer {
  markdown: string
  /** Which skill answered, for diagnostics: `arithmetic`, `units`, `own`, `find`, `act`, `summary`, `draft`, `thread`, `beyond`. */
  skill: string
  /** What was understood: an action (`tasks.add`) or an intent of the Guide's own (`money.loan`); null where it is known no finer than by skill. */
  intent: string | null
  /** `asked`: it offers choices or asks for what is missing; `beyond`: it says that it cannot. */
  how: 'answered' | 'asked' | 'beyond'
  /** What was answered, written out where the question referred to something before it. */
  said?: string
}
