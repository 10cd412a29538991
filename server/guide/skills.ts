import { act } from './act.ts'
import { arithmetic } from './arithmetic.ts'
import { beyond } from './beyond.ts'
import { dice } from './dice.ts'
import { documents } from './documents.ts'
import { drafts } from './drafts.ts'
import { find } from './find.ts'
import { own } from './own.ts'
import type { Skill } from './skill.ts'
import { talk } from './talk.ts'
import { textJobs } from './text-jobs.ts'
import { thread } from './thread.ts'
import { timeValues } from './time-values.ts'
import { units } from './units.ts'

/** Every skill; at equal confidence the earlier one answers. */
export const skills: readonly Skill[] = [
  act,
  textJobs,
  own,
  talk,
  dice,
  timeValues,
  documents,
  thread,
  units,
  arithmetic,
  find,
  drafts,
  beyond,
]
