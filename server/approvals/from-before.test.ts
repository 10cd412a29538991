import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../platform/database/connect.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { oldDatabase } from '../platform/database/test-old-database.ts'
import { approvalOf, spendApproval, wordOf } from './rows.ts'

/** What the chat kept of calls that wait, before there was one store: in its run's state, and shown with its reply. */
const state = (calls: string[], decisions: object) => ({
  system: 'You help.',
  messages: [
    { role: 'assistant', text: '', toolCalls: calls.map((id) => ({ id, name: 'tasks_add', input: { title: id } })) },
  ],
  pending: calls.map((id) => ({ id, name: 'tasks_add', input: { title: id } })),
  decisions,
  inputTokens: 3,
  outputTokens: 4,
  costMicros: 5,
  latencyMs: 6,
})
const shown = (id: string, more: object = {}) => ({
  callId: id,
  action: 'tasks.add',
  summary: 'Add a task',
  state: 'confirm',
  effect: 'write',
  input: { title: id },
  ...more,
})

test('what waited in conversations and with seats waits on in one place, each with what it was asked', async () => {
  const config = await oldDatabase('approvals_of_all')
  const db = connect(config, () => undefined)
  onTestFinished(() => db.$client.end())
  const run = (text: string, values: unknown[] = []) => db.$client.query(text, values)
  await run(`insert into users (id, name, email) values ('ann', 'Ann', 'ann@example.org')`)
  await run(`insert into threads (id, owner_id, title) values ('t', 'ann', 'Milk')`)
  const runOf = async (id: string, status: string, tools: object[], kept: object) => {
    await run(
      `insert into messages (id, thread_id, owner_id, role, content, status, run_id, meta) values ($1, 't', 'ann', 'assistant', '', 'waiting', $2, $3)`,
      [`m-${id}`, id, JSON.stringify({ model: 'm', tools })],
    )
    await run(
      `insert into runs (id, kind, owner_id, thread_id, message_id, status, state) values ($1, 'chat', 'ann', 't', $2, $3, $4)`,
      [id, `m-${id}`, status, JSON.stringify(kept)],
    )
  }
  const read = shown('r', { state: 'done', effect: undefined })
  await runOf('waits', 'waiting', [read, shown('a'), shown('b')], state(['a', 'b'], { b: 'decline' }))
  await runOf('queued', 'queued', [shown('a')], state(['a'], { a: 'allow' }))
  await runOf('over', 'cancelled', [shown('a')], state(['a'], {}))
  await runOf('odd', 'waiting', [], {
    ...state([], {}),
    pending: [{ id: 'x', name: 'gone_tool', input: ['no', 'record'] }],
  })
  await migrateDatabase(config)

  const { rows } = await run('select * from approvals order by run_id, call_id')
  expect(rows).toMatchObject([
    { run_id: 'odd', call_id: 'x', action: 'gone_tool', effect: 'send', input: {}, state: 'pending' },
    { run_id: 'queued', call_id: 'a', state: 'approved', decided_by: 'ann', used_at: null },
    {
      run_id: 'waits',
      call_id: 'a',
      owner_id: 'ann',
      action: 'tasks.add',
      effect: 'write',
      input: { title: 'a' },
      state: 'pending',
    },
    { run_id: 'waits', call_id: 'b', state: 'rejected', decided_by: 'ann' },
  ])
  const { rows: runs } = await run(`select id, state from runs where id in ('waits', 'queued') order by id`)
  for (const one of runs)
    expect(Object.keys(one.state).sort()).toEqual([
      'costMicros',
      'inputTokens',
      'latencyMs',
      'messages',
      'outputTokens',
      'system',
    ])
  const { rows: said } = await run(`select meta from messages where id = 'm-waits'`)
  const [asked] = rows.filter((one) => one.run_id === 'waits')
  expect(said[0].meta.tools).toEqual([
    JSON.parse(JSON.stringify(read)),
    { ...shown('a'), approval: { id: asked.id, argsHash: asked.args_hash } },
    shown('b'),
  ])

  const given = await approvalOf(db.$client, 'queued', 'a')
  if (!given) throw new Error('It is gone.')
  expect(wordOf(given, { title: 'a' })).toEqual({
    isAllowed: true,
    approvalId: given.id,
    input: { title: 'a' },
    isChanged: false,
    note: '',
  })
  await spendApproval(db.$client, given.id, null)
  await expect(spendApproval(db.$client, given.id, null)).rejects.toThrow(/used already/)
})
