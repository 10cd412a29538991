import { Id } from '@atrium/contract/chat'
import { answered } from '@atrium/contract/described-call'
import { AppError } from '@atrium/contract/errors'
import { INTEGER_MAX } from '@atrium/contract/integers'
import {
  Deliverable,
  DeliverableList,
  DeliverableQuery,
  RunList,
  RunQuery,
  Verdict,
} from '@atrium/contract/workforce-work'
import { z } from 'zod'
import { type Route, route } from '../platform/http/route.ts'
import { transaction } from '../platform/runs/closing.ts'
import { personOf, type SeatsSettings } from './context.ts'
import { listDeliverables } from './deliverable-lines.ts'
import { findDeliverables, judge } from './deliverables.ts'
import { asCsv, asMarkdown } from './product-files.ts'
import { listRuns } from './run-shown.ts'

const ById = z.object({ id: Id })
const common = { tag: 'workforce', access: 'seat.own' } as const

/** A person's word on what seats hand in, and what they did. */
export function verdictRoutes(settings: SeatsSettings): Route[] {
  const pool = settings.db.$client
  const deliverable = async (person: string, id: string) => {
    const [found] = await findDeliverables(pool, 'd.id = $1 and d.owner_id = $2', [id, person])
    if (!found) throw new AppError('not_found', 'That deliverable was not found.')
    return found
  }
  const verdict = (path: string, summary: string, isAccepted: boolean) =>
    route(
      { ...common, method: 'POST', path, summary, limit: 'write', params: ById, body: Verdict, answer: Deliverable },
      async ({ principal, params, body }) => {
        const person = personOf(principal)
        settings.wake(await transaction(pool, (client) => judge(client, person, params.id, { ...body, isAccepted })))
        return deliverable(person, params.id)
      },
    )
  return [
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/runs',
        summary: 'What a seat of yours did, step by step, the newest run first',
        limit: 'read',
        query: RunQuery,
        answer: RunList,
      },
      ({ principal, query }) => listRuns(pool, personOf(principal), query),
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/deliverables',
        summary: 'What your seats handed in, the last first',
        limit: 'read',
        query: DeliverableQuery,
        answer: DeliverableList,
      },
      ({ principal, query }) => listDeliverables(pool, personOf(principal), query),
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/deliverables/:id',
        summary: 'What a seat handed in, every version',
        limit: 'read',
        params: ById,
        answer: Deliverable,
      },
      ({ principal, params }) => deliverable(personOf(principal), params.id),
    ),
    verdict('/api/workforce/deliverables/:id/accept', 'Accepts the newest version: the task is done', true),
    verdict(
      '/api/workforce/deliverables/:id/send-back',
      'Sends the newest version back with what is to be done anew',
      false,
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: '/api/workforce/deliverables/:id/versions/:version/file',
        summary: 'A version as a file: Markdown, or its tables as CSV',
        limit: 'read',
        params: z.object({ id: Id, version: z.coerce.number().int().min(1).max(INTEGER_MAX) }),
        query: z.object({
          format: z.enum(['md', 'csv']).default('md'),
          table: z.coerce.number().int().min(0).max(INTEGER_MAX).default(0),
        }),
        answers: answered('The version', { 'text/markdown': z.string(), 'text/csv': z.string() }),
      },
      async ({ principal, params, query }) => {
        const found = await deliverable(personOf(principal), params.id)
        const version = found.versions.find((one) => one.version === params.version)
        if (!version) throw new AppError('not_found', 'There is no such version.')
        const { product } = version
        const text = query.format === 'md' ? asMarkdown(product) : asCsv(product, query.table)
        if (text === null) throw new AppError('not_found', 'There is no such table in it.')
        const name = `${
          product.title
            .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
            .trim()
            .slice(0, 80) || 'deliverable'
        }.${query.format}`
        return new Response(text, {
          headers: {
            'content-type': query.format === 'md' ? 'text/markdown; charset=utf-8' : 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
            'x-content-type-options': 'nosniff',
          },
        })
      },
    ),
  ]
}
