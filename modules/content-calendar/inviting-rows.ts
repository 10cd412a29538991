import type { Context } from './looking.ts'
import type { StoredEvent } from './target.ts'

/** The event, and of a series its own row with the changed occurrences behind it. */
export async function whole(
  { store }: Pick<Context, 'store'>,
  id: string,
): Promise<{ event: StoredEvent; events: [StoredEvent, ...StoredEvent[]] }> {
  const row = await store.events.get(id)
  const { uid, calendar } = row
  const rows = uid === '' ? [row] : await Array.fromAsync(store.events.each({ where: { uid, calendar } }))
  const event = rows.find(({ occurrence }) => occurrence === null) ?? row
  return { event, events: [event, ...rows.filter((one) => one.id !== event.id)] }
}
