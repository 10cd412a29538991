import type { Candidate } from './candidates.ts'

/** What a person has to do next, by the stage that was reached. */
export const NEXT: Readonly<Record<number, string>> = {
  0: 'Read the application and decide on a first talk',
  1: 'Decide after the first talk, and invite or decline',
  2: 'Bring the ratings of the interview together',
  3: 'Decide after the second interview',
  4: 'Ask for the answer to the offer',
}

/** A word to somebody who waits: it promises nothing and says nothing of the decision. */
export function waitingMessage({ name, role }: Pick<Candidate, 'name' | 'role'>, sender: string): string {
  const first = name.split(' ')[0] ?? ''
  const as = /^[\p{L}\p{M}\p{N}/&(). -]{2,60}$/u.test(role) && role !== 'no role' ? ` as ${role}` : ''
  return [
    /^[\p{L}\p{M}’'-]{2,30}$/u.test(first) ? `Hello ${first},` : 'Hello,',
    `your application${as} is with us, and you should have heard from us earlier. We are sorry that it takes so long.`,
    'Is your interest the same? We will tell you what comes next as soon as it is decided.',
    `Kind regards\n${sender}`,
  ].join('\n\n')
}
