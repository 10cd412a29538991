import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { rounded } from '@atrium/domain/numbers/rounding'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { type Change, tableChanges } from './changes.ts'
import { newerFile, pricesFile } from './samples.ts'

const criteria = [
  'Every change names its line, before and after.',
  'Numbers are compared as numbers.',
  'What moved and did not change is not reported.',
]
const signed = (by: number) => `${by > 0 ? '+' : '−'}${rounded(Math.abs(by) * 100)} %`

export const findChanges = playbook({
  id: 'findChanges',
  title: 'Find what changed since',
  summary:
    'Compares two versions of a table (prices, features): what came, what is gone, what changed and by how much, figures first.',
  examples: ['what changed', 'find changes', 'compare two versions', 'price changes', 'competitor changes'],
  input: z.object({
    before: fileInput('The older version', '.csv,.tsv'),
    after: fileInput('The newer version', '.csv,.tsv'),
  }),
  uses: [],
  criteria,
  withoutModel: ['What a change is meant to achieve is not guessed.'],
  sample: {
    files: { 'prices-january.csv': pricesFile, 'prices-march.csv': newerFile },
    input: { before: 'file:prices-january.csv', after: 'file:prices-march.csv' },
  },
  async run(job, input) {
    if (input.before === input.after)
      throw new AppError('bad_request', 'Both are the same file. Give an older and a newer one.')
    const [before, after] = [await job.file(input.before), await job.file(input.after)]
    const found = tableChanges(readTable(before), readTable(after))
    const changes = found.changes
    const count = (kind: Change['kind']) => changes.filter((one) => one.kind === kind).length
    const moved = changes.filter(({ by }) => by !== null)
    const quoted = (text: string) => shownAs(text, 200)
    const say = ({ what, field, before: was, after: is, by }: Change) =>
      `- ${what ? `${quoted(what)}, ${quoted(field)}: ` : ''}“${quoted(was)}” → “${quoted(is)}”${by === null ? '' : ` (${signed(by)})`}`
    const why = await job.compose({
      purpose: 'What changes of a competitor may mean',
      instructions:
        'In at most five sentences, say what these changes have in common and what to watch next. Call guesses guesses.',
      data: JSON.stringify(
        changes.slice(0, 60).map(({ kind, what, field, before: was, after: is }) => ({ kind, what, field, was, is })),
      ).slice(0, 20_000),
      maxWords: 150,
    })
    await job.deliver({
      title: `Changes from ${cutTo(before.name, 80)} to ${cutTo(after.name, 80)}`,
      summary:
        changes.length === 0
          ? 'Nothing changed.'
          : `${count('new')} new, ${count('gone')} gone, ${count('changed')} changed; ${moved.length} of them in figures.${moved[0] ? ` Largest: ${cutTo(moved[0].what, 160)}, ${cutTo(moved[0].field, 80)} ${signed(moved[0].by ?? 0)}.` : ''}`,
      blocks: [
        textBlock(
          'Look at this first',
          moved.length > 0
            ? moved.slice(0, 10).map(say).join('\n')
            : changes.length > 0
              ? 'No figure changed. The other changes stand in the table.'
              : 'Nothing changed.',
        ),
        ...tableBlock(
          'All changes',
          {
            kind: 'Change',
            what: 'Of',
            field: 'Field',
            before: 'Before',
            after: 'After',
            share: 'By, %',
            line: 'Line',
          },
          changes.map(({ kind, what, field, before: was, after: is, by, line }) => ({
            kind,
            what,
            field,
            before: cutTo(was, 500),
            after: cutTo(is, 500),
            share: by === null ? null : rounded(by * 100),
            line,
          })),
        ),
        ...(why ? [textBlock('What it may mean', why)] : []),
      ],
      sources: [
        { kind: 'file', name: before.name, place: 'the older version' },
        { kind: 'file', name: after.name, place: 'the newer version' },
      ],
      evidence: evidenceFor(
        criteria,
        [
          changes.length,
          changes.filter(({ line, before: was, after: is }) => line < 2 || was === is).length,
          counted(changes.length, 'change'),
          found.twice.length,
        ],
        [
          moved.length,
          moved.filter(({ by }) => by === null).length,
          `${moved.length} pairs of numbers; rows are found again by ${found.keys.join(' and ')}.`,
        ],
        [changes.length, changes.filter(({ before: was, after: is }) => was === is).length, 'Order does not count.'],
      ),
      couldNot: sentences(
        found.twice.length > 0 && `Said twice or without a name, and left out: ${found.twice.join(', ')}.`,
        !why && 'What the changes are meant to achieve is not guessed: that needs a person or a model.',
      ),
    })
  },
})
