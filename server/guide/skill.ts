import type { GuideContext } from './guide.ts'

export type SkillName = 'arithmetic' | 'units' | 'find' | 'act' | 'own' | 'summary' | 'draft' | 'thread' | 'beyond'

/** A skill's claim on a question. Claiming has no effect; only `reply` may run an action. */
export interface Match {
  skill: SkillName
  /** 0–1, one of `certainty` where possible, so that skills stay comparable. */
  confidence: number
  /** The answer in Markdown. */
  reply: () => string | Promise<string>
  /** What was understood, where it is known finer than by skill. */
  intent?: string
  /** Of an action: what it would be given. */
  values?: Readonly<Record<string, unknown>>
  /** Where it is no answer: it offers choices or asks for what is missing, or says that it cannot. */
  how?: 'asked' | 'beyond'
  /** True when the answer itself says that this is the built-in assistant and how to connect a model. */
  introduces?: boolean
}

export type Skill = (context: GuideContext) => Match | null | Promise<Match | null>

/** The one scale of confidence that all skills share. Ties go to the skill listed first in skills.ts. */
export const certainty = {
  /** A slash command, or an answer to a typed question that the Guide asked in its last turn. */
  certain: 1,
  /** The whole sentence is a known phrase: a greeting, a suggestion chip. */
  phrase: 0.96,
  /** Every word of the sentence was understood by a grammar. */
  parsed: 0.92,
  /** A sentence pattern matched, with some of it taken as free text. */
  pattern: 0.86,
  /** An answer in free text to a question that the Guide asked in its last turn. */
  answer: 0.8,
  /** The sentence is of the skill's kind, and the skill will say what is missing or wrong. */
  partial: 0.7,
  /** Found by search. */
  found: 0.5,
  /** Nothing else fits. */
  last: 0.1,
} as const
