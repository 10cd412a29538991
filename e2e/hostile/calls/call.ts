import type { Attacker } from '../attacker.ts'

/** Who takes part, and what lies around the server. */
export interface Scene {
  url: string
  /** Makes the calls. */
  attacker: Attacker
  /** Somebody else, whose things the attacker is after. */
  other: Attacker
  /** A port of this machine on which nobody should ever be spoken to, and how many connections came so far. */
  trap: { port: number; heard: () => number }
}

/** Calls that somebody makes to hurt, where no file is sent. Each answer is judged as those about files are. */
export interface HostileCalls {
  name: string
  /** What is tried. */
  why: string
  /** What became of it that should not have, in sentences; nothing when all is well. */
  calls: (scene: Scene) => Promise<string[] | undefined>
  /** Among those that `npm test` makes. */
  worst?: true
}

export const MB = 1024 * 1024
