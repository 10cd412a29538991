import type { Turn } from '../guide.ts'

/** True for a turn in which the Guide asked for a field. */
export const isAsking = (turn: Turn | undefined): boolean =>
  turn?.role === 'assistant' && /What should the \*\*[^*\n]{1,60}\*\* be\?/u.test(turn.text)
