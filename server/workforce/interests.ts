import { brand } from '@atrium/contract/brand'
import { agentOf } from '@atrium/contract/catalogue/agents'
import { deployable } from '@atrium/contract/workforce'
import { and, eq } from 'drizzle-orm'
import { findRecipient } from '../accounts/user.ts'
import { note, type WorkforceSettings } from './context.ts'
import { agentMarks } from './tables.ts'

const marked = (ownerId: string, agent: string, kind: string) =>
  and(eq(agentMarks.ownerId, ownerId), eq(agentMarks.agent, agent), eq(agentMarks.kind, kind))

/** The mark becomes “told” with the event, so nobody is told twice, however many instances look. True when it was this one. */
async function claim({ db }: WorkforceSettings, ownerId: string, agent: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const asked = await tx
      .delete(agentMarks)
      .where(marked(ownerId, agent, 'interest'))
      .returning({ agent: agentMarks.agent })
    if (asked.length === 0) return false
    await tx.insert(agentMarks).values({ ownerId, agent, kind: 'told' }).onConflictDoNothing()
    const data = { name: agentOf(agent)?.name ?? agent }
    await note(tx, { ownerId, actorId: null, kind: 'agent.available', subject: agent, data })
    return true
  })
}

/** Tells everybody who asked for an agent that it can be hired by now, once. */
export async function tellInterested(settings: WorkforceSettings, canBeHired = deployable): Promise<void> {
  const { db, mail, baseUrl, log } = settings
  const rows = await db.select().from(agentMarks).where(eq(agentMarks.kind, 'interest'))
  for (const { ownerId, agent } of rows) {
    const found = canBeHired(agent)
    if (!found || !(await claim(settings, ownerId, agent)) || !mail) continue
    try {
      const person = await findRecipient(db, ownerId)
      if (!person?.email) continue
      await mail.send({
        to: person.email,
        subject: `${brand.name}: ${found.name} can be hired now`,
        paragraphs: [
          `Hello ${person.firstName || person.username},`,
          `you asked to be told: ${found.name} can be hired now.`,
        ],
        link: { label: 'Look at it', url: new URL(`/workforce/agents/${agent}`, baseUrl).href },
      })
    } catch (error) {
      log.warn({ err: error, agent }, 'a person could not be told by mail that an agent can be hired')
    }
  }
}
