import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { addDays } from '../kit/days.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { dayOf, readTable } from '../kit/table.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, cutTo, shownAs } from '../kit/telling.ts'
import { countNoted, measuredRow, readDiary } from './diary.ts'
import { medicinesIn } from './medicines.ts'
import { emergency, project, REVIEW, support } from './questions.ts'
import { diary as diarySample, medicines as medicineSample } from './samples.ts'
import { urgentIn } from './urgent-words.ts'
import { questionsFor } from './visit-questions.ts'

const criteria = [
  'Questions for the visit come from what the person wrote',
  'Symptoms and measurements are counted with their days, and not interpreted',
  'The list of medicines says of each what is missing',
  'Words that may be urgent stand first',
]

export const prepareVisit = playbook({
  id: 'prepareVisit',
  title: 'Prepare a visit to the doctor',
  summary:
    'From your reason, diary and medicines: one sheet with what you noted and when, measurements as numbers, a complete list of medicines, and questions to ask. No diagnosis.',
  says: [
    'prepare a visit',
    'doctor appointment',
    'questions for the doctor',
    'symptom diary',
    'what shall i ask the doctor',
  ],
  input: z.object({
    reason: textInput('Why you go, in your own words', 5_000).default(''),
    with: lineInput('With whom', 200).default(''),
    day: z.iso.date('That is no day of the calendar.').optional().meta({ title: 'Day of the visit' }),
    diary: fileInput('Your diary (CSV with a day)', '.csv,.tsv,.txt').optional(),
    medicines: textInput('Your medicines, one a line', 10_000).default(''),
    questions: textInput('What you want to ask, one a line', 5_000).default(''),
    tasks: z.boolean().default(true).meta({ title: 'Put the preparation into the Task Inbox' }),
  }),
  uses: [TASK_LIST],
  criteria,
  withoutModel: ['Your reason in three clear sentences'],
  sample: {
    files: { 'diary.csv': diarySample },
    input: {
      reason: 'Headaches that come back since January, mostly after work, and I sleep badly.',
      with: 'Dr. Weber, general practice',
      day: '2026-03-24',
      diary: 'file:diary.csv',
      medicines: medicineSample,
      questions: 'Can I go on with running?\nDo I need glasses?',
    },
  },
  async run(job, input) {
    const file = input.diary ? await job.file(input.diary) : null
    const read = file ? readDiary(readTable(file)) : null
    const noted = countNoted(read?.noted ?? [])
    const medicines = medicinesIn(input.medicines)
    const own = input.questions
      .split(/\r?\n/)
      .map((one) => one.trim())
      .filter(Boolean)
      .slice(0, 30)
    if (!input.reason.trim() && !read && medicines.length === 0 && own.length === 0)
      throw new AppError('bad_request', 'Say why you go, or give your diary, your medicines or your questions.')
    const said = [
      input.reason,
      input.questions,
      ...(read?.noted ?? []).map(({ what, note }) => `${what}. ${note}`),
    ].join('\n')
    const urgent = urgentIn(said)
    const questions = questionsFor(own, noted, medicines)
    const incomplete = medicines.filter(({ missing, twice }) => missing.length > 0 || twice !== null)
    const today = dayOf(job.now, job.timeZone)
    const shorter = input.reason.trim()
      ? await job.compose({
          purpose: 'The reason for a visit to the doctor, to be said at its beginning',
          instructions: 'Say it in at most three sentences, first person, only what is there. No diagnosis, no advice.',
          data: input.reason,
          maxWords: 70,
        })
      : null
    const readyBy = input.day && input.day > today ? [addDays(input.day, -1), today].sort().at(-1) : undefined
    const needs = answerTo(job, support)
    const steps = [
      'Print or save the sheet for the visit',
      medicines.length > 0
        ? 'Lay out the packages of all medicines'
        : 'Write down all medicines, with dose and how often',
      'Lay out the insurance card and earlier letters and results',
      needs ? `Ask the practice for: ${needs}` : '',
    ].filter(Boolean)
    const put =
      input.tasks && readyBy
        ? await putTasks(
            job,
            steps.map((title) => ({
              title: `${title} (visit on ${input.day})`,
              due: readyBy,
              project: answerTo(job, project),
            })),
            `The visit on ${input.day} shall be prepared the day before.`,
          )
        : null
    await job.note(
      `${counted(noted.length, 'symptom')} noted, ${counted(medicines.length, 'medicine')}, ${counted(questions.length, 'question')}.`,
    )
    await job.deliver({
      title: `Sheet for the visit${input.with ? `: ${cutTo(input.with, 100)}` : ''}${input.day ? `, ${input.day}` : ''}`,
      summary: `${urgent.length > 0 ? `Your words name something that may be urgent (${urgent.map(({ kind }) => kind).join(', ')}): if it is happening now, call ${answerTo(job, emergency)}. ` : ''}${counted(questions.length, 'question')}, ${counted(noted.length, 'symptom')} from ${counted(read?.noted.length ?? 0, 'entry', 'entries')} of the diary, ${counted(medicines.length, 'medicine')} of which ${incomplete.length} are incomplete or doubled. It is no diagnosis.`,
      blocks: [
        ...(urgent.length > 0
          ? [
              textBlock(
                'First of all',
                `Your own words name ${urgent.map(({ kind, words }) => `${kind} (“${shownAs(words)}”)`).join(', ')}. **If this is happening now or has just begun, do not wait for the visit: call ${shownAs(answerTo(job, emergency))}.** A seat cannot judge whether it is urgent.`,
              ),
            ]
          : []),
        textBlock(
          'What I want to say first',
          shorter ??
            (input.reason.trim()
              ? shownAs(input.reason, 5_000)
              : 'You gave no reason: write down in one sentence why you go.'),
        ),
        ...tableBlock(
          'Questions',
          { at: 'No.', question: 'Question', answer: 'Answer', from: 'Comes from' },
          questions.map((one, at) => ({ at: at + 1, ...one, answer: '' })),
        ),
        ...tableBlock(
          'What I noted',
          {
            what: 'In my words',
            times: 'Times',
            days: 'Days',
            first: 'First',
            last: 'Last',
            middle: 'Strength, middle',
            strongest: 'Strongest',
            notes: 'Notes',
            lines: 'Lines',
          },
          noted.map((one) => ({ ...one, notes: one.notes.join('; '), lines: linesOf(one.lines) })),
        ),
        ...tableBlock(
          'What I measured',
          {
            name: 'What',
            count: 'Times',
            first: 'First',
            last: 'Last',
            smallest: 'Smallest',
            middle: 'Middle',
            largest: 'Largest',
          },
          (read?.measured ?? []).map(measuredRow),
        ),
        ...tableBlock(
          'My medicines',
          { name: 'Medicine', dose: 'Dose', often: 'How often', missing: 'To be asked', text: 'As I wrote it' },
          medicines.map(({ name, dose, often, missing, twice, text }) => ({
            name,
            dose,
            often,
            missing: [...missing, twice === null ? '' : `also in line ${twice}`].filter(Boolean).join(', '),
            text,
          })),
        ),
        textBlock(
          'To bring',
          [
            ...steps.map((step) => `- ${shownAs(step)}`),
            '- At the end, say in your own words what was agreed, and ask when to come back.',
          ].join('\n'),
        ),
      ],
      sources: [
        ...(file
          ? [{ kind: 'file' as const, name: file.name, place: counted(read?.noted.length ?? 0, 'entry', 'entries') }]
          : []),
        { kind: 'answer', name: 'What you wrote: reason, medicines and questions' },
      ],
      evidence: evidenceFor(
        criteria,
        [true, `${own.length} your own, ${questions.length - own.length - 3} from diary and medicines, 3 of Ask Me 3.`],
        read
          ? [
              true,
              `${counted(noted.length, 'symptom')} and ${counted(read.measured.length, 'measurement')}, each with its days.`,
            ]
          : [null, 'No diary was given.'],
        medicines.length > 0
          ? [true, `${incomplete.length} of ${medicines.length} have something to be asked.`]
          : [null, 'No medicines were given.'],
        [
          true,
          urgent.length > 0
            ? urgent.map(({ kind }) => kind).join(', ')
            : 'None of the words looked for was found, which says nothing of how urgent it is.',
        ],
      ),
      couldNot: sentences(
        REVIEW,
        read && read.undated.length > 0 && `Left out of the diary, no day that can be read: ${linesOf(read.undated)}.`,
        read && read.odd.length > 0 && `Strength left out, not from 0 to 10: ${linesOf(read.odd)}.`,
        put && !put.isDone && put.sentence,
        !shorter && 'Your reason is shown as you wrote it: to say it shorter needs a model.',
        'Whether medicines go together was not looked at, nor whether a measured value is good or bad.',
      ),
    })
  },
})
