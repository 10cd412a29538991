import { AppError } from '@atrium/contract/errors'
import { fieldsOf } from '@atrium/contract/field-facts'
import type { ImportedFile } from '@atrium/contract/module-files'
import type { Incoming } from '@atrium/contract/module-server'
import type { Sentence } from '@atrium/contract/sentence'
import type { TableOptions } from '@atrium/contract/table-import'
import { dayOf } from '@atrium/domain/dates/local-time'
import type tasks from '../module.ts'
import { collections, type StoredTask, Task } from '../records.ts'
import { recurrenceFrom } from '../recurrence-input.ts'
import { type Context, todayIn } from './context.ts'
import { personSaid } from './people.ts'
import { projectsIn } from './projects.ts'

/** What a table can say of a task: sections and subtasks are of the formats that know of them, files of none. */
const LEFT = new Set(['section', 'parent', 'files'])
const fields = fieldsOf(collections.tasks).filter(({ name }) => !LEFT.has(name))

/** By what a second import finds a task again. */
const keyOf = ({ title, due, projectId, done }: Pick<Task, 'title' | 'due' | 'projectId' | 'done'>) =>
  JSON.stringify([title, due, projectId, done])

/**
 * Takes a table of tasks in: the core reads its cells as the fields say. Projects are made where there are none of their names, and a
 * recurrence may be said in words. What is here already, as the table has it, is left alone.
 */
export async function* importTable(
  file: ImportedFile,
  options: TableOptions,
  context: Context,
): AsyncGenerator<Incoming<typeof tasks>> {
  const { store, now } = context
  const projects = await projectsIn(store)
  const projectOf = async (said: string) =>
    projects.nameOf(said) === null ? projects.take(Task.shape.project.parse(said) ?? '') : said
  const known = new Map<string, StoredTask[]>()
  for await (const row of store.tasks.each()) {
    const one = row as StoredTask
    known.set(keyOf(one), [...(known.get(keyOf(one)) ?? []), one])
  }
  let order = now.getTime()
  for await (const row of context.readTable(file, fields, options)) {
    if ('table' in row) yield { understood: row.table }
    else if ('refused' in row) yield row
    else {
      const { data: said, line, text } = row
      try {
        const first = typeof said.due === 'string' ? dayOf(said.due) : todayIn(context)
        const data = Task.parse({
          ...said,
          projectId: typeof said.projectId === 'string' ? await projectOf(said.projectId) : null,
          assignee: said.assignee ? await personSaid(String(said.assignee), context) : null,
          recurrence: recurrenceFrom(said.recurrence as string | undefined, first, context) ?? null,
          doneAt: said.done === true ? now.toISOString() : null,
          order: order++,
        })
        const same = known.get(keyOf(data))?.shift()
        yield { collection: 'tasks', data, line, ...(same && { id: same.id, merge: () => ({}) }) }
      } catch (error) {
        yield { refused: reasonOf(error), line, text }
      }
    }
  }
}

/** A row that cannot be a task is refused alone; what else goes wrong is no row's fault. */
function reasonOf(error: unknown): string | Sentence {
  const { issues } = error as { issues?: { message: string }[] }
  if (issues?.[0]) return issues[0].message
  if (error instanceof AppError) return error.said ?? error.message
  throw error
}
