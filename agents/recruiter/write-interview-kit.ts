import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { cutTo, itemsIn, shownAs } from '../kit/telling.ts'
import { chooseCompetencies, MOST } from './competencies.ts'

const CRITERIA = [
  'Every applicant is asked the same questions in the same order.',
  'Each question has a scale with what a 1, a 3 and a 5 look like.',
  'The interview fits into its time.',
  'A person decides: the sheet adds nothing up to a yes or no.',
] as const

const input = z.object({
  role: lineInput('Role', 120).min(2, 'Say for which role.'),
  competencies: textInput('What it takes, by lines or commas (chosen by role and post when empty)', 1_000).optional(),
  post: fileInput('Job post', '.md,.txt,.pdf,.docx,.html').optional(),
  minutes: z.number().int().min(20).max(180).default(60).meta({ title: 'Minutes' }),
})

/** Minutes for welcome, and for the applicant's questions and the end. */
const AROUND = { welcome: 5, questions: 10 }
/** A question with its probes and the notes on it. */
const EACH = 8

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const post = given.post ? (await job.file(given.post)).text.slice(0, 50_000) : ''
  const wanted = itemsIn(given.competencies ?? '').map((one) => one.slice(0, 80))
  const { chosen, plain } = chooseCompetencies(wanted, given.role, post)
  const room = Math.max(1, Math.floor((given.minutes - AROUND.welcome - AROUND.questions) / EACH))
  // One question of each first, then the second ones, as far as the time goes.
  const order = [0, 1]
    .flatMap((turn) => chosen.map((one) => ({ one, question: one.questions[turn] ?? '' })))
    .slice(0, room)
  const asked = chosen.flatMap((one) => order.filter((entry) => entry.one === one))
  const used = AROUND.welcome + asked.length * EACH + AROUND.questions
  const left = chosen.filter((one) => !asked.some((entry) => entry.one === one))
  const role = shownAs(given.role, 120)
  const sheet = [
    `**${role}**, ${given.minutes} minutes. Two people ask and rate, each alone, before they talk about it.`,
    '',
    `1. **Welcome (${AROUND.welcome} min)**: who we are, how the talk goes, that we take notes, and when they will hear from us.`,
    ...asked.map(
      ({ one, question }, at) =>
        `${at + 2}. **${shownAs(one.name)} (${EACH} min)**: ${shownAs(question, 500)}\n${question === one.questions[0] ? '   - What was the situation, what was your task, what did you do, what came of it?\n' : ''}${one.probes.map((probe) => `   - ${probe}`).join('\n')}`,
    ),
    `${asked.length + 2}. **Their questions (${AROUND.questions} min)**, and what happens next, with a day.`,
  ]
  await job.deliver({
    title: `Structured interview: ${cutTo(given.role, 100)}`,
    summary: `${counted(asked.length, 'question')} on ${counted(chosen.length - left.length, 'competency', 'competencies')} for ${used} of ${given.minutes} minutes, with a scale for each and a sheet to rate. A person decides.`,
    blocks: [
      textBlock('The interview', sheet.join('\n')),
      ...tableBlock(
        'Scale',
        { competency: 'Competency', one: '1: not enough', three: '3: good', five: '5: very good' },
        chosen
          .filter((one) => !left.includes(one))
          .map(({ name, anchors: [one, three, five] }) => ({ competency: name, one, three, five })),
      ),
      ...tableBlock(
        'Sheet of one applicant (copy it for each)',
        {
          number: 'Question',
          competency: 'Competency',
          heard: 'What was said (words, not judgements)',
          rating: 'Rating 1–5',
        },
        asked.map(({ one }, at) => ({ number: at + 1, competency: one.name, heard: '', rating: '' })),
      ),
      {
        kind: 'checks',
        title: 'Never ask',
        checks: [
          'Age, date of birth, family, pregnancy or plans for children',
          'Origin, nationality, mother tongue (ask for the language skill that the work needs)',
          'Religion, party, union',
          'Illness or disability (ask: “Is there something that we should prepare for you?”)',
          'Pay in the last job (in many places it is forbidden)',
        ].map((text) => ({
          text,
          state: asked.some(({ question }) =>
            /\b(?:age|born|married|children|religion|nationality|union|ill|salary)\b/i.test(question),
          )
            ? ('unknown' as const)
            : ('pass' as const),
          note: 'No question of the sheet asks for it.',
        })),
      },
    ],
    sources: [
      { kind: 'answer', name: 'What you gave for this task', place: given.role },
      ...(post ? [{ kind: 'file' as const, name: 'Job post', place: `${post.split(/\s+/).length} words` }] : []),
    ],
    evidence: evidenceFor(
      CRITERIA,
      [asked.length > 0, `${counted(asked.length, 'question')} with fixed words and order.`],
      [
        chosen.every(({ anchors }) => anchors.length === 3),
        `${counted(chosen.length - left.length, 'scale')} with three anchors each.`,
      ],
      [
        used <= given.minutes,
        `${AROUND.welcome} + ${asked.length} × ${EACH} + ${AROUND.questions} = ${used} of ${given.minutes} minutes.`,
      ],
      [true, 'The sheet has ratings and words alone; there is no sum and no cut-off.'],
    ),
    couldNot: sentences(
      'Which competencies the work needs, somebody who knows the work has to confirm before the first talk.',
      'What may be asked differs by country: a lawyer should look at it once.',
      plain.length > 0 && `Asked in general words, because the list has no questions for them: ${plain.join(', ')}.`,
      left.length > 0 && `No time for: ${left.map(({ name }) => name).join(', ')}.`,
      wanted.length > MOST &&
        `More than ${MOST} competencies cannot be rated in one talk: left out ${wanted.slice(MOST).join(', ')}.`,
      'Without a model the questions are of a list and not written for this role.',
    ),
  })
}

export const writeInterviewKit = playbook({
  id: 'writeInterviewKit',
  title: 'Write a structured interview',
  summary:
    'Questions, probes and anchored scales for a role, within the time, with a sheet to rate and what may never be asked.',
  says: ['interview', 'interview questions', 'structured interview', 'scorecard', 'interview kit', 'competencies'],
  input,
  uses: [],
  criteria: CRITERIA,
  withoutModel: ['The questions are of a list and not written for the role.'],
  sample: {
    files: {},
    input: { role: 'Shift planner', competencies: 'Planning, Teamwork, Care and accuracy, Labour law', minutes: 60 },
  },
  run,
})
