import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { cutTo } from '../kit/telling.ts'
import { checkPost, flagsIn, mended } from './job-post-checks.ts'
import { QUESTIONS } from './questions.ts'
import { POST } from './samples.ts'

const CRITERIA = [
  'Pay, place, hours, contract and the way to apply are in the post, or named as missing.',
  'Words that speak of age, origin or gender are named by their line, with other words.',
  'The post that is handed in says nothing that you did not give.',
] as const

const input = z.object({
  draft: textInput('A draft to check; without one a post is written of what follows', 20_000).optional(),
  file: fileInput('… or the draft as a file', '.md,.txt,.pdf,.docx,.html').optional(),
  role: lineInput('Role', 120).optional(),
  tasks: textInput('Tasks, one a line', 3_000).optional(),
  musts: textInput('What somebody needs for it, one a line', 3_000).optional(),
  pluses: textInput('What is nice to have, one a line', 3_000).optional(),
  pay: lineInput('Pay, as a range', 120).optional(),
  place: lineInput('Place, and how much from home', 120).optional(),
  hours: lineInput('Hours and contract: “full time, permanent”', 120).optional(),
})
type Given = z.output<typeof input>

const lines = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((one) => one.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean)

function written(given: Given, answers: Record<string, string>): string {
  const list = (title: string, items: readonly string[]) =>
    items.length > 0 ? [`## ${title}`, items.map((item) => `- ${item}`).join('\n')] : []
  const facts = [
    given.place ? `**Place**: ${given.place}` : '',
    given.hours ? `**Hours and contract**: ${given.hours}` : '',
    given.pay ? `**Pay**: ${given.pay}` : '',
  ].filter(Boolean)
  return [
    `# ${given.role}`,
    answers.company ?? '',
    ...(facts.length > 0 ? [facts.join('  \n')] : []),
    ...list('What you do', lines(given.tasks)),
    ...list('What you need', lines(given.musts)),
    ...list('Nice to have, not needed', lines(given.pluses)),
    '## How to apply',
    `${answers.apply ?? ''} You hear from us within ${answers.waiting} days, whatever the answer is. If we can make the way to us easier for you, tell us.`,
  ].join('\n\n')
}

async function run(job: Job, given: Given): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const file = given.file ? await job.file(given.file) : null
  const draft = (file?.text ?? given.draft ?? '').trim().slice(0, 50_000)
  if (draft === '' && !given.role?.trim())
    throw new AppError('bad_request', 'Give a draft of the post, or at least the role and its tasks.')
  const isWritten = draft === ''
  const before = isWritten ? written(given, answers) : draft
  const flags = flagsIn(before)
  const post = mended(before)
  const swapped = flags.filter(({ isSwapped }) => isSwapped).length
  const checks = checkPost(post)
  const failed = checks.filter(({ state }) => state === 'fail')
  const facts = checks.slice(0, 5)
  const composed = isWritten
    ? await job.compose({
        purpose: 'A job post',
        instructions:
          'Word this job post better: warm, plain, in the same language and structure. Add no demand, benefit, figure or fact. Keep pay, place, hours and the way to apply. Answer with the post in Markdown.',
        data: post,
        maxWords: 600,
      })
    : null
  await job.deliver({
    title: `Job post: ${cutTo(given.role?.trim() || /^#?\s*(.+)$/m.exec(before)?.[1]?.trim() || 'draft', 100)}`,
    summary: `${checks.length - failed.length} of ${checks.length} checks are passed; ${counted(flags.length, 'phrase')} to be written differently, ${swapped} of them done. ${failed.length > 0 ? `Missing or to be mended: ${failed.map(({ text }) => text.toLowerCase()).join(', ')}.` : 'It can be published when a person has read it.'}`,
    blocks: [
      textBlock(isWritten ? 'The post' : 'The post, with other words where they were needed', composed?.trim() || post),
      { kind: 'checks', title: 'Checks', checks },
      ...tableBlock(
        'Write differently',
        { line: 'Line', words: 'Says', why: 'Which', instead: 'Instead', done: 'Done' },
        flags.map(({ line, words, why, instead, isSwapped }) => ({
          line,
          words,
          why,
          instead,
          done: isSwapped ? 'yes' : 'for you',
        })),
      ),
    ],
    sources: file
      ? [{ kind: 'file', name: file.name, place: `${before.split('\n').length} lines` }]
      : [
          {
            kind: 'answer',
            name: isWritten ? 'What you gave for this task, and when this seat was hired' : 'Your draft',
            place: `${before.split('\n').length} lines`,
          },
        ],
    evidence: evidenceFor(
      CRITERIA,
      [true, facts.map(({ text, state }) => `${text}: ${state === 'pass' ? 'yes' : 'missing'}`).join('; ')],
      [
        flags.every(({ instead }) => instead !== ''),
        `${counted(flags.length, 'phrase')} found: ${swapped} exchanged, ${flags.length - swapped} for you to write.`,
      ],
      [
        composed ? null : true,
        composed
          ? 'A model worded it: compare it with what you gave.'
          : 'It is put together of your words; phrases were exchanged as the table says.',
      ],
    ),
    couldNot: sentences(
      'What has to be in a post by law differs by country: somebody who knows yours should look at it once.',
      composed === null && 'Without a model the post is put together and not worded anew.',
      'The lists of words and Flesch’s formula are English: of a post in another language they say little.',
    ),
  })
}

export const prepareJobPost = playbook({
  id: 'prepareJobPost',
  title: 'Write or check a job post',
  summary:
    'Writes a post of role, tasks and pay, or checks a draft: what is missing, what leaves people out, and other words for it.',
  says: ['job post', 'job ad', 'vacancy', 'write a job post', 'check the job ad', 'job description'],
  input,
  uses: [],
  criteria: CRITERIA,
  withoutModel: ['The post is put together of what you give and not worded anew.'],
  sample: { files: { 'post.md': POST }, input: { file: 'file:post.md' } },
  run,
})
