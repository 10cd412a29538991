import { brand } from '@atrium/contract/brand'
import { findRecipient, findUser } from '../accounts/user.ts'
import type { SeatsSettings } from './context.ts'

/** Tells a person by mail, where it is configured, that somebody gave them a task. In the background: it stands in their list. */
export async function mailGiven(
  { db, mail, baseUrl, log }: Pick<SeatsSettings, 'db' | 'mail' | 'baseUrl' | 'log'>,
  userId: string,
  task: { id: string; title: string },
  giverId: string,
): Promise<void> {
  if (!mail) return
  try {
    const [user, giver] = await Promise.all([findRecipient(db, userId), findUser(db, giverId)])
    if (!user?.email || !giver) return
    const [name, from] = [user, giver].map(({ firstName, username }) => firstName || username)
    await mail.send({
      to: user.email,
      subject: `${brand.name}: a task for you`,
      paragraphs: [`Hello ${name},`, `${from} gave you the task “${task.title}”.`],
      link: { label: 'Look at it', url: new URL(`/workforce/tasks/${task.id}`, baseUrl).href },
    })
  } catch (err) {
    log.warn({ err, task: task.id }, 'a person could not be told by mail of the task that was given to them')
  }
}
