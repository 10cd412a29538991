import { Inbox } from '@atrium/contract/workforce-insight'
import type { Step } from '@atrium/contract/workforce-work'
import { findApprovals } from '../approvals/listing.ts'
import { monthOf } from '../models/budget-ledger.ts'
import { type Route, route } from '../platform/http/route.ts'
import { nameOf } from './approving.ts'
import { budgetsOf, isLimited, teamsOfSeats } from './budgets-shown.ts'
import { personOf, type SeatsSettings } from './context.ts'
import { findLines } from './deliverable-lines.ts'
import { givenTask, IS_GIVEN } from './given-tasks.ts'
import { findRuns } from './run-shown.ts'
import { findSeats, isPaused, notEnded } from './seats-shown.ts'
import { openQuestion } from './task-details.ts'
import { findTasks, HAS_NOBODY, shownTask } from './task-shown.ts'

/** Of each kind; the pages have the rest. */
const MOST = 50

/** What needs its person, and how things stand. */
export function inboxRoutes(settings: SeatsSettings): Route[] {
  const { db } = settings
  const sql = db.$client
  return [
    route(
      {
        tag: 'workforce',
        access: 'seat.own',
        method: 'GET',
        path: '/api/workforce/inbox',
        summary: 'What your seats need you for, and how they stand',
        limit: 'read',
        answer: Inbox,
      },
      async ({ principal }): Promise<Inbox> => {
        const person = personOf(principal)
        const tasks = (where: string, order?: string) =>
          findTasks(sql, `t.owner_id = $1 and ${where}`, [person], order, MOST)
        const [waiting, stuck, blocked, given] = await Promise.all([
          tasks(`t.status = 'waiting_human' and t.next_for in ('answer', 'unknown')`),
          tasks(
            `t.status not in ('done', 'cancelled', 'backlog') and (t.due_on < to_char(now(), 'YYYY-MM-DD') or (t.status in ('in_progress', 'waiting_human') and t.updated_at < now() - interval '3 days'))`,
          ),
          tasks(`(t.status = 'blocked' or ${HAS_NOBODY})`),
          findTasks(
            sql,
            `t.user_id = $1 and t.status not in ('done', 'cancelled') and ${IS_GIVEN}`,
            [person],
            't.due_on, t.id',
            MOST,
          ),
        ])
        const questions = await Promise.all(
          waiting
            .filter(({ next_for }) => next_for === 'answer')
            .map(async (row) => ({ task: shownTask(row), question: await openQuestion(settings, row.id) })),
        )
        const unknown = await Promise.all(
          waiting
            .filter(({ next_for }) => next_for === 'unknown')
            .map(async (row) => {
              const [run] = await findRuns(sql, 'r.task_id = $1', [row.id], 1)
              const step = run?.steps.find(({ state }) => state === 'unknown')
              return run && step ? [{ task: shownTask(row), runId: run.id, step: step as Step }] : []
            }),
        )
        const seats = await findSeats(settings, db, person, notEnded(person))
        const budgetOf = await budgetsOf(db, person)
        const [approvals, reviews, deliveredToday, spent] = await Promise.all([
          findApprovals(
            sql,
            nameOf(settings),
            `a.owner_id = $1 and a.seat_id is not null and a.state = 'pending'`,
            [person],
            MOST,
          ),
          findLines(
            sql,
            `d.owner_id = $1 and d.state = 'in_review' and exists (select 1 from seat_tasks t where t.id = d.task_id and t.status = 'in_review')`,
            [person],
            MOST,
          ),
          findLines(sql, `d.owner_id = $1 and d.handed_in_at > now() - interval '24 hours'`, [person], MOST),
          sql.query<{ spent: number | null; priced: boolean | null }>(
            `select (select spent_micros from budget_ledgers where owner_id = $1 and scope = 'workspace' and scope_id = $1 and "window" = $2) as spent,
               (select bool_and(is_priced) from seat_runs where owner_id = $1 and started_at >= date_trunc('month', now())) as priced`,
            [person, monthOf(new Date())],
          ),
        ])
        const teams = await teamsOfSeats(db, person)
        return {
          approvals,
          questions: questions.flatMap(({ task, question }) => (question ? [{ task, question }] : [])),
          reviews,
          unknown: unknown.flat(),
          blocked: blocked.map(shownTask),
          onboarding: seats.filter(({ status }) => status === 'provisioning'),
          stuck: stuck.map(shownTask),
          deliveredToday,
          given: given.map(givenTask),
          budgets: [
            budgetOf('workspace', person),
            ...teams.map((id) => budgetOf('team', id)),
            ...seats.map(({ id }) => budgetOf('seat', id)),
          ].filter(isLimited),
          spentThisMonthMicros: spent.rows[0]?.spent ?? 0,
          isPriced: spent.rows[0]?.priced ?? true,
          isPaused: await isPaused(db, person),
        }
      },
    ),
  ]
}
