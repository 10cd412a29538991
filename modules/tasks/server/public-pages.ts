import type { Handlers, PageParts } from '@atrium/contract/module-server'
import type { PageCell, PageContent } from '@atrium/contract/page-content'
import { instantOf, isWholeDay } from '@atrium/domain/dates/local-time'
import type tasks from '../module.ts'
import type { StoredTask } from '../records.ts'
import { say } from '../say.ts'
import { type Context, todayIn } from './context.ts'

/** Tasks of a page: a longer project shows its open ones first, and as many of the done as fit. */
const MOST = 500

/** What a request that came by a form is found by. */
const CONTEXT = 'request'

function dueIn(due: string, language: string): string {
  const style = isWholeDay(due)
    ? ({ dateStyle: 'medium' } as const)
    : ({ dateStyle: 'medium', timeStyle: 'short' } as const)
  const moment = instantOf(isWholeDay(due) ? `${due}T00:00` : due, 'UTC')
  return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(moment)
}

/** Tasks in the order of the project, each before its subtasks. */
function inTree(all: readonly StoredTask[]): { task: StoredTask; depth: number }[] {
  const parts = Map.groupBy(all, ({ parent }) => (all.some(({ id }) => id === parent) ? parent : null))
  const below = (parent: string | null, depth: number): { task: StoredTask; depth: number }[] =>
    (parts.get(parent) ?? []).flatMap((task) => [{ task, depth }, ...below(task.id, depth + 1)])
  return below(null, 0)
}

async function project(subject: string, { store, language, said }: Context): Promise<PageContent> {
  const { sections } = await store.projects.get(subject)
  const tasksOf = (done: boolean, limit: number) =>
    store.tasks.list({ where: { projectId: subject, done }, order: ['order', 'createdAt'], limit })
  const open = await tasksOf(false, MOST)
  const done = open.length < MOST ? await tasksOf(true, MOST - open.length) : []
  const all = [...open, ...done]
  const columns = [said(say('pageTask')), said(say('pageDue')), said(say('pageState'))]
  const rowOf = ({ task, depth }: { task: StoredTask; depth: number }): PageCell[] => [
    { text: `${'– '.repeat(depth)}${task.title}` },
    { text: task.due === null ? '' : dueIn(task.due, language) },
    { text: said(say(task.done ? 'pageDone' : 'pageOpen')) },
  ]
  const table = (some: readonly StoredTask[]) => ({
    kind: 'table' as const,
    columns,
    rows: inTree(some).map(rowOf),
    empty: said(say('pageNothing')),
  })
  const without = all.filter(({ section }) => !sections.some(({ id }) => id === section))
  const parts = sections.flatMap(({ id, name }) => {
    const some = all.filter(({ section }) => section === id)
    return some.length > 0 ? [{ kind: 'heading' as const, text: name }, table(some)] : []
  })
  return { blocks: [...(without.length > 0 || parts.length === 0 ? [table(without)] : []), ...parts] }
}

export const publicPages: PageParts<typeof tasks> = {
  project: { content: ({ subject }, context) => project(subject, context) },
  requests: {
    content: async (_, { said }) => ({
      blocks: [{ kind: 'form', action: 'request', title: said(say('pageRequest')) }],
    }),
  },
}

/** A stranger's words are words: no sign in them means a project, a date or a recurrence. */
export const requesting: Pick<Handlers<typeof tasks>, 'request'> = {
  request: async ({ subject, details, name, email, wanted }, context) => {
    const from = [name, email].filter(Boolean).join(' · ')
    const { title } = await context.store.tasks.insert({
      title: subject,
      notes: [from, details].filter(Boolean).join('\n\n'),
      due: wanted,
      contexts: [CONTEXT],
      created: todayIn(context),
      order: context.now.getTime(),
    })
    return { title }
  },
}
