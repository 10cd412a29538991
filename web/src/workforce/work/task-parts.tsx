import type { TaskDetails } from '@atrium/contract/workforce-work'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Markdown } from '../../chat/markdown.tsx'
import { said } from '../../i18n/said.ts'
import { ApprovalCard } from './approval-card.tsx'
import { DeliverableBadge, DeliverableView, deliverablePage, newestOf } from './deliverable-view.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { RunTrace } from './run-trace.tsx'
import { Subtasks } from './subtasks.tsx'
import { TaskActivity } from './task-activity.tsx'
import { TaskInput } from './task-input.tsx'
import { Part } from './task-part.tsx'

/** Everything of a task below what is asked for right now. */
export function TaskParts({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const runs = [...task.runs].sort((a, b) => b.attempt - a.attempt)
  const decided = task.approvals.filter(({ state }) => state !== 'pending')
  const hasShown = task.criteria.some(({ met, note }) => met !== 'unknown' || note)
  return (
    <>
      {task.deliverables.map((deliverable) => (
        <TaskDeliverable key={deliverable.id} deliverable={deliverable} />
      ))}
      {task.result && (
        <Part title={t('taskPage.result')}>
          <Markdown text={task.result} id={`${task.id}-result`} />
        </Part>
      )}
      {task.brief && (
        <Part title={t('taskPage.brief')}>
          <Markdown text={task.brief} id={task.id} />
        </Part>
      )}
      <TaskInput task={task} />
      {task.criteria.length > 0 && (
        <Part title={t('newTask.criteria')}>
          {hasShown ? (
            <EvidenceList evidence={task.criteria} label={t('newTask.criteria')} />
          ) : (
            <ul className="list-disc ps-5 text-sm">
              {task.criteria.map(({ criterion }) => (
                <li key={criterion} className="wrap-anywhere">
                  <bdi>{said(criterion)}</bdi>
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {!task.giver && <Subtasks task={task} />}
      {runs.length > 0 && (
        <Part title={t('trace.title')}>
          <div className="flex flex-col gap-2">
            {runs.map((run, at) => (
              <RunTrace key={run.id} run={run} isNewest={at === 0} />
            ))}
          </div>
        </Part>
      )}
      {decided.length > 0 && (
        <Part title={t('taskPage.decisions')}>
          <div className="flex flex-col gap-3">
            {decided.map((approval) => (
              <ApprovalCard key={approval.id} approval={approval} withoutTask />
            ))}
          </div>
        </Part>
      )}
      {task.events.length > 0 && (
        <Part title={t('taskPage.activity')}>
          <TaskActivity events={task.events} label={t('taskPage.activity')} />
        </Part>
      )}
    </>
  )
}

/** What was handed in, to be read here; the verdict stands above. The version that is looked at stands in the address. */
function TaskDeliverable({ deliverable }: { deliverable: TaskDetails['deliverables'][number] }) {
  const { t } = useTranslation('seats')
  const [params, setParams] = useSearchParams()
  return (
    <Part
      title={newestOf(deliverable).product.title}
      actions={
        <span className="flex items-center gap-3 text-sm">
          <DeliverableBadge state={deliverable.state} />
          <Link
            to={deliverablePage(deliverable.id)}
            className="text-accent-ink underline-offset-2 hover:underline print:hidden"
          >
            {t('taskPage.alone')}
          </Link>
        </span>
      }
    >
      <div className="rounded-lg border border-line p-4 desk:p-5 print:border-0 print:p-0">
        <DeliverableView
          withoutVerdict
          deliverable={deliverable}
          version={Number(params.get('version')) || undefined}
          onVersion={(version) =>
            setParams(
              (before) =>
                new URLSearchParams(
                  [...before].filter(([name]) => name !== 'version').concat([['version', String(version)]]),
                ),
              { replace: true },
            )
          }
        />
      </div>
    </Part>
  )
}
