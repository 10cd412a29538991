import { AppError } from '@atrium/contract/errors'
import type { Store } from '@atrium/contract/module'
import type { StoredTask, Task } from './records.ts'
import { say } from './say.ts'

/** Hits of one search. */
const HITS = 1_000

/** Open (or done) tasks that hold these words, best first. */
async function matching(words: string, done: boolean, tasks: Store<Task, never>): Promise<StoredTask[]> {
  const hits = await tasks.search(words, HITS)
  if (hits.length < HITS) return hits.filter((task) => task.done === done)
  // So many have these words that the wanted one may not be among the hits.
  return Array.fromAsync(tasks.each({ where: { done }, words }))
}

/** The one task that is meant. Throws `not_found`, or `conflict` that names the candidates. */
export async function findTask(
  which: { id?: string; title?: string },
  done: boolean,
  tasks: Store<Task, never>,
): Promise<StoredTask> {
  if (which.id) return tasks.get(which.id)
  const said = (which.title ?? '').trim().replace(/^["“']|["”']$/g, '')
  const candidates = await matching(said, done, tasks)
  const exact = candidates.filter((task) => task.title.toLowerCase() === said.toLowerCase())
  const found = exact.length > 0 ? exact : candidates
  if (found.length === 1) return found[0] as StoredTask
  if (found.length === 0) throw new AppError('not_found', say(done ? 'noDoneTask' : 'noOpenTask', { said }))
  const names = found.slice(0, 5).map((task) => `“${task.title}”`)
  throw new AppError('conflict', say('severalTasks', { said, number: found.length, names: names.join(', ') }), {
    details: { ids: found.slice(0, 50).map((task) => task.id) },
  })
}
