import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { cameOn, dueOn, type TaskRecord } from '../kit/task-records.ts'

export interface Decision {
  severity: 'high' | 'medium' | 'low'
  what: string
  owner: string
  options: string
  where: string
}

export interface ProjectState {
  project: string
  owner: string
  open: number
  overdue: number
  undated: number
  doneLately: number
  lastDone: string | null
  oldest: number
}

const NO_PROJECT = 'no project'
const projectOf = ({ project }: TaskRecord) => project ?? NO_PROJECT

/** Open tasks by project, with what was finished in the last `days`. */
export function projectStates(
  open: readonly TaskRecord[],
  done: readonly TaskRecord[],
  owners: ReadonlyMap<string, string>,
  today: string,
  days: number,
): ProjectState[] {
  return [...Map.groupBy(open, projectOf)]
    .map(([project, tasks]) => {
      const finished = done
        .filter((one) => projectOf(one) === project)
        .flatMap(({ doneAt }) => doneAt?.slice(0, 10) ?? [])
        .sort()
      return {
        project,
        owner: owners.get(project.toLowerCase()) ?? '',
        open: tasks.length,
        overdue: tasks.filter((one) => (dueOn(one) ?? '9') < today).length,
        undated: tasks.filter((one) => dueOn(one) === null).length,
        doneLately: finished.filter((day) => day > addDays(today, -days)).length,
        lastDone: finished.at(-1) ?? null,
        oldest: Math.max(0, ...tasks.map((one) => daysBetween(cameOn(one), today))),
      }
    })
    .sort((a, b) => b.overdue - a.overdue || b.open - a.open)
}

const FOUR = 'Do it now, give it to somebody, set a new day, or drop it.'

/** What of the tasks and projects a person has to decide; the gravest first. */
export function decisionsOf(
  open: readonly TaskRecord[],
  projects: readonly ProjectState[],
  owners: ReadonlyMap<string, string>,
  today: string,
  staleDays: number,
): Decision[] {
  const ownerOf = (project: string | null) => (project ? (owners.get(project.toLowerCase()) ?? '') : '')
  const late = open.flatMap((task): Decision[] => {
    const due = dueOn(task)
    if (due === null || due >= today) return []
    const days = daysBetween(due, today)
    return [
      {
        severity: days > 30 || task.priority === 'A' ? 'high' : days > 7 ? 'medium' : 'low',
        what: `“${task.title.slice(0, 160)}” is ${days} days overdue.`,
        owner: ownerOf(task.project),
        options: FOUR,
        where: `task due ${due}`,
      },
    ]
  })
  const undated = open
    .filter((task) => task.priority === 'A' && dueOn(task) === null)
    .map(
      (task): Decision => ({
        severity: 'medium',
        what: `“${task.title.slice(0, 160)}” is most important and has no day.`,
        owner: ownerOf(task.project),
        options: 'Give it a day, or less importance.',
        where: cameOn(task) <= today ? `task since ${cameOn(task)}` : 'task',
      }),
    )
  const still = projects
    .filter(({ project, doneLately, oldest }) => project !== NO_PROJECT && doneLately === 0 && oldest > staleDays)
    .map(
      ({ project, owner, open: count, lastDone }): Decision => ({
        severity: 'medium',
        what: `Project “${project}” stands still: ${count} open, ${lastDone ? `last finished ${lastDone}` : 'nothing finished yet'}.`,
        owner,
        options: 'Name the next step and who takes it, pause it, or end it.',
        where: `project ${project}`,
      }),
    )
  const ownerless = projects
    .filter(({ project, owner }) => project !== NO_PROJECT && owner === '')
    .map(
      ({ project, open: count }): Decision => ({
        severity: 'low',
        what: `Project “${project}” with ${count} open has no owner.`,
        owner: '',
        options: 'Name one owner.',
        where: `project ${project}`,
      }),
    )
  const order = { high: 0, medium: 1, low: 2 }
  return [...late, ...undated, ...still, ...ownerless].sort((a, b) => order[a.severity] - order[b.severity])
}

/** Tasks finished a week, over so many weeks before today. */
export const throughput = (done: readonly TaskRecord[], today: string, weeks: number): number =>
  done.filter(({ doneAt }) => doneAt !== null && doneAt.slice(0, 10) > addDays(today, -7 * weeks)).length / weeks

/** The last day of the seven from today on. */
export const weekAhead = (today: string): string => addDays(today, 6)
