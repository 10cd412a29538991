import { playbook, textInput } from '@atrium/contract/playbook'
import { daysBetween } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { checkHeaders, headersIn } from './headers.ts'
import { linkDays, numberOf, REVIEW } from './questions.ts'
import { headers as headerSample } from './samples.ts'

/** Links that are ended in one run. */
const ENDED_MAX = 20

const Shared = z.object({
  id: z.string(),
  name: z.string(),
  hasPassword: z.boolean(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  uses: z.number(),
})
type Shared = z.infer<typeof Shared>

/** What is wrong with an open link; empty when nothing is. */
export function faultsOf(link: Shared, today: string, most: number): string[] {
  const age = daysBetween(link.createdAt.slice(0, 10), today)
  return [
    link.expiresAt === null
      ? 'never ends'
      : daysBetween(today, link.expiresAt.slice(0, 10)) > most
        ? `ends later than in ${most} days`
        : '',
    link.hasPassword ? '' : 'has no password',
    age > most ? `is ${age} days old` : '',
    age > 30 && link.uses === 0 ? 'was never used' : '',
  ].filter(Boolean)
}

const criteria = [
  'Every open share link is listed with what is wrong with it and the fix',
  'Every link that was to be ended is named, with what became of it',
  'The page’s headers were held against OWASP’s list',
]

export const reviewSettings = playbook({
  id: 'reviewSettings',
  title: 'Review share links and web headers',
  summary:
    'Reads the share links of your files (no end, no password, old, unused) and, when you paste the headers of your page, holds them against OWASP’s list, with the fix for each. Can end old links, each after your word.',
  examples: ['review settings', 'share links', 'what have we shared', 'security headers', 'check our headers'],
  input: z.object({
    headers: textInput('Headers of your page, as curl -I shows them (may stay empty)', 20_000).default(''),
    end: z.boolean().default(false).meta({ title: 'Propose to end links that are too old and have no password' }),
  }),
  uses: ['sync.shares', 'sync.unshare'],
  criteria,
  withoutModel: [],
  sample: { files: {}, input: { headers: headerSample, end: true } },
  async run(job, input) {
    const today = dayAt(job.now, job.timeZone)
    const most = numberOf(answerTo(job, linkDays), 90)
    const mayRead = await job.can('sync.shares')
    const read = mayRead ? (await job.read('sync.shares', {}, z.object({ shares: z.array(Shared) }))).shares : []
    const links = read
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > job.now.toISOString())
      .map((link) => ({
        link,
        faults: faultsOf(link, today, most),
        age: daysBetween(link.createdAt.slice(0, 10), today),
      }))
      .sort((a, b) => b.faults.length - a.faults.length || b.age - a.age)
    const wrong = links.filter(({ faults }) => faults.length > 0)
    const given = headersIn(input.headers)
    const checks = given.size > 0 ? checkHeaders(given) : []
    const failed = checks.filter(({ state }) => state === 'fail')
    const old = input.end ? links.filter(({ link, age }) => age > most && !link.hasPassword) : []
    const ended = await doEach(
      job,
      'sync.unshare',
      old.map(({ link, age }) => ({
        name: `End the link to “${link.name}”`,
        input: { id: link.id },
        why: `The link to “${link.name}” is ${age} days old and has no password; whoever has it can read the file.`,
      })),
      ENDED_MAX,
    )
    await job.note(
      `${counted(links.length, 'open link')}, ${wrong.length} with a fault; ${checks.length} checks of headers.`,
    )
    await job.deliver({
      title: 'Review of settings',
      summary: `${counted(links.length, 'open share link')}, ${wrong.length} with something to mend. ${checks.length > 0 ? `${failed.length} of ${counted(checks.length, 'header check')} failed.` : 'No headers were given.'}${ended.done.length > 0 ? ` ${counted(ended.done.length, 'link')} ended.` : ''}`,
      blocks: [
        textBlock(
          'What to mend first',
          [
            ...wrong
              .slice(0, 5)
              .map(
                ({ link, faults }) =>
                  `- The link to ${shownAs(link.name)} ${faults.join(', ')}: end it, or set a password and an end.`,
              ),
            ...failed.slice(0, 8).map(({ what, note }) => `- ${shownAs(what)}: no. ${shownAs(note)}`),
          ].join('\n') || 'Nothing was found to mend.',
        ),
        ...tableBlock(
          'Open share links',
          {
            name: 'File or folder',
            faults: 'What is wrong',
            fix: 'Fix',
            age: 'Days old',
            uses: 'Opened',
            password: 'Password',
            ends: 'Ends',
          },
          links.map(({ link, faults, age }) => ({
            name: link.name,
            faults: faults.join(', ') || 'nothing',
            fix: faults.length === 0 ? '' : age > most ? 'End it.' : 'Set a password and an end, or end it.',
            age,
            uses: link.uses,
            password: link.hasPassword ? 'yes' : 'no',
            ends: link.expiresAt?.slice(0, 10) ?? 'never',
          })),
        ),
        ...(checks.length > 0
          ? [
              {
                kind: 'checks' as const,
                title: 'Headers',
                checks: checks.map(({ what, state, note }) => ({ text: what, state, note })),
              },
            ]
          : []),
        ...doneBlock('Links ended', ended),
      ],
      sources: [
        ...(mayRead
          ? [{ kind: 'records' as const, name: 'Sync: share links', place: counted(read.length, 'link') }]
          : []),
        ...(given.size > 0
          ? [{ kind: 'answer' as const, name: 'Headers you pasted', place: counted(given.size, 'header') }]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        [
          links.length,
          mayRead ? links.filter(({ faults }) => faults === undefined).length : null,
          mayRead ? `${links.length} open of ${read.length}.` : 'This seat may not read share links.',
        ],
        [
          old.length,
          input.end ? old.length - ended.done.length - ended.not.length : null,
          input.end
            ? `${old.length} proposed, ${ended.done.length} ended, ${ended.not.length} not.`
            : 'None was to be ended.',
        ],
        checks.length > 0
          ? [
              checks.length,
              checks.filter(({ state }) => state === 'unknown').length,
              `${checks.length} checks, ${failed.length} failed.`,
            ]
          : [0, null, 'No headers were given.'],
      ),
      couldNot: sentences(
        REVIEW,
        !mayRead && 'Share links were not read: this seat may not, or Sync is not there.',
        given.size === 0 && 'Headers were not checked: paste what curl -I says of your page.',
        ...notDone('links', ended),
        'The page was not fetched: a seat sees only what you paste.',
      ),
    })
  },
})
