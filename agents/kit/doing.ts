import type { Job } from '@atrium/contract/playbook'
import type { Block } from '@atrium/contract/work-product'

/** One thing to be done for the person: what it is called in the product, what is sent, and why. */
export interface Doing {
  name: string
  input: Record<string, unknown>
  why: string
}

export interface Done {
  done: { name: string; output: unknown }[]
  not: { name: string; reason: string }[]
}

/** Does each with the same action, one by one, at most so many; what is left over or refused is said. */
export async function doEach(job: Job, action: string, doings: readonly Doing[], most: number): Promise<Done> {
  const result: Done = { done: [], not: [] }
  if (doings.length === 0) return result
  if (!(await job.can(action))) {
    const reason = `This seat may not use ${action}, or it is not installed.`
    return { done: [], not: doings.map(({ name }) => ({ name, reason })) }
  }
  for (const [at, { name, input, why }] of doings.entries()) {
    if (at >= most) {
      result.not.push({ name, reason: `More than ${most} in one run.` })
      continue
    }
    const acted = await job.act(action, input, why)
    if (acted.done) result.done.push({ name, output: acted.output })
    else result.not.push({ name, reason: acted.reason })
  }
  return result
}

/** What was done and what was not, as a block; none when nothing was asked for. */
export function doneBlock(title: string, { done, not }: Done): Block[] {
  if (done.length + not.length === 0) return []
  return [
    {
      kind: 'checks',
      title,
      checks: [
        ...done.map(({ name }) => ({ text: name, state: 'pass' as const, note: 'Done' })),
        ...not.map(({ name, reason }) => ({ text: name, state: 'fail' as const, note: `Not done: ${reason}` })),
      ],
    },
  ]
}

/** The sentence for `couldNot`; none when all was done. */
export const notDone = (what: string, { not }: Done): string[] =>
  not.length === 0 ? [] : [`${not.length} ${what} not done: ${[...new Set(not.map(({ reason }) => reason))].join(' ')}`]

/** `3 rows`, `1 row`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `lines 2, 5, 9` and how many more. */
export function linesOf(lines: readonly number[], most = 12): string {
  const more = lines.length - most
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
