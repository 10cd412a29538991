import type { Module } from '@atrium/contract/module'
import { parseEvery } from '@atrium/domain/recurrence/every'
import { z } from 'zod'

const EVENT = /^[a-z][a-z0-9-]{0,31}\.[a-z][A-Za-z0-9]{0,31}$/

/** What is wrong with the jobs of a module, and with what it listens to. An action of a module that is not here is never heard of. */
export function faultsInJobs(module: Module): string[] {
  const faults: string[] = []
  for (const [name, { every, effect, input }] of Object.entries(module.jobs ?? {})) {
    if (every === undefined) continue
    if (!parseEvery(every))
      faults.push(
        `the job “${module.id}.${name}” says “every ${every}”, which is none of: hour, day at 07:00, week on monday at 07:00, month on 1 at 07:00`,
      )
    if (effect === 'send') faults.push(`the job “${module.id}.${name}” is a send, which is never done by itself`)
    if (!(input ?? z.object({})).safeParse({}).success)
      faults.push(`the job “${module.id}.${name}” is done by itself, so it needs no input`)
  }
  for (const action of module.listens ?? []) {
    const [id, name = ''] = action.split('.', 2)
    if (!EVENT.test(action)) faults.push(`“${action}” in listens is not the name of an action (“tasks.done”)`)
    else if (id === module.id && !Object.hasOwn(module.actions, name))
      faults.push(`it listens to “${action}”, which it has not`)
  }
  return faults
}
