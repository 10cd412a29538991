import { WorkProduct } from '@atrium/contract/work-product'
import { eq, sql } from 'drizzle-orm'
import { apiKeys, passkeys, sessions } from '../accounts/tables.ts'
import { approvals } from '../approvals/tables.ts'
import type { ReplyInput, ReplyState } from '../chat/reply-input.ts'
import { memories, messages, threads } from '../chat/tables.ts'
import { archives } from '../data/tables.ts'
import { files, unfinishedFiles } from '../files/tables.ts'
import { waitingFor } from '../files/waiting.ts'
import { jobs } from '../jobs/tables.ts'
import { notifications } from '../notifications/tables.ts'
import { publicPages } from '../pages/tables.ts'
import { uuid } from '../platform/ids.ts'
import { runs } from '../platform/runs/tables.ts'
import { changes, records, recordVersions } from '../records/tables.ts'
import { ticketMessages, tickets } from '../seats/support/tables.ts'
import {
  deliverables,
  deliverableVersions,
  runSteps,
  schedules,
  seatMemories,
  seatRuns,
  seatTasks,
} from '../seats/tables.ts'
import { testSeatsOf } from '../seats/test-hired.ts'
import { spaceFiles } from '../spaces/tables.ts'
import { teamInvitations, teamMembers, teams } from '../teams/tables.ts'
import type { TestApp } from '../test-app.ts'
import { webhookDeliveries, webhooks } from '../webhooks/tables.ts'
import { testOrder } from '../workforce/test-order.ts'

export type Kind =
  | 'thread'
  | 'trashed-thread'
  | 'question'
  | 'reply'
  | 'stopped-reply'
  | 'run'
  | 'call-approval'
  | 'file'
  | 'waiting-file'
  | 'unfinished-file'
  | 'space-file'
  | 'change'
  | 'record'
  | 'trashed-record'
  | 'memory'
  | 'job'
  | 'failed-job'
  | 'session'
  | 'webhook'
  | 'page'
  | 'webhook-delivery'
  | 'api-key'
  | 'passkey'
  | 'team'
  | 'closed-team'
  | 'team-invitation'
  | 'order'
  | 'paid-order'
  | 'subscription'
  | 'seat'
  | 'seat-memory'
  | 'seat-run'
  | 'seat-task'
  | 'approval'
  | 'deliverable'
  | 'unknown-step'
  | 'schedule'
  | 'ticket'
  | 'notification'
  | 'made-archive'
  | 'sent-archive'
  | 'person'

export interface Made {
  /** What names the object in a call. */
  value: string
  /** The team that an invitation is to, the seat that remembers. */
  run?: string
}

/** Visitors have no sessions, keys or passkeys: theirs is an id of nothing, beside something that must stay. */
const isVisitor = (owner: string) => owner.startsWith('anon:')

