import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { factsIn, fieldsIn, fill } from './form-fields.ts'
import { REVIEW } from './questions.ts'
import { form as formSample, ownFacts } from './samples.ts'

const criteria = [
  'Every field of the form is filled, missing or the person’s alone',
  'Nothing is filled in that the person did not give for that field',
  'Signatures and consents are left to the person',
]

export const fillForm = playbook({
  id: 'fillForm',
  title: 'Fill a form from what you give',
  summary:
    'Finds the fields of a form, fills in what you gave word for word, and lists what is missing and what only you may sign.',
  says: ['fill the form', 'patient form', 'registration form', 'what is missing on the form'],
  input: z.object({
    form: fileInput('The form', '.pdf,.docx,.txt,.md'),
    facts: textInput('What you give, one a line: “Date of birth: 4 May 1980”', 20_000).default(''),
  }),
  uses: [],
  criteria,
  withoutModel: ['Answers to open questions in your words'],
  sample: { files: { 'new-patient.txt': formSample }, input: { form: 'file:new-patient.txt', facts: ownFacts } },
  async run(job, input) {
    const file = await job.file(input.form)
    const fields = fieldsIn(file.text)
    if (fields.length === 0)
      throw new AppError(
        'bad_request',
        `“${file.name}” has no fields that can be found (“Name: ____”, “[ ] yes”). Give the form with its text.`,
      )
    const facts = factsIn(input.facts)
    const filled = fill(fields, facts)
    const of = (state: string) => filled.filter((one) => one.state === state)
    const [done, missing, yours] = [of('filled'), of('missing'), of('yours alone')]
    await job.note(
      `${counted(fields.length, 'field')}: ${done.length} filled, ${missing.length} missing, ${yours.length} yours alone.`,
    )
    await job.deliver({
      title: `Form: ${file.name}`,
      summary: `${done.length} of ${counted(fields.length, 'field')} filled from what you gave, ${missing.length} missing, ${yours.length} only you may fill (signature, consent).`,
      blocks: [
        ...tableBlock(
          'The form, filled',
          { label: 'Field', value: 'Filled with', state: 'State', from: 'From your line', line: 'Line of the form' },
          filled.map(({ field, value, state, from }) => ({ label: field.label, value, state, from, line: field.line })),
        ),
        textBlock(
          'Still to do',
          [
            ...missing.map(
              ({ field }) =>
                `- Fill in: ${shownAs(field.label)} (line ${field.line})${field.kind === 'choice' ? `: ${shownAs(field.raw)}` : ''}`,
            ),
            ...yours.map(
              ({ field }) => `- Read and decide yourself: ${shownAs(cutTo(field.raw, 200))} (line ${field.line})`,
            ),
            ...facts.conflicts.map(
              ({ label, lines }) => `- You gave two values for ${shownAs(label)}: ${linesOf(lines)}`,
            ),
          ].join('\n') || 'Nothing: read it through once more.',
        ),
      ],
      sources: [
        { kind: 'file', name: file.name, place: counted(fields.length, 'field') },
        { kind: 'answer', name: 'What you gave', place: counted(facts.known.size, 'fact') },
      ],
      evidence: evidenceFor(
        criteria,
        [
          done.length + missing.length + yours.length === fields.length,
          `${done.length} + ${missing.length} + ${yours.length} = ${fields.length}.`,
        ],
        [true, 'Column “From your line”; labels are matched as a whole, never by likeness.'],
        [yours.every(({ value }) => value === ''), `${yours.length} left empty.`],
      ),
      couldNot: sentences(
        REVIEW,
        facts.conflicts.length > 0 &&
          `Not filled, for you gave two values: ${facts.conflicts.map(({ label }) => label).join(', ')}.`,
        facts.unread.length > 0 && `Not read of what you gave, no “label: value”: ${linesOf(facts.unread)}.`,
        'The file itself was not changed: copy the values, or print this. Open questions need you, or a model.',
      ),
    })
  },
})
