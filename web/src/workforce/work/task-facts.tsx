import type { Org } from '@atrium/contract/workforce-seats'
import { isOpenTask, type TaskChange, type TaskDetails } from '@atrium/contract/workforce-work'
import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { api } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { formatDate, formatNumber } from '../../ui/formats.ts'
import { useOrg } from '../org/use-org.ts'
import { assigneeOf, choiceOf, useAssignees } from './assignees.ts'
import { DueDay } from './due-day.tsx'
import { NeedsEditor } from './needs-editor.tsx'
import { TaskLimit } from './task-limit.tsx'
import { Assignee, taskPage } from './task-line.tsx'
import { TaskBadge } from './task-status.tsx'
import { useCost } from './use-cost.ts'
import { useDoing } from './use-doing.ts'
import { taskKey, useAgent, useFirstTasks, useSeats } from './work-queries.ts'

/** Beside the task: who, when, what it waits for, what it costs. What can be changed is changed here. */
export function TaskFacts({ task }: { task: TaskDetails }) {
  const { t, i18n } = useTranslation('seats')
  const cost = useCost()
  const agent = useAgent(task.seat && task.playbook ? task.seat.agentKey : undefined)
  const playbook = agent.data?.playbooks.find(({ id }) => id === task.playbook)
  const date = (iso: string) => formatDate(iso, i18n.language)
  // What is being done is not changed under the seat's hands.
  const isFixed =
    task.giver !== null || !isOpenTask(task.status) || task.status === 'in_progress' || task.status === 'waiting_human'
  return (
    <aside
      aria-label={t('taskPage.facts')}
      className="flex flex-col gap-5 self-start text-sm xl:col-start-2 xl:row-span-2 xl:row-start-1"
    >
      {isFixed ? <Fixed task={task} /> : <Changeable task={task} />}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2">
        {playbook && <Fact name={t('newTask.playbook')}>{said(playbook.title)}</Fact>}
        {!task.giver && (
          <Fact name={t('taskPage.cost')}>
            <span className="tabular-nums">{cost(task.costMicros, task.isPriced)}</span>
            {task.tokens > 0 && (
              <span className="block text-muted tabular-nums">
                {t('task.tokens', { count: task.tokens, tokens: formatNumber(task.tokens, i18n.language) })}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t('taskPage.created')}>{date(task.createdAt)}</Fact>
        {task.endedAt && <Fact name={t('taskPage.ended')}>{date(task.endedAt)}</Fact>}
      </dl>
      {!task.giver && (task.budget || (isOpenTask(task.status) && !task.person)) && <TaskLimit task={task} />}
      {task.threadId && (
        <Link
          to={`/c/${encodeURIComponent(task.threadId)}`}
          className="inline-flex items-center gap-2 text-accent-ink underline-offset-2 hover:underline print:hidden"
        >
          <MessagesSquare aria-hidden className="size-4" />
          {t('taskPage.thread')}
        </Link>
      )}
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function Fixed({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Fact name={t(task.giver ? 'taskPage.from' : 'newTask.assignee')}>
        {task.giver ? <bdi>{task.giver.name}</bdi> : <AssigneeLink task={task} />}
      </Fact>
      {task.dueOn && (
        <Fact name={t('taskPage.due')}>
          <DueDay dueOn={task.dueOn} status={task.status} />
        </Fact>
      )}
      {task.needs.length > 0 && (
        <Fact name={t('newTask.needs')}>
          <Needs task={task} />
        </Fact>
      )}
    </dl>
  )
}

function AssigneeLink({ task }: { task: TaskDetails }) {
  if (!task.seat) return <Assignee task={task} />
  return (
    <Link
      to={`/workforce/seats/${encodeURIComponent(task.seat.id)}`}
      className="inline-flex max-w-full underline-offset-2 hover:underline"
    >
      <Assignee task={task} />
    </Link>
  )
}

function Needs({ task }: { task: TaskDetails }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {task.needs.map(({ id, title, status }) => (
        <li key={id} className="flex min-w-0 flex-col items-start gap-0.5">
          {task.giver ? (
            <bdi className="max-w-full wrap-anywhere">{title}</bdi>
          ) : (
            <Link to={taskPage(id)} className="max-w-full underline-offset-2 wrap-anywhere hover:underline">
              <bdi>{title}</bdi>
            </Link>
          )}
          <TaskBadge status={status} />
        </li>
      ))}
    </ul>
  )
}

const nobody: Org['people'] = []

function Changeable({ task }: { task: TaskDetails }) {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  const { userId } = useSession()
  const seats = useSeats().data?.seats ?? []
  const open = useFirstTasks().data?.tasks ?? []
  const change = useDoing({
    scope: `task ${task.id}`,
    act: (part: Partial<Omit<TaskChange, 'version'>>) => {
      // One change after the other: each is of what the one before has made.
      const { version } = client.getQueryData<TaskDetails>(taskKey(task.id)) ?? task
      return api.patch(`/api/workforce/tasks/${encodeURIComponent(task.id)}`, { ...part, version })
    },
    done: () => t('taskPage.saved'),
  })
  const assignees = useAssignees(seats, useOrg().data?.people ?? nobody, task)
  const known = [...task.needs, ...open.filter(({ id }) => task.needs.every((one) => one.id !== id))]
  return (
    <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-1">
      <div className="flex flex-col gap-1.5">
        <Select
          label={t('newTask.assignee')}
          value={choiceOf(task, userId)}
          disabled={change.isPending}
          onChange={({ target }) => change.mutate(assigneeOf(target.value, userId))}
          options={assignees}
        />
        {task.seat && (
          <Link
            to={`/workforce/seats/${encodeURIComponent(task.seat.id)}`}
            className="self-start text-xs text-accent-ink underline-offset-2 hover:underline"
          >
            {t('taskPage.toSeat')}
          </Link>
        )}
      </div>
      <DueField dueOn={task.dueOn} onChange={(dueOn) => change.mutate({ dueOn })} />
      <NeedsEditor
        value={task.needs.map(({ id }) => id)}
        onChange={(needs) => change.mutate({ needs })}
        tasks={known}
        except={task.id}
      />
      {task.needs.length > 0 && <Needs task={task} />}
    </div>
  )
}

/** Saved as soon as a whole day is there: while its year is typed, the browser has years such as 0002. */
function DueField({ dueOn, onChange }: { dueOn: string | null; onChange: (dueOn: string | null) => void }) {
  const { t } = useTranslation('seats')
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      type="date"
      label={t('taskPage.due')}
      value={typed ?? dueOn ?? ''}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value >= '2000' && target.value !== dueOn) onChange(target.value)
      }}
      onBlur={() => {
        if (typed === '' && dueOn !== null) onChange(null)
        setTyped(null)
      }}
    />
  )
}
