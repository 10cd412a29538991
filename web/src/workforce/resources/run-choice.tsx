import type { Run, TaskDetails } from '@atrium/contract/workforce-work'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/field.tsx'
import { formatDate } from '../../ui/formats.ts'
import { taskKey, useDoneTasks, useFirstTasks } from '../work/work-queries.ts'

/** A run whose task is not known: the address named it. */
export const GIVEN = 'given'

export interface ChosenRun {
  /** '' for none, GIVEN, or a task's id. */
  task: string
  /** Empty: the newest of the task. */
  run: string
}

interface RunChoiceProps {
  /** The run that the address named; empty for none. */
  given: string
  value: ChosenRun
  onChange: (value: ChosenRun) => void
}

const hasTask = ({ task }: ChosenRun): boolean => task !== '' && task !== GIVEN

const useTaskOf = (chosen: ChosenRun) =>
  useQuery<TaskDetails>({ queryKey: taskKey(chosen.task), enabled: hasTask(chosen), staleTime: 0 })

const newest = (runs: readonly Run[]) => runs.toSorted((a, b) => b.attempt - a.attempt)

/** The run that is sent along: its id, null for none, undefined while it is not known yet. */
export function useChosenRun(chosen: ChosenRun): string | null | undefined {
  const { data, error } = useTaskOf(chosen)
  const { task, run } = chosen
  if (task === '') return null
  if (task === GIVEN || run) return run
  return data ? (newest(data.runs)[0]?.id ?? null) : error ? null : undefined
}

/** Attaches a run: of a task that was begun, the newest of its runs or another. */
export function RunChoice({ given, value, onChange }: RunChoiceProps) {
  const { t, i18n } = useTranslation('seats')
  const open = useFirstTasks().data?.tasks ?? []
  const done = useDoneTasks().query.data?.tasks ?? []
  const isOfTask = hasTask(value)
  const task = useTaskOf(value).data
  const recent = [...open, ...done]
    .filter(({ seat }) => seat !== null)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const isListed = !isOfTask || recent.some(({ id }) => id === value.task)
  const runs = newest(task?.runs ?? [])
  return (
    <>
      <Select
        label={t('support.task')}
        help={t('support.runHelp')}
        value={value.task}
        options={[
          { value: '', label: t('support.noTask') },
          ...(given && (value.task === GIVEN || !isOfTask) ? [{ value: GIVEN, label: t('support.thisRun') }] : []),
          ...(isListed ? [] : [{ value: value.task, label: task?.title ?? t('support.thisRun') }]),
          ...recent.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ target }) => onChange({ task: target.value, run: target.value === GIVEN ? given : '' })}
      />
      {task && runs.length === 0 && <p className="text-sm text-muted">{t('support.noRuns')}</p>}
      {runs.length > 1 && (
        <Select
          label={t('support.run')}
          value={value.run || runs[0]?.id}
          options={runs.map((run) => ({
            value: run.id,
            label: `${t('trace.attempt', { number: run.attempt })} · ${t(`trace.runs.${run.status}`)} · ${formatDate(run.startedAt, i18n.language)}`,
          }))}
          onChange={({ target }) => onChange({ ...value, run: target.value })}
        />
      )}
    </>
  )
}
