import type { TaskDetails } from '@atrium/contract/workforce-work'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Markdown } from '../../chat/markdown.tsx'
import { said } from '../../i18n/said.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { DeliverableBadge, DeliverableView, deliverablePage, newestOf } from './deliverable-view.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { RunTrace } from './run-trace.tsx'
import { TaskActivity } from './task-activity.tsx'
import { TaskInput } from './task-input.tsx'
import { TaskLine } from './task-line.tsx'
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
      <Subtasks task={task} />
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

function Subtasks({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const [isNew, setIsNew] = useState(false)
  return (
    <Part
      title={t('taskPage.subtasks')}
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden className="size-4" />}
          className="print:hidden"
          onClick={() => setIsNew(true)}
        >
          {t('taskPage.addSubtask')}
        </Button>
      }
    >
      {task.children.length === 0 ? (
        <p className="text-sm text-muted">{t('taskPage.noSubtasks')}</p>
      ) : (
        <ul aria-label={t('taskPage.subtasks')} className="divide-y divide-line border-y border-line">
          {task.children.map((child) => (
            <TaskLine key={child.id} task={child} />
          ))}
        </ul>
      )}
      <NewTaskDialog
        open={isNew}
        start={{ parent: task.id }}
        onClose={() => setIsNew(false)}
        onMade={() => {
          setIsNew(false)
          toast({ title: t('newTask.made') })
        }}
      />
    </Part>
  )
}
