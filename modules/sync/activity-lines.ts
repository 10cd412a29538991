import type { ActivityRow, Happening } from '@atrium/contract/module-activity'
import { Doer } from '@atrium/contract/module-activity'
import { z } from 'zod'
import { isOfSystem } from './names.ts'

/** What can happen: with files and folders, with links to them, and with whom they are shared. */
export const ACTIVITIES = [
  ...(['made', 'added', 'changed', 'wentBack', 'renamed', 'moved', 'deleted', 'restored'] as const),
  ...(['linked', 'unlinked', 'asked', 'unasked', 'received', 'downloaded', 'shared'] as const),
] as const
export const ActivityKind = z.enum(ACTIVITIES)
export type ActivityKind = z.infer<typeof ActivityKind>

const Item = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  /** Whether it can be opened: it may be in the trash by now. */
  isThere: z.boolean(),
})
type Item = z.infer<typeof Item>

/** Something that happened, as people are told it. */
export const ActivityLine = z.object({
  id: z.string(),
  at: z.string(),
  kind: ActivityKind,
  who: Doer,
  /** What it happened with, the first few. */
  items: z.array(Item),
  /** How many more there were; at least so many where `isMany`. */
  more: z.number(),
  isMany: z.boolean(),
  /** Of the first. */
  name: z.string(),
  /** What it was called before. */
  from: z.string().nullable(),
  /** The folder that it lies in, or came to; empty at the top, null where the reader does not see it. */
  folder: z.string().nullable(),
  /** How often, of downloads. */
  count: z.number(),
  /** With whom it is shared, and what they may do. */
  called: z.string().nullable(),
  role: z.string().nullable(),
})
export type ActivityLine = z.infer<typeof ActivityLine>

/** A line whose folder is not looked up yet. */
type Told = Omit<ActivityLine, 'folder'> & { parent: string | null }

const SHOWN = 3
/** ms; what one does over and over in one folder within this time of the last is one line */
const TOGETHER = 10 * 60_000
const JOINED: ReadonlySet<ActivityKind> = new Set(['made', 'added', 'changed', 'deleted', 'restored', 'received'])

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Null of what is nothing to people: what only systems see, and a file whose versions another one has taken over. */
function kindOf(
  { collection, before, after, wasDeleted, isDeleted }: ActivityRow,
  action: string,
): ActivityKind | null {
  if (collection !== 'entries') {
    const isLink = collection === 'shares'
    if (isDeleted) return wasDeleted || !before ? null : isLink ? 'unlinked' : 'unasked'
    return before && !wasDeleted ? null : isLink ? 'linked' : 'asked'
  }
  const isFile = after.kind === 'file'
  if (isOfSystem(text(after.name)) || (isFile && !after.content)) return null
  if (!before) return isDeleted ? null : isFile ? 'added' : 'made'
  if (wasDeleted !== isDeleted) return isDeleted ? 'deleted' : 'restored'
  if (isDeleted) return null
  if (before.parent !== after.parent) return 'moved'
  if (before.name !== after.name) return 'renamed'
  return action === 'sync.restoreVersion' ? 'wentBack' : 'changed'
}

const itemOf = ({ collection, id, after, isThere }: ActivityRow): Item => {
  if (collection === 'shares') return { id: text(after.entry), name: text(after.name), kind: 'file', isThere: false }
  if (collection === 'requests') return { id: text(after.folder), name: text(after.title), kind: 'folder', isThere }
  return { id, name: text(after.name), kind: after.kind === 'folder' ? 'folder' : 'file', isThere }
}

/** The lines of one change: one for each thing that was done in it, with what it was done to. What only went along is not named. */
function linesOf(happening: Happening & { kind: 'change' }): Told[] {
  const { id, at, by, action, rows, isMore } = happening
  const kinds = Map.groupBy(
    rows.flatMap((row) => {
      const kind = kindOf(row, action)
      return kind ? [{ kind, row }] : []
    }),
    ({ kind, row }) => (kind === 'moved' ? `moved ${text(row.after.parent)}` : kind),
  )
  return [...kinds.entries()].flatMap(([key, found]): Told[] => {
    const ids = new Set(found.map(({ row }) => row.id))
    const isWithIts = ({ kind, row }: (typeof found)[number]) => kind !== 'added' && ids.has(text(row.after.parent))
    const outer = found.filter((one) => !isWithIts(one))
    const [first] = outer
    if (!first) return []
    const { row, kind } = first
    const items = outer.slice(0, SHOWN).map((one) => itemOf(one.row))
    const isEntry = row.collection === 'entries'
    return [
      {
        ...{ id: `${id} ${key}`, at, kind, who: by, items, more: outer.length - items.length, isMany: isMore },
        ...{ name: items[0]?.name ?? '', count: outer.length, called: null, role: null },
        from: outer.length === 1 && row.before && row.before.name !== row.after.name ? text(row.before.name) : null,
        parent: isEntry ? text(row.after.parent) : null,
      },
    ]
  })
}

