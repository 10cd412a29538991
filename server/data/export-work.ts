/** What is read from the workforce's tables for an archive: the files of format-work.ts. `$1` is the owner. */

/** What was paid for stays where it was paid: to read, but for the seats, which come along as ended ones. */
export const WORKFORCE = `select (select json_build_object('items', items, 'billingPeriod', period) from workforce_carts where owner_id = $1) as cart,
  (select coalesce(json_agg(json_build_object('agent', agent, 'kind', kind) order by agent, kind), '[]') from workforce_marks
    where owner_id = $1) as marks,
  (select coalesce(json_agg(json_build_object('id', o.id, 'kind', o.kind, 'status', o.status, 'billingPeriod', o.period,
      'invoice', i.number, 'issuedAt', i.issued_at, 'dueAt', i.due_at, 'paidAt', o.paid_at, 'poNumber', o.po_number,
      'billing', o.billing, 'listCents', o.list_cents, 'discountCents', o.discount_cents, 'creditCents', o.credit_cents,
      'subtotalCents', o.subtotal_cents, 'taxBasisPoints', o.tax_basis_points, 'taxCents', o.tax_cents,
      'totalCents', o.total_cents, 'lines', (select json_agg(json_build_object('agent', l.agent, 'agentVersion', l.agent_version,
        'unitPriceCents', l.unit_price_cents, 'quantity', l.quantity) order by l.position) from order_lines l where l.order_id = o.id)
      ) order by o.id), '[]') from orders o join invoices i on i.order_id = o.id where o.owner_id = $1) as orders`

export const WORK = {
  'workforce/seats.jsonl': `select id, name, agent, agent_version as "agentVersion", status, manager_seat_id as "managerSeatId", answers,
    created_at as "createdAt", ended_at as "endedAt" from seats where owner_id = $1 order by id`,
  'workforce/tasks.jsonl': `select t.id, title, brief, status, reason, seat_id as "seatId", user_id as "userId",
    case when user_id = $1 then 'owner' when user_id is not null then 'colleague' when seat_id is not null then 'seat' end as assignee,
    given_by_seat_id as "givenBySeatId", parent_id as "parentId", depth, due_on as "dueOn", playbook, input, criteria, result, rank,
    array(select needs_id from task_needs n where n.task_id = t.id order by needs_id) as needs, thread_id as "threadId",
    schedule_id as "scheduleId", time_zone as "timeZone", language, tokens, cost_micros as "costMicros", is_priced as "isPriced",
    created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"
    from seat_tasks t where owner_id = $1 order by depth, id`,
  'workforce/runs.jsonl': `select id, task_id as "taskId", seat_id as "seatId", attempt, playbook, status, error, tokens,
    cost_micros as "costMicros", is_priced as "isPriced", started_at as "startedAt", ended_at as "endedAt"
    from seat_runs where owner_id = $1 order by id`,
  'workforce/steps.jsonl': `select run_id as "runId", seq, kind, name, effect, state, summary, args, args_hash as "argsHash", s.result,
    s.error, error_code as "errorCode", s.tokens, s.cost_micros as "costMicros", cost_status as "costStatus",
    change_id as "changeId", created_at as "createdAt", updated_at as "updatedAt"
    from run_steps s join seat_runs r on r.id = s.run_id where r.owner_id = $1 order by run_id, seq`,
  'workforce/approvals.jsonl': `select id, task_id as "taskId", seat_id as "seatId", run_id as "runId", seq, action, effect, why, input,
    args_hash as "argsHash", state, edited, note, decided_at as "decidedAt", expires_at as "expiresAt", used_at as "usedAt",
    created_at as "createdAt" from approvals where owner_id = $1 and seat_id is not null order by id`,
  'workforce/deliverables.jsonl': `select d.id, d.task_id as "taskId", d.seat_id as "seatId", v.version, v.product, v.hash,
    v.run_id as "runId", v.state, v.note, v.created_at as "createdAt", v.decided_at as "decidedAt", d.handed_in_at as "handedInAt"
    from deliverables d join deliverable_versions v on v.deliverable_id = d.id where d.owner_id = $1 order by d.id, v.version`,
  'workforce/memories.jsonl': `select m.id, m.seat_id as "seatId", m.text, m.created_at as "createdAt" from seat_memories m
    join seats s on s.id = m.seat_id where s.owner_id = $1 order by m.id`,
  'workforce/schedules.jsonl': `select id, seat_id as "seatId", title, brief, playbook, input, trigger, is_on as "isOn",
    time_zone as "timeZone", language, created_at as "createdAt" from seat_schedules where owner_id = $1 order by id`,
}
