import { randomInt } from 'node:crypto'

/** Where chance comes from; tests bring their own. */
export interface Randomness {
  /** A whole number from 0 to below `bound`, each as likely; `bound` from 1 to 2^48 − 1. */
  below(bound: number): number
}

/** Node's generator for cryptography, without the bias of a remainder. */
export const secureRandomness: Randomness = { below: (bound) => (bound === 1 ? 0 : randomInt(bound)) }
