import { AppError } from '@atrium/contract/errors'
import type { Handlers } from '@atrium/contract/module-server'
import { findTask } from '../find-task.ts'
import type tasks from '../module.ts'
import { say } from '../say.ts'
import type { Context } from './context.ts'
import { shown } from './shown.ts'

const plain = (name: string) => name.trim().replace(/^@/, '').normalize('NFC').toLowerCase()

/** The id of who is meant: oneself, or somebody of the team by their id, username or name. Throws `not_found`. */
export async function personSaid(said: string, { people, principal }: Pick<Context, 'people' | 'principal'>) {
  if (/^(?:me|myself)$/i.test(said.trim()) && principal.userId) return principal.userId
  const all = await people()
  const isNamed = ({ id, name, username }: (typeof all)[number]) =>
    id === said || plain(name) === plain(said) || (username !== null && plain(username) === plain(said))
  const byFirstName = ({ name }: (typeof all)[number]) => plain(name).split(' ')[0] === plain(said)
  const exact = all.filter(isNamed)
  const found = exact.length > 0 ? exact : all.filter(byFirstName)
  if (found.length === 1 && found[0]) return found[0].id
  const names = (found.length > 1 ? found : all).slice(0, 5).map(({ name }) => `“${name}”`)
  if (found.length > 1) throw new AppError('conflict', say('severalPeople', { said, names: names.join(', ') }))
  throw new AppError('not_found', say('nobodyCalled', { said, names: names.join(', ') || '–' }))
}

export const assigning: Pick<Handlers<typeof tasks>, 'assign'> = {
  assign: async ({ to, ...which }, context) => {
    const { tasks: all } = context.store
    const assignee = /^(?:nobody|none|no one)$/i.test(to.trim()) ? null : await personSaid(to, context)
    const task = await findTask(which, false, all)
    const row = await shown(await all.update(task.id, { assignee }), context)
    const name = (await context.people()).find(({ id }) => id === assignee)?.name
    return { ...row, to: name ?? 'nobody' }
  },
}
