import { type ActivityLine, activityLines, namedIn } from './activity-lines.ts'
import type { Context } from './contents.ts'
import { find } from './tree.ts'

/** Files of one page of which is asked whether they came by an upload link. */
const MOST_SENT = 1000

interface Asked {
  id?: string | undefined
  limit: number
  after?: string | undefined
}

/** What happened with a file or a folder and what lies in it, or with all of them; a page of it. */
export async function activityOf(
  context: Context,
  { id, limit, after }: Asked,
): Promise<{ lines: ActivityLine[]; next: string | null }> {
  const { store, activity } = context
  const within = id === undefined ? undefined : { collection: 'entries', id: (await store.entries.get(id)).id }
  const { happenings, next } = await activity.page({ within, limit, after })
  const { entries, subjects, sent } = namedIn(happenings)
  const shares = await Promise.all([...subjects].map((subject) => store.shares.get(subject).catch(() => null)))
  const links = new Map(shares.flatMap((share) => (share ? [[share.id, share] as const] : [])))
  const found = await Promise.all([...entries].map((one) => find(store, one)))
  const named = new Map(found.flatMap((entry) => (entry ? [[entry.id, entry] as const] : [])))
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
