import { DAY_MS } from '@atrium/domain/dates/days'
import { recent } from '@atrium/domain/recent'
import {
  type CardInput,
  default_w,
  type FSRS,
  type Grade as FsrsGrade,
  forgetting_curve,
  fsrs,
  GenSeedStrategyWithCardId,
  type StepUnit,
  StrategyMode,
} from 'ts-fsrs'
import type { DeckOptions, Grade, Memory } from './records.ts'
import type { StudyDays } from './study-day.ts'

export type Scheduling = Pick<
  DeckOptions,
  'retention' | 'maxInterval' | 'learningSteps' | 'relearningSteps' | 'fuzz' | 'weights'
>

const STATES = ['new', 'learning', 'review', 'relearning'] as const

export const newMemory = (now: Date): Memory => ({
  state: 'new',
  due: now.toISOString(),
  stability: 0,
  difficulty: 0,
  step: 0,
  reps: 0,
  lapses: 0,
  interval: 0,
  lastReview: null,
})

const steps = (text: string): StepUnit[] => text.split(/\s+/).filter(Boolean) as StepUnit[]

const schedulerFor = recent(100, (key: string): FSRS => {
  const options = JSON.parse(key) as Scheduling
  return fsrs({
    request_retention: options.retention,
    maximum_interval: options.maxInterval,
    enable_fuzz: options.fuzz,
    enable_short_term: true,
    learning_steps: steps(options.learningSteps),
    relearning_steps: steps(options.relearningSteps),
    ...(options.weights && { w: options.weights }),
  }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('cardKey'))
})
/** FSRS-6 with these options; the seed of its fuzz is the card's, so that what a button shows is what it does. */
const schedulerOf = (options: Scheduling): FSRS => schedulerFor(JSON.stringify(options))

/** The card after this grade, as FSRS-6 has it. A day is the person's day of study, not 24 hours. */
export function review(
  memory: Memory,
  grade: Grade,
  now: Date,
  { options, days, key }: { options: Scheduling; days: StudyDays; key: string },
): Memory {
  const last = memory.lastReview === null ? null : days.clock(new Date(memory.lastReview))
  const clock = Math.max(days.clock(now), last ?? 0) // a clock that was put back does not go before the last review
  const input: CardInput & { cardKey: string } = {
    cardKey: key,
    due: new Date(clock),
    stability: memory.stability,
    difficulty: memory.difficulty,
    elapsed_days: 0,
    scheduled_days: memory.interval,
    learning_steps: memory.step,
    reps: memory.reps,
    lapses: memory.lapses,
    state: STATES.indexOf(memory.state),
    last_review: last === null ? null : new Date(last),
  }
  const { card } = schedulerOf(options).next(input, new Date(clock), grade as FsrsGrade)
  const wait = card.due.getTime() - clock
  const inDays = card.scheduled_days > 0
  return {
    state: STATES[card.state] ?? 'review',
    due: (inDays ? days.startOf(days.dayOf(now) + card.scheduled_days) : new Date(now.getTime() + wait)).toISOString(),
    stability: card.stability,
    difficulty: card.difficulty,
    step: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    interval: card.scheduled_days,
    lastReview: now.toISOString(),
  }
}

/** Minutes until each of the four grades would bring the card back. */
export function waits(memory: Memory, now: Date, of: Parameters<typeof review>[3]): [number, number, number, number] {
  const minutes = (grade: Grade) => {
    const next = review(memory, grade, now, of)
    if (next.interval > 0) return next.interval * 24 * 60
    return Math.round((Date.parse(next.due) - now.getTime()) / 60_000)
  }
  return [minutes(1), minutes(2), minutes(3), minutes(4)]
}

/** The probability of recall at this moment, 0–1; null for a card that has no memory yet. */
export function retrievability(
  memory: Pick<Memory, 'lastReview' | 'stability'>,
  now: Date,
  weights: readonly number[] | null,
): number | null {
  if (memory.lastReview === null || memory.stability <= 0) return null
  const elapsed = Math.max(0, (now.getTime() - Date.parse(memory.lastReview)) / DAY_MS)
  return forgetting_curve(weights ?? default_w, elapsed, memory.stability)
}

/**
 * The memory of a card that another scheduler (SM-2) has kept so far, from its interval in days and its ease (2.5 is
 * usual). After `memory_state_from_sm2` of Anki's fsrs crate, for a recall of 90 % when the interval ends.
 */
export function memoryFromEase(interval: number, ease: number): { stability: number; difficulty: number } {
  const w = default_w as readonly number[]
  const stability = Math.max(0.1, interval)
  const gain = Math.exp(w[8] ?? 0) * stability ** -(w[9] ?? 0) * (Math.exp(0.1 * (w[10] ?? 0)) - 1)
  const difficulty = 11 - (ease - 1) / gain
  return { stability, difficulty: Math.min(10, Math.max(1, difficulty)) }
}
