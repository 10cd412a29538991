import type { Job, Question } from '@atrium/contract/playbook'
import { answerTo } from './telling.ts'

/** All answers of the onboarding, by the questions' keys. */
export const answersOf = <Q extends readonly Question[]>(
  job: Pick<Job, 'seat'>,
  questions: Q,
): Record<string, string> => Object.fromEntries(questions.map((question) => [question.key, answerTo(job, question)]))

/** `Retail, e-commerce and banking` as three words in lower case; `any`, `all` and `none` mean none. */
export const listIn = (answer: string): string[] =>
  answer
    .split(/[,;\n/]|\s(?:and|or|und|oder|et|ou|y|o)\s/iu)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '' && !['any', 'all', 'none', '-'].includes(one))