export interface Known {
  /** The name of a file or folder that is there. */
  entry(id: string): { name: string; kind: 'file' | 'folder' } | undefined
  /** What was shared by a link, of the link's subject. */
  shared(subject: string): { entry: string; name: string } | undefined
  /** Who says they have sent it by an upload link; undefined of what came otherwise. */
  sender(entry: string): string | undefined
}

/** What is to be looked up before lines can be made of it. */
export function namedIn(happenings: readonly Happening[]): {
  entries: Set<string>
  subjects: Set<string>
  sent: Set<string>
} {
  const [entries, subjects, sent] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const one of happenings) {
    if (one.kind === 'download') {
      entries.add(one.target)
      subjects.add(one.subject)
    } else if (one.kind === 'shared') entries.add(one.record)
    else {
      for (const { parent } of linesOf(one)) if (parent) entries.add(parent)
      for (const { collection, id, before, after } of one.rows)
        if (collection !== 'entries') entries.add(text(after.entry ?? after.folder))
        else if (!before) sent.add(id)
    }
  }
  return { entries, subjects, sent }
}

function toldOf(one: Happening, known: Known): Told[] {
  const { id, at, by: who } = one
  const plain = { id, at, who, more: 0, isMany: false, from: null, parent: null, count: 1, called: null, role: null }
  if (one.kind === 'change')
    return linesOf(one).map((line): Told => {
      const [item] = line.items
      const sender = line.kind === 'added' && line.count === 1 && item ? known.sender(item.id) : undefined
      return sender === undefined ? line : { ...line, kind: 'received', who: { kind: 'link', name: sender || null } }
    })
  if (one.kind === 'shared') {
    const entry = known.entry(one.record)
    if (!entry) return []
    const items = [{ id: one.record, ...entry, isThere: true }]
    return [{ ...plain, kind: 'shared', items, name: entry.name, called: one.called, role: one.role }]
  }
  const entry = known.entry(one.target)
  const name = entry?.name ?? known.shared(one.subject)?.name
  if (name === undefined) return []
  const items = [{ id: one.target, name, kind: entry?.kind ?? 'file', isThere: entry !== undefined }]
  return [{ ...plain, kind: 'downloaded', items, name, count: one.count }]
}

const isTogether = (last: Told, next: Told): boolean =>
  last.kind === next.kind &&
  JOINED.has(next.kind) &&
  last.parent === next.parent &&
  last.who.kind === next.who.kind &&
  last.who.name === next.who.name &&
  Date.parse(last.at) - Date.parse(next.at) < TOGETHER

/** What one did over and over is one line, at the moment of the last time. The same thing is named once. */
function joined(lines: readonly Told[]): Told[] {
  const found: Told[] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (!last || !isTogether(last, line)) {
      found.push(line)
      continue
    }
    const fresh = line.items.filter(({ id }) => !last.items.some((item) => item.id === id))
    const items = [...last.items, ...fresh]
    const more = last.more + line.more + Math.max(0, items.length - SHOWN)
    found[found.length - 1] = { ...last, items: items.slice(0, SHOWN), more, isMany: last.isMany || line.isMany }
  }
  return found
}

/** What a link is to is looked up: its own row has only the id. */
const OF_LINKS: ReadonlySet<ActivityKind> = new Set(['linked', 'unlinked', 'asked', 'unasked'])

/** What happened, as people are told it: the last first. */
export function activityLines(happenings: readonly Happening[], known: Known): ActivityLine[] {
  const placed = (item: Item): Item => {
    const entry = known.entry(item.id)
    return { ...item, kind: entry?.kind ?? item.kind, isThere: entry !== undefined }
  }
  return joined(happenings.flatMap((one) => toldOf(one, known))).map(({ parent, ...line }) => ({
    ...line,
    items: OF_LINKS.has(line.kind) ? line.items.map(placed) : line.items,
    folder: parent ? (known.entry(parent)?.name ?? null) : parent,
  }))
}
