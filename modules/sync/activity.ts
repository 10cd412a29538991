import { type ActivityLine, activityLines, namedIn } from './activity-lines.ts'
import type { Context } from './contents.ts'

/** Files of one page of which is asked whether they came by an upload link. */
const MOST_SENT = 1000

interface Asked {
  id?: string | undefined
  limit: number
  after?: string | undefined
}

const byId = async <Found extends { id: string }>(rows: Promise<Found[]>) =>
  new Map((await rows).map((row) => [row.id, row]))

/** What happened with a file or a folder and what lies in it, or with all of them; a page of it. */
export async function activityOf(
  context: Context,
  { id, limit, after }: Asked,
): Promise<{ lines: ActivityLine[]; next: string | null }> {
  const { store, activity } = context
  const within = id === undefined ? undefined : { collection: 'entries', id: (await store.entries.get(id)).id }
  const { happenings, next } = await activity.page({ within, limit, after })
  const { entries, subjects, sent } = namedIn(happenings)
  const [links, named] = await Promise.all([
    byId(store.shares.getAll([...subjects])),
    byId(store.entries.getAll([...entries])),
  ])
  const asked = [...sent].slice(0, MOST_SENT)
  const arrived =
    asked.length > 0 ? await store.arrivals.list({ where: { entry: { in: asked } }, limit: MOST_SENT }) : []
  const senders = new Map(arrived.map(({ entry, sender }) => [entry, sender]))
  const lines = activityLines(happenings, {
    entry: (one) => {
      const entry = named.get(one)
      return entry && { name: entry.name, kind: entry.kind }
    },
    shared: (subject) => links.get(subject),
    sender: (entry) => senders.get(entry),
  })
  return { lines, next }
}