/** Makes stored objects of any owner, straight into the tables: whoever they belong to need not be able to make them. */
export async function maker({ db, administrator }: TestApp): Promise<(kind: Kind, owner: string) => Promise<Made>> {
  const uploaded = await (await administrator()).send('POST', '/api/files?name=words.txt', 'Words in a file.')
  const { id: sample } = (await uploaded.json()) as { id: string }

  async function webhook(owner: string): Promise<string> {
    const id = uuid()
    // Of this machine, which is not asked: what is sent fails at once.
    await db.insert(webhooks).values({ id, ownerId: owner, url: 'http://127.0.0.1/', events: ['*'], secret: 'made' })
    return id
  }

  async function thread(owner: string, more: Partial<typeof threads.$inferInsert> = {}): Promise<string> {
    const id = uuid()
    await db.insert(threads).values({ id, ownerId: owner, title: 'Made for the test', ...more })
    return id
  }

  async function reply(owner: string, more: Partial<typeof messages.$inferInsert> = {}) {
    const [question, answer, threadId] = [uuid(), uuid(), await thread(owner)]
    const shared = { threadId, ownerId: owner }
    await db.insert(messages).values([
      { id: question, role: 'user', content: 'What is 6 × 7?', ...shared },
      {
        id: answer,
        role: 'assistant',
        parentId: question,
        content: '42',
        createdAt: new Date(Date.now() + 1),
        ...shared,
        ...more,
      },
    ])
    await db.execute(sql`update threads set leaf_id = ${answer} where id = ${threadId}`)
    return { threadId, question, answer }
  }

  /** A run that waits for the person's word on two calls, so that one word alone does not set it going. */
  async function run(owner: string) {
    const [id, approvalId, argsHash] = [uuid(), uuid(), '0'.repeat(64)]
    const { threadId, question, answer } = await reply(owner, { status: 'waiting', runId: id })
    const input: ReplyInput = {
      principal: { kind: 'member', owner, userId: owner, sessionId: null },
      scope: null,
      preferredModel: null,
      persona: 'personal',
      space: null,
      systemPrompt: null,
      soulMode: false,
      timeZone: 'UTC',
      locale: 'en',
      userMessageId: question,
      continues: false,
    }
    const state: ReplyState = {
      system: '',
      messages: [],
      inputTokens: 0,
      outputTokens: 0,
      costMicros: null,
      latencyMs: 0,
    }
    await db
      .insert(runs)
      .values({ id, kind: 'chat', ownerId: owner, threadId, messageId: answer, status: 'waiting', input, state })
    const asked = { ownerId: owner, runId: id, action: 'none', effect: 'write', why: '', input: {}, state: 'pending' }
    await db.insert(approvals).values([
      { ...asked, id: approvalId, callId: uuid(), argsHash },
      { ...asked, id: uuid(), callId: uuid(), argsHash },
    ])
    return { id, approvalId, question }
  }

  async function task(owner: string, deletedAt: Date | null): Promise<string> {
    const [change, record] = [uuid(), uuid()]
    await db.insert(changes).values({ id: change, scopeId: owner, action: 'tasks.add', via: 'http' })
    const data = { title: 'Made for the test', notes: '' }
    const place = { id: record, scopeId: owner, module: 'tasks', collection: 'tasks' }
    await db.insert(records).values({ ...place, data, schemaVersion: 2, deletedAt })
    const of = { recordId: record, module: 'tasks', scopeId: owner }
    await db.insert(recordVersions).values({ ...of, version: 1, changeId: change })
    return record
  }

  async function team(owner: string, deletionAt: Date | null): Promise<string> {
    const id = uuid()
    await db.insert(teams).values({ id, name: 'Made for the test', deletionAt })
    if (isVisitor(owner)) await made.memory(owner)
    else await db.insert(teamMembers).values({ teamId: id, userId: owner, role: 'owner' })
    return id
  }

  async function seat(owner: string): Promise<string> {
    const [id = ''] = await testSeatsOf(db, owner)
    return id
  }

  /** A task whose run waits for everything at once: an answer, a word on a step, and one on what may have happened. */
  async function waitingTask(owner: string) {
    const [runId, taskId, seatId, approvalId, deliverableId] = [uuid(), uuid(), await seat(owner), uuid(), uuid()]
    const given = { brief: '', input: {}, criteria: [], rank: 1, status: 'waiting_human', nextFor: 'answer' }
    const argsHash = '0'.repeat(64)
    const step = { runId, summary: 'Made', argsHash, kind: 'tool', effect: 'send' }
    const questions = [{ key: 'a', question: 'Which?', kind: 'line', otherwise: '' }]
    await db.insert(seatTasks).values({ id: taskId, ownerId: owner, title: 'Made for the test', seatId, ...given })
    await db
      .insert(runs)
      .values({ id: runId, kind: 'seat', ownerId: owner, status: 'waiting', input: { taskId, seatId } })
    await db.insert(seatRuns).values({ id: runId, taskId, seatId, ownerId: owner, attempt: 1, status: 'waiting' })
    await db.insert(runSteps).values([
      { ...step, seq: 1, name: 'ask', kind: 'wait', effect: null, state: 'executing', args: { questions } },
      { ...step, seq: 2, name: 'mail.send', state: 'intent', args: {} },
      { ...step, seq: 3, name: 'mail.send', state: 'unknown', args: {} },
    ])
    const word = { action: 'mail.send', effect: 'send', why: '', input: {}, argsHash, state: 'pending' }
    const expiresAt = new Date(Date.now() + 86_400_000)
    await db
      .insert(approvals)
      .values({ id: approvalId, ownerId: owner, taskId, seatId, runId, seq: 2, ...word, expiresAt })
    await db.insert(deliverables).values({ id: deliverableId, ownerId: owner, taskId, seatId, state: 'in_review' })
    const product = WorkProduct.parse({ title: 'Made', summary: '', blocks: [{ kind: 'text', markdown: 'Made' }] })
    const version = { version: 1, product, hash: argsHash, runId, state: 'in_review' }
    await db.insert(deliverableVersions).values({ deliverableId, ...version })
    return { runId, taskId, approvalId, deliverableId }
  }

  /** A job whose run waits, so that no worker takes it. */
  async function job(owner: string, status: string): Promise<Made> {
    const [id, runId] = [uuid(), uuid()]
    await db.insert(runs).values({ id: runId, kind: 'job', ownerId: owner, status: 'waiting', input: { job: id } })
    const more = { module: 'none', name: 'none', input: {}, dueAt: new Date(), runId, status }
    await db.insert(jobs).values({ id, kind: 'job', ownerId: owner, actorId: owner, ...more })
    return { value: id }
  }

  /** A row alone: its bytes are not there. */
  async function archive(owner: string, kind: 'made' | 'sent'): Promise<string> {
    const id = uuid()
    const endsAt = new Date(Date.now() + 60_000)
    await db.insert(archives).values({ id, ownerId: owner, kind, name: 'made.zip', size: 1, file: `${id}.zip`, endsAt })
    return id
  }

  const made: Record<Kind, (owner: string) => Promise<Made>> = {
    thread: async (owner) => ({ value: await thread(owner) }),
    notification: async (owner) => {
      const said = { module: 'tasks', kind: 'due', title: 'Made for the test', body: '', createdAt: new Date() }
      const id = uuid()
      await db.insert(notifications).values({ id, ownerId: owner, scopeId: owner, ...said })
      return { value: id }
    },
    'trashed-thread': async (owner) => ({ value: await thread(owner, { deletedAt: new Date() }) }),
    // What it asked is being answered, so that a call can show or stop that.
    question: async (owner) => ({ value: (await run(owner)).question }),
    reply: async (owner) => ({ value: (await reply(owner)).answer }),
    'stopped-reply': async (owner) => ({ value: (await reply(owner, { status: 'stopped' })).answer }),
    run: async (owner) => ({ value: (await run(owner)).id }),
    'call-approval': async (owner) => ({ value: (await run(owner)).approvalId }),
    file: async (owner) => {
      const id = uuid()
      const copied = sql`name, mime, size, sha256, text`
      await db.execute(
        sql`insert into ${files} (id, owner_id, name, mime, size, sha256, text) select ${id}, ${owner}, ${copied} from ${files} where id = ${sample}`,
      )
      return { value: id }
    },
    'waiting-file': async (owner) => {
      const { value } = await made.file(owner)
      await db.execute(sql`update ${files} set module = ${waitingFor('tasks')} where id = ${value}`)
      return { value }
    },
    'unfinished-file': async (owner) => {
      const id = uuid()
      const place = 'tasks/tasks/files'
      await db.insert(unfinishedFiles).values({ id, ownerId: owner, begunBy: owner, place, size: 9, metadata: {} })
      return { value: id }
    },
    'space-file': async (owner) => {
      const { value } = await made.file(owner)
      await db.insert(spaceFiles).values({ ownerId: owner, space: 'legal', fileId: value })
      return { value }
    },
    change: async (owner) => {
      const [change, record] = [uuid(), uuid()]
      await db.insert(changes).values({ id: change, scopeId: owner, action: 'none.add', via: 'http' })
      await db
        .insert(records)
        .values({ id: record, scopeId: owner, module: 'none', collection: 'none', data: {}, schemaVersion: 1 })
      const of = { recordId: record, module: 'none', scopeId: owner }
      await db.insert(recordVersions).values({ ...of, version: 1, changeId: change })
      return { value: change }
    },
    record: async (owner) => ({ value: await task(owner, null) }),
    'trashed-record': async (owner) => ({ value: await task(owner, new Date()) }),
    memory: async (owner) => {
      const id = uuid()
      await db.insert(memories).values({ id, ownerId: owner, text: 'Likes the sea' })
      return { value: id }
    },
    job: (owner) => job(owner, 'waiting'),
    'failed-job': (owner) => job(owner, 'failed'),
    session: async (owner) => {
      const [id, expiresAt] = [uuid(), new Date(Date.now() + 60_000)]
      if (isVisitor(owner)) await made.memory(owner)
      else await db.insert(sessions).values({ id, token: id, userId: owner, expiresAt })
      return { value: id }
    },
    'api-key': async (owner) => {
      const id = uuid()
      const key = { id, userId: owner, name: 'Made for the test', hash: id, start: 'made', scopes: ['read'] }
      if (isVisitor(owner)) await made.memory(owner)
      else await db.insert(apiKeys).values(key)
      return { value: id }
    },
    webhook: async (owner) => ({ value: await webhook(owner) }),
    page: async (owner) => {
      const id = uuid()
      const more = { module: 'none', kind: 'none', slug: id, title: 'Made for the test', language: 'en' }
      await db.insert(publicPages).values({ id, scopeId: owner, ...more })
      return { value: id }
    },
    'webhook-delivery': async (owner) => {
      const [id, run] = [`msg_${uuid()}`, await webhook(owner)]
      const told = { event: 'test', body: '{}', state: 'failed' }
      await db.insert(webhookDeliveries).values({ id, webhookId: run, ...told })
      return { value: id, run }
    },
    passkey: async (owner) => {
      const id = uuid()
      const key = { id, userId: owner, name: 'Made for the test', credentialId: id, publicKey: Buffer.from('made') }
      if (isVisitor(owner)) await made.memory(owner)
      else await db.insert(passkeys).values({ ...key, counter: 0, transports: [] })
      return { value: id }
    },
    team: async (owner) => ({ value: await team(owner, null) }),
    'closed-team': async (owner) => ({ value: await team(owner, new Date(Date.now() + 60_000)) }),
    'team-invitation': async (owner) => {
      const [id, run] = [uuid(), await team(owner, null)]
      const more = { role: 'editor', expiresAt: new Date(Date.now() + 60_000) }
      await db.insert(teamInvitations).values({ id, teamId: run, tokenHash: id, ...more })
      return { value: id, run }
    },
    order: async (owner) => ({ value: (await testOrder(db, owner, 'pending_payment')).order }),
    'paid-order': async (owner) => ({ value: (await testOrder(db, owner, 'paid')).order }),
    subscription: async (owner) => ({ value: (await testOrder(db, owner, 'paid')).subscription }),
    seat: async (owner) => ({ value: await seat(owner) }),
    'seat-memory': async (owner) => {
      const [id, seatId] = [uuid(), await seat(owner)]
      await db.insert(seatMemories).values({ id, seatId, text: 'Likes the sea' })
      return { value: id, run: seatId }
    },
    'seat-run': async (owner) => {
      const [id, taskId, seatId] = [uuid(), uuid(), await seat(owner)]
      const given = { brief: '', input: {}, criteria: [], rank: 1, status: 'backlog' }
      await db.insert(seatTasks).values({ id: taskId, ownerId: owner, title: 'Made for the test', seatId, ...given })
      await db.insert(runs).values({ id, kind: 'seat', ownerId: owner, status: 'failed' })
      await db.insert(seatRuns).values({ id, taskId, seatId, ownerId: owner, attempt: 1, status: 'failed' })
      return { value: id }
    },
    'seat-task': async (owner) => ({ value: (await waitingTask(owner)).taskId }),
    approval: async (owner) => ({ value: (await waitingTask(owner)).approvalId }),
    deliverable: async (owner) => {
      const { taskId, deliverableId } = await waitingTask(owner)
      await db.update(seatTasks).set({ status: 'in_review' }).where(eq(seatTasks.id, taskId))
      return { value: deliverableId }
    },
    'unknown-step': async (owner) => ({ value: (await waitingTask(owner)).runId }),
    schedule: async (owner) => {
      const [id, seatId] = [uuid(), await seat(owner)]
      const trigger = { kind: 'event', event: 'task.done' } as const
      await db
        .insert(schedules)
        .values({ id, ownerId: owner, seatId, title: 'Made for the test', brief: '', input: {}, trigger })
      return { value: id }
    },
    ticket: async (owner) => {
      const id = uuid()
      const ticket = { subject: 'Made for the test', state: 'open', attempt: id }
      if (isVisitor(owner)) await made.memory(owner)
      else {
        await db.insert(tickets).values({ id, ownerId: owner, ...ticket })
        await db.insert(ticketMessages).values({ ticketId: id, userId: owner, isSupport: false, text: 'Help' })
      }
      return { value: id }
    },
    'made-archive': async (owner) => ({ value: await archive(owner, 'made') }),
    'sent-archive': async (owner) => ({ value: await archive(owner, 'sent') }),
    // What is known about a person goes by the person.
    person: async (owner) => {
      await db.insert(memories).values({ id: uuid(), ownerId: owner, text: 'Likes plants' })
      return { value: owner }
    },
  }
  return (kind, owner) => made[kind](owner)
}
