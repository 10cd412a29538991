import type { PausedFor } from '@atrium/contract/workforce-seats'

/** Why a seat stands still, for its owner. */
export const PAUSED: Readonly<Record<PausedFor, string>> = {
  person: 'It is paused.',
  all: 'All seats are paused.',
  past_due: 'An invoice is overdue. It goes on when that is paid.',
}

/** Of several reasons the one that holds the longest. */
export function pausedFor(seat: { status: string; pausedFor: string | null }, areAllPaused: boolean): PausedFor | null {
  if (seat.status === 'paused') return seat.pausedFor === 'past_due' ? 'past_due' : 'person'
  return areAllPaused && seat.status !== 'ended' ? 'all' : null
}
