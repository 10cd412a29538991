import { addDays } from '@atrium/domain/dates/days'
import { addWorkingDays, workingDayFrom } from '@atrium/domain/dates/working-days'

export interface Step {
  /** Working days after the start; 0 is the first day. */
  after: number
  phase: 'Prepare' | 'Set up' | 'Train' | 'Use' | 'Review' | 'Own step'
  what: string
  by: 'us' | 'customer' | 'both'
  /** By what one sees that it is done. */
  done: string
}

export interface Customer {
  /** Number of people who will use it. */
  people: number
  hasData: boolean
  hasSignOn: boolean
}

/** Trainings hold so many people: in larger ones nobody asks. */
export const TRAINING_MAX = 12

/**
 * The steps of an onboarding, by what the customer brings. They lead to first value on its day: what comes after it (rollout to
 * all, reviews) stands behind it.
 *
 * @param valueDays working days until first value
 */
export function stepsFor({ people, hasData, hasSignOn }: Customer, value: string, valueDays: number): Step[] {
  const at = (share: number) => Math.max(0, Math.round(valueDays * share))
  const trainings = Math.max(1, Math.ceil(people / TRAINING_MAX))
  const steps: (Step | false)[] = [
    {
      after: 0,
      phase: 'Prepare',
      what: 'Hand-over from sales: goal, promises, people, dates',
      by: 'us',
      done: 'Goal and promises are written down',
    },
    {
      after: 1,
      phase: 'Prepare',
      what: 'Kick-off meeting: goal, people, dates, who decides',
      by: 'both',
      done: 'The customer has agreed to goal and dates',
    },
    {
      after: at(0.2),
      phase: 'Set up',
      what: 'Account, roles and permissions',
      by: 'us',
      done: 'Two administrators have signed in',
    },
    hasSignOn && {
      after: at(0.4),
      phase: 'Set up',
      what: 'Single sign-on with the customer’s IT',
      by: 'both',
      done: 'A user has signed in through it',
    },
    hasData && {
      after: at(0.3),
      phase: 'Set up',
      what: 'Data to import is delivered',
      by: 'customer',
      done: 'The file is there and readable',
    },
    hasData && {
      after: at(0.5),
      phase: 'Set up',
      what: 'Import, and check of 20 rows together',
      by: 'both',
      done: 'The customer has signed off the sample',
    },
    {
      after: at(0.6),
      phase: 'Train',
      what: 'Training of the administrators',
      by: 'us',
      done: 'They did each main step themselves',
    },
    {
      after: at(0.8),
      phase: 'Train',
      what: trainings > 1 ? `First of ${trainings} trainings for users` : 'Training of the users',
      by: 'us',
      done: 'Everybody invited was there, or has a new day',
    },
    {
      after: valueDays,
      phase: 'Use',
      what: `First value: ${value}`,
      by: 'customer',
      done: 'The customer says so, with the figure',
    },
    trainings > 1 && {
      after: valueDays + Math.min(20, trainings * 2),
      phase: 'Train',
      what: `The other ${trainings - 1} trainings`,
      by: 'us',
      done: 'Everybody invited was there',
    },
    {
      after: valueDays + 5,
      phase: 'Use',
      what: 'Go through what is not used, and why',
      by: 'both',
      done: 'Half of the people use it each week',
    },
  ]
  return steps.filter((step): step is Step => step !== false).sort((a, b) => a.after - b.after)
}

/** Lines such as `day 3: Import employees (customer)`; also answers those that could not be read. */
export function ownSteps(text: string): { steps: Step[]; unread: string[] } {
  const steps: Step[] = []
  const unread: string[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, day, what = ''] = /^(?:day|tag|d)?\s*(\d{1,3})\s*[:.)–-]\s*(.+)$/i.exec(line) ?? []
    if (!day) {
      unread.push(line)
      continue
    }
    const by = /\((us|customer|both)\)\s*$/i.exec(what)?.[1]?.toLowerCase() as Step['by'] | undefined
    steps.push({
      after: Number(day),
      phase: 'Own step',
      what: what.replace(/\s*\((?:us|customer|both)\)\s*$/i, ''),
      by: by ?? 'us',
      done: '',
    })
  }
  return { steps, unread }
}

export interface Dated extends Step {
  day: string
}

/** Steps on working days, and the reviews 30, 60 and 90 calendar days after the start. */
export function dated(steps: readonly Step[], startOn: string): Dated[] {
  const start = workingDayFrom(startOn)
  const reviews: Dated[] = [30, 60, 90].map((days) => ({
    after: days,
    phase: 'Review',
    what: `Review after ${days} days: goal, use, open points`,
    by: 'both',
    done: 'Goal and figures are written down, with the next goal',
    day: workingDayFrom(addDays(start, days)),
  }))
  return [...steps.map((step) => ({ ...step, day: addWorkingDays(start, step.after) })), ...reviews].sort((a, b) =>
    a.day.localeCompare(b.day),
  )
}
