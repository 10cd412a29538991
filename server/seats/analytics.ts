import { agentOf } from '@atrium/contract/catalogue/agents'
import { share } from '@atrium/contract/workforce'
import { Analytics } from '@atrium/contract/workforce-insight'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { personOf, type SeatsSettings, type Wake } from './context.ts'

const DAY = 86_400_000
/** Of a year, as prices of months and years are spread over days. */
const DAYS_A_YEAR = 365

interface Totals {
  accepted: number
  sent_back: number
  right_first: number
  cost_micros: number
  tokens: number
  is_priced: boolean
  approval_p50: number | null
  approval_p90: number | null
  lead_p50: number | null
  lead_p90: number | null
}
interface OfDay {
  day: string
  accepted: number
  sent_back: number
  cost_micros: number
}
interface OfSeat {
  id: string
  name: string
  agent: string
  accepted: number
  sent_back: number
  open: number
  cost_micros: number
  is_priced: boolean
  tokens: number
  period: string
  unit_price_cents: number
  /** Days of these on which there was such a seat. */
  present: number
}
interface OfModel {
  model: string
  cost_micros: number
  tokens: number
  calls: number
  is_priced: boolean
}

/** $1 is the owner, $2 the first moment. What people decided since then (what seats give each other is taken unread), and models asked. */
const DECIDED = `
  decided as (
    select v.state, v.version, v.decided_at, d.seat_id, d.task_id, t.created_at as given_at
    from deliverable_versions v join deliverables d on d.id = v.deliverable_id join seat_tasks t on t.id = d.task_id
    where d.owner_id = $1 and v.state in ('accepted', 'sent_back') and v.decided_by is not null and v.decided_at >= $2),
  steps as (
    select s.kind, coalesce(s.result->>'model', s.name) as model, s.tokens, s.cost_micros, s.cost_status, s.created_at, r.seat_id
    from run_steps s join seat_runs r on r.id = s.run_id where r.owner_id = $1 and s.created_at >= $2 and s.kind = 'model')`

const milliseconds = (share: number, since: string, until: string) =>
  `percentile_cont(${share}) within group (order by extract(epoch from ${until} - ${since}) * 1000)::float8`

const TOTALS = `with ${DECIDED},
  words as (select created_at, decided_at from approvals
    where owner_id = $1 and seat_id is not null and decided_at >= $2 and decided_by is not null)
  select
    (select count(*) from decided where state = 'accepted') as accepted,
    (select count(*) from decided where state = 'sent_back') as sent_back,
    (select count(*) from decided where state = 'accepted' and version = 1) as right_first,
    (select coalesce(sum(cost_micros), 0)::bigint from steps) as cost_micros,
    (select coalesce(sum(tokens), 0)::bigint from steps) as tokens,
    (select coalesce(bool_and(cost_status <> 'unpriced'), true) from steps) as is_priced,
    (select ${milliseconds(0.5, 'created_at', 'decided_at')} from words) as approval_p50,
    (select ${milliseconds(0.9, 'created_at', 'decided_at')} from words) as approval_p90,
    (select ${milliseconds(0.5, 'given_at', 'decided_at')} from decided where state = 'accepted') as lead_p50,
    (select ${milliseconds(0.9, 'given_at', 'decided_at')} from decided where state = 'accepted') as lead_p90`

const BY_DAY = `with ${DECIDED}
  select to_char(d.day at time zone 'utc', 'YYYY-MM-DD') as day,
    (select count(*) from decided where state = 'accepted' and decided_at >= d.day and decided_at < d.day + interval '24 hours') as accepted,
    (select count(*) from decided where state = 'sent_back' and decided_at >= d.day and decided_at < d.day + interval '24 hours') as sent_back,
    (select coalesce(sum(cost_micros), 0)::bigint from steps where created_at >= d.day and created_at < d.day + interval '24 hours') as cost_micros
  from (select generate_series($2::timestamptz, now(), interval '24 hours') as day) d order by d.day`

