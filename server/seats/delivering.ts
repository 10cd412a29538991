import type { NewWorkProduct, Source } from '@atrium/contract/work-product'
import { unchecked, WorkProduct } from '@atrium/contract/work-product'
import { uuid } from '../platform/ids.ts'
import { hashOf } from '../platform/runs/args-hash.ts'
import { storableJson } from '../platform/runs/storable.ts'
import { type Attempt, begun } from './attempt.ts'
import { CAN } from './steps.ts'

/** What the run read, as its own log says. */
export function sourcesRead(attempt: Attempt, titleOf: (action: string) => string): Source[] {
  return [...attempt.steps.values()]
    .sort((a, b) => a.seq - b.seq)
    .flatMap((step): Source[] => {
      if (step.state !== 'committed') return []
      if (step.name === 'file')
        return [{ kind: 'file', name: (step.result as { name: string }).name, place: '', step: step.seq }]
      if (step.name === 'ask') return [{ kind: 'answer', name: step.summary, place: '', step: step.seq }]
      if (step.kind === 'model') return [{ kind: 'model', name: step.summary, place: '', step: step.seq }]
      if (step.kind === 'tool' && step.effect === 'read' && step.name !== CAN)
        return [{ kind: 'records', name: titleOf(step.name), place: '', step: step.seq }]
      return []
    })
}

/** The product with what the log adds: where it comes from, and an answer to each criterion. */
export function completed(attempt: Attempt, given: NewWorkProduct, titleOf: (action: string) => string): WorkProduct {
  const product = WorkProduct.parse(given)
  const said = new Set(product.sources.map(({ kind, name }) => `${kind} ${name}`))
  const read = sourcesRead(attempt, titleOf)
  const stepOf = (source: Source) => read.find(({ kind, name }) => kind === source.kind && name === source.name)?.step
  const sources = [
    ...product.sources.map((source) => ({ ...source, step: source.step ?? stepOf(source) ?? null })),
    ...read.filter(({ kind, name }, at) => {
      const isFirst = read.findIndex((one) => one.kind === kind && one.name === name) === at
      return isFirst && !said.has(`${kind} ${name}`)
    }),
  ].slice(0, 200)
  const evidence = attempt.task.criteria.map(
    (criterion) => product.evidence.find((one) => one.criterion === criterion) ?? unchecked(criterion),
  )
  const couldNot = [...product.couldNot]
  if (attempt.task.sentBack && !attempt.model)
    couldNot.push(
      'The note with which it was sent back was not read: without a model a playbook follows its input alone. Change the input.',
    )
  return { ...product, sources, evidence, couldNot: couldNot.slice(0, 50) }
}

/** Hands in a version, in the transaction of its step. */
export async function deliver(
  attempt: Attempt,
  given: NewWorkProduct,
  titleOf: (action: string) => string,
): Promise<void> {
  const seq = attempt.next()
  const args = { title: given.title }
  const before = begun(attempt, seq, 'deliver', args)
  if (attempt.delivered) {
    if (before?.state === 'committed') return
    throw new Error('A run hands in one product.')
  }
  const product = completed(attempt, given, titleOf)
  const { run } = attempt.work
  await attempt.inTransaction(async (client) => {
    attempt.at(`${seq}:executing`)
    const { rows } = await client.query<{ id: string }>(
      `insert into deliverables (id, owner_id, task_id, seat_id, state) values ($1, $2, $3, $4, 'in_review')
       on conflict (task_id) do update set state = 'in_review', seat_id = excluded.seat_id, handed_in_at = now() returning id`,
      [uuid(), run.owner_id, attempt.task.id, attempt.seat.id],
    )
    await client.query(
      `insert into deliverable_versions (deliverable_id, version, product, hash, run_id, state)
       select $1, coalesce(max(version), 0) + 1, $2::jsonb, $3, $4, 'in_review' from deliverable_versions where deliverable_id = $1`,
      [rows[0]?.id, storableJson(product), hashOf(product), run.id],
    )
    await attempt.write(
      {
        seq,
        kind: 'tool',
        name: 'deliver',
        effect: 'write',
        state: 'committed',
        summary: product.title,
        args,
        result: { deliverable: rows[0]?.id },
      },
      client,
    )
  })
  attempt.delivered = true
  attempt.at(`${seq}:done`)
}
