import { prefixed } from '@atrium/contract/brand'
import type { NewTask } from '@atrium/contract/workforce-work'
import { onOwnerChange, readOwner } from '../../platform/owner.ts'
import { storage } from '../../platform/storage.ts'
import { assigneeOf, isPerson } from './assignees.ts'

/** What is typed for a new task. Kept in the browser until the task is made. */
export interface NewTaskDraft {
  /** See assignees.ts. */
  assignee: string
  /** '' lets the seat choose. */
  playbook: string
  /** Null: the playbook's. */
  title: string | null
  brief: string
  /** Null: the playbook's. */
  criteria: string[] | null
  dueOn: string
  needs: string[]
  /** US dollars, as typed. */
  budget: string
  isBacklog: boolean
  input: Record<string, unknown>
}

const empty: NewTaskDraft = {
  assignee: '',
  playbook: '',
  title: null,
  brief: '',
  criteria: null,
  dueOn: '',
  needs: [],
  budget: '',
  isBacklog: false,
  input: {},
}

const keyOf = (owner: string, parentId: string) => prefixed(`new_task_${owner || 'anon'}${parentId && `_${parentId}`}`)

/** Where a new task begins: for a seat, with a playbook, below another task. */
export interface NewTaskStart {
  seat?: string
  playbook?: string
  parent?: string
}

/** The draft as it was left, or an empty one; what the address asks for comes first. */
export function readNewTask({ seat, playbook, parent = '' }: NewTaskStart): NewTaskDraft {
  const kept = { ...empty, ...storage.readJson<Partial<NewTaskDraft>>(keyOf(readOwner(), parent), {}) }
  const assignee = seat ?? kept.assignee
  const isSameSeat = assignee === kept.assignee
  const wanted = playbook ?? (isSameSeat ? kept.playbook : '')
  // The input and the criteria are a playbook's of a seat: for another they mean nothing.
  const isSame = isSameSeat && wanted === kept.playbook
  return { ...kept, assignee, playbook: wanted, ...(!isSame && { input: {}, criteria: null }) }
}

export function keepNewTask(draft: NewTaskDraft, parent = ''): void {
  storage.writeJson(keyOf(readOwner(), parent), draft)
}

export function dropNewTask(parent = ''): NewTaskDraft {
  storage.remove(keyOf(readOwner(), parent))
  return empty
}

onOwnerChange(({ before, now, takesAlong }) => {
  const kept = takesAlong && storage.read(keyOf(before, ''))
  if (kept) storage.write(keyOf(now, ''), kept)
  if (takesAlong) storage.remove(keyOf(before, ''))
})

/** Dollars as people type them, with either decimal sign, in millionths; null for nothing, NaN for what is no amount. */
export function microsOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  return /^\d{1,7}(\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * 1_000_000) : Number.NaN
}

interface Sent {
  title: string
  input: Record<string, unknown>
  parentId: string | null
  userId: string | null
}

/** The task as it is sent, but for the attempt. A person follows no playbook and spends nothing. */
export function taskOf(draft: NewTaskDraft, { title, input, parentId, userId }: Sent): Omit<NewTask, 'attempt'> {
  const assignee = assigneeOf(draft.assignee, userId)
  const isSeats = assignee.seatId !== null
  return {
    title,
    brief: draft.brief,
    ...(draft.criteria !== null && { criteria: draft.criteria.filter((one) => one.trim() !== '') }),
    dueOn: draft.dueOn || null,
    ...assignee,
    needs: draft.needs,
    playbook: isSeats && draft.playbook ? draft.playbook : null,
    input: isSeats ? input : {},
    parentId,
    status: draft.isBacklog ? 'backlog' : 'todo',
    budgetMicros: isPerson(draft.assignee) ? null : microsOf(draft.budget),
  }
}