const BY_SEAT = `with ${DECIDED}
  select s.id, s.name, s.agent, u.period, l.unit_price_cents,
    (select count(*) from decided where seat_id = s.id and state = 'accepted') as accepted,
    (select count(*) from decided where seat_id = s.id and state = 'sent_back') as sent_back,
    coalesce(o.open, 0) as open,
    (select coalesce(sum(cost_micros), 0)::bigint from steps where seat_id = s.id) as cost_micros,
    (select coalesce(sum(tokens), 0)::bigint from steps where seat_id = s.id) as tokens,
    (select coalesce(bool_and(cost_status <> 'unpriced'), true) from steps where seat_id = s.id) as is_priced,
    greatest(0, ceil(extract(epoch from coalesce(s.ended_at, now()) - greatest(s.created_at, $2)) / 86400))::int as present
  from seats s
    left join (select seat_id, count(*) as open from seat_tasks
      where owner_id = $1 and status not in ('done', 'cancelled') group by seat_id) o on o.seat_id = s.id
    join subscription_lines l on l.id = s.subscription_line_id join subscriptions u on u.id = l.subscription_id
  where s.owner_id = $1 and (s.ended_at is null or s.ended_at >= $2) order by s.id`

const BY_MODEL = `with ${DECIDED}
  select model, sum(cost_micros)::bigint as cost_micros, sum(tokens)::bigint as tokens, count(*) as calls,
    bool_and(cost_status <> 'unpriced') as is_priced
  from steps group by model order by sum(cost_micros) desc, model`

const both = (p50: number | null, p90: number | null) =>
  p50 === null || p90 === null ? null : { p50: Math.round(p50), p90: Math.round(p90) }

/** What an owner's seats made of these last days (UTC, today among them), what it cost and how long it took. */
export async function analyse(
  { $client }: Database,
  ownerId: string,
  days: number,
  now = new Date(),
): Promise<Analytics> {
  const since = new Date(Math.floor(now.getTime() / DAY) * DAY - (days - 1) * DAY)
  const ask = async <T extends object>(text: string): Promise<T[]> =>
    (await $client.query<T>(text, [ownerId, since])).rows
  const [[totals], byDay, bySeat, byModel] = await Promise.all([
    ask<Totals>(TOTALS),
    ask<OfDay>(BY_DAY),
    ask<OfSeat>(BY_SEAT),
    ask<OfModel>(BY_MODEL),
  ])
  if (!totals) throw new Error('a select without a table has one row')
  const { accepted, cost_micros: costMicros } = totals
  return {
    days,
    accepted,
    sentBack: totals.sent_back,
    firstTimeRight: accepted > 0 ? totals.right_first / accepted : null,
    costMicros,
    costPerAcceptedMicros: accepted > 0 ? Math.round(costMicros / accepted) : null,
    isPriced: totals.is_priced,
    tokens: totals.tokens,
    approvalMs: both(totals.approval_p50, totals.approval_p90),
    leadMs: both(totals.lead_p50, totals.lead_p90),
    byDay: byDay.map((one) => ({
      day: one.day,
      accepted: one.accepted,
      sentBack: one.sent_back,
      costMicros: one.cost_micros,
    })),
    bySeat: bySeat.map((one) => ({
      seat: { id: one.id, name: one.name || (agentOf(one.agent)?.name ?? one.agent), agentKey: one.agent },
      accepted: one.accepted,
      sentBack: one.sent_back,
      open: one.open,
      costMicros: one.cost_micros,
      isPriced: one.is_priced,
      tokens: one.tokens,
      priceCents: share(
        one.unit_price_cents * (one.period === 'annual' ? 1 : 12),
        Math.min(one.present, days),
        DAYS_A_YEAR,
      ),
    })),
    byModel: byModel.map((one) => ({
      model: one.model,
      costMicros: one.cost_micros,
      tokens: one.tokens,
      calls: one.calls,
      isPriced: one.is_priced,
    })),
  }
}

export function analyticsRoutes({ db }: SeatsSettings, _wake: Wake): Route[] {
  return [
    route(
      {
        tag: 'workforce',
        access: 'seat.own',
        method: 'GET',
        path: '/api/workforce/analytics',
        summary: 'What your seats delivered in the last days, what it cost and how long it took',
        limit: 'read',
        query: z.object({
          days: z.coerce
            .number('The days are a number.')
            .int('The days are a whole number.')
            .min(7, 'At least 7 days.')
            .max(365, 'At most 365 days.')
            .default(30),
        }),
        answer: Analytics,
      },
      ({ principal, query }) => analyse(db, personOf(principal), query.days),
    ),
  ]
}
