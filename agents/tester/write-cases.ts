import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { isCut } from '../kit/cut-text.ts'
import { counted } from '../kit/doing.ts'
import { groupedBy } from '../kit/statistics.ts'
import { answerTo, cutTo, shownAs } from '../kit/telling.ts'
import { casesOf } from './case-design.ts'
import { environment } from './questions.ts'
import { specification } from './samples.ts'
import { REQUIREMENTS_MAX, requirementsIn } from './specification.ts'

const criteria = [
  'Every requirement of the text has at least one case',
  'Every limit has a value inside and one outside',
  'Every case names its requirement, its line and what is expected',
  'Requirements that cannot be tested as written are named with the reason',
]

export const writeCases = playbook({
  id: 'writeCases',
  title: 'Write test cases from a specification',
  summary:
    'Finds the requirements in a text and derives cases by boundary values, partitions, decisions and negatives, with the table that traces each case to its line, and the questions to ask before testing.',
  says: [
    'write test cases',
    'cases from the specification',
    'test plan from requirements',
    'derive tests',
    'boundary values',
  ],
  input: z.object({
    file: fileInput('The specification', '.txt,.md,.pdf,.docx').optional(),
    text: textInput('Or its text', 50_000).default(''),
  }),
  uses: [],
  criteria,
  withoutModel: ['Steps and data in the words of your product: cases say what is given and what is expected'],
  sample: { files: { 'sign-up.md': specification }, input: { file: 'file:sign-up.md' } },
  async run(job, input) {
    const file = input.file ? await job.file(input.file) : null
    const text = [file?.text ?? '', input.text].filter((one) => one.trim()).join('\n')
    if (!text.trim()) throw new AppError('bad_request', 'Give a specification: a file, or its text.')
    const requirements = requirementsIn(text)
    if (requirements.length === 0)
      throw new AppError(
        'bad_request',
        'No sentence of it says what must, shall, should, may or can be. Give the text with the requirements.',
      )
    const cases = casesOf(requirements)
    const smelly = requirements.filter(({ smells }) => smells.length > 0)
    const techniques = [...groupedBy(cases, ({ technique }) => technique)].map(([name, all]) => `${all.length} ${name}`)
    const of = groupedBy(cases, ({ requirement }) => requirement)
    const name = file?.name ?? 'your text'
    await job.note(`${counted(requirements.length, 'requirement')}, ${counted(cases.length, 'case')}.`)
    const steps = await job.compose({
      purpose: 'Test charter',
      instructions:
        'From these requirements, name the three riskiest areas and how to explore them, in plain sentences.',
      data: requirements
        .map(({ id, text: said }) => `${id}: ${said}`)
        .join('\n')
        .slice(0, 12_000),
      maxWords: 200,
    })
    await job.deliver({
      title: `Test cases for ${name}`,
      summary: `${counted(requirements.length, 'requirement')} give ${counted(cases.length, 'case')} (${techniques.join(', ')}). ${counted(smelly.length, 'requirement')} should be made clearer before testing.`,
      blocks: [
        ...tableBlock(
          'Cases',
          {
            id: 'Case',
            requirement: 'Requirement',
            technique: 'Technique',
            when: 'Given or done',
            expected: 'Expected',
            result: 'Result',
            line: 'Line',
          },
          cases.map((one) => ({ ...one, result: '' })),
        ),
        ...tableBlock(
          'Traceability',
          {
            id: 'Requirement',
            strength: 'Strength',
            text: 'Says',
            cases: 'Cases',
            smells: 'To be made clearer',
            line: 'Line',
          },
          requirements.map(({ id, strength, text: said, smells, line }) => ({
            id,
            strength,
            text: said,
            cases: of.get(id)?.length ?? 0,
            smells: smells.join('; '),
            line,
          })),
        ),
        textBlock(
          'To ask before testing',
          smelly.length > 0
            ? smelly
                .slice(0, 40)
                .map(
                  ({ id, line, smells, text: said }) =>
                    `- **${shownAs(id)}** (line ${line}): ${shownAs(smells.join('; '))}. “${shownAs(cutTo(said, 160))}”`,
                )
                .join('\n')
            : 'No requirement has a word that stands in the way of testing it.',
        ),
        textBlock('Where to run them', shownAs(answerTo(job, environment), 1_000)),
        ...(steps ? [textBlock('Where to explore first', steps)] : []),
      ],
      sources: [{ kind: file ? 'file' : 'answer', name, place: `${counted(text.split('\n').length, 'line')}` }],
      evidence: evidenceFor(
        criteria,
        [
          requirements.every(({ id }) => (of.get(id)?.length ?? 0) > 0),
          `${of.size} of ${requirements.length} requirements have cases.`,
        ],
        [true, `${cases.filter(({ technique }) => technique === 'boundary value').length} boundary values.`],
        [true, 'Columns “Requirement”, “Line” and “Expected”.'],
        [true, `${smelly.length} named.`],
      ),
      couldNot: sentences(
        'The cases were not run: a person or a test runner does, and “Read test results” reads what came of it.',
        !steps && 'Steps in the words of your product, and where to explore first, need a model.',
        file && isCut(file.text) && 'Only the beginning of the file was read: its text is longer than 1 MB.',
        requirements.length >= REQUIREMENTS_MAX && `Only the first ${REQUIREMENTS_MAX} requirements were read.`,
        'Requirements in pictures and tables were not read; limits are found in English sentences.',
      ),
    })
  },
})
