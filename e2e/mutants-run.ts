/** What one process of Vitest does with mutants: written by the drill, read by Vitest's configuration and in its worker. */
export interface MutantsRun {
  /** Source files that are read otherwise, each with its mutants in it. */
  sources: Record<string, string>
  /** Test files, in this order, each over one mutant: -1 is none, and asked only of files that have seen one. */
  turns: readonly { test: string; mutant: number }[]
  /** Every test is asked, whatever those before have said. */
  whole: boolean
  /** The one that is there from the start, before anything is loaded. */
  fromStart: number
  /** A line of JSON for what happened, at once. */
  log: string
  /** A folder for the files that Vitest takes for its test files, and what Vitest reports of them. */
  turnsIn: string
  report: string
}

export type Happened =
  | { is: 'begun' | 'alive'; turn: number }
  | { is: 'failed'; turn: number; test: string }
  | { is: 'ended'; turn: number; reached: readonly number[]; loaded: readonly number[] }
