import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { isCut } from '../kit/cut-text.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { groupedBy } from '../kit/statistics.ts'
import { answerTo, cutTo, itemsIn, shownAs } from '../kit/telling.ts'
import { type Change, changesBetween } from './clause-changes.ts'
import { CLAUSES_MAX, clausesOf, definedTerms, loose, obligationsOf, partiesOf, usualClauses } from './contract-text.ts'
import { ourName, REVIEW } from './questions.ts'
import { agreement, agreementBefore } from './samples.ts'

const criteria = [
  'Every sentence that binds or allows has its clause, its line and who it names',
  'Usual clauses are found by their line, or named as missing',
  'Blanks, dead references and unused terms are named',
  'With the version before: every changed clause is listed, with the figures that changed',
]

const placeOf = (number: string, line: number) => (number ? `${number} (line ${line})` : `line ${line}`)

const changeRow = ({ kind, before, after, figures, force }: Change) => ({
  kind,
  clause: placeOf((after ?? before)?.number ?? '', (after ?? before)?.line ?? 0),
  before: cutTo(before?.text ?? '', 900),
  after: cutTo(after?.text ?? '', 900),
  figures,
  force,
})

export const readContract = playbook({
  id: 'readContract',
  title: 'Obligations in a contract, and what changed',
  summary:
    'Reads the text of a contract: who owes what by when, which usual clauses are missing, blanks, dead references; and with the version before, each changed clause with the figures and words that changed.',
  says: [
    'read the contract',
    'obligations of the contract',
    'compare contract versions',
    'what changed in the contract',
    'review agreement',
  ],
  input: z.object({
    contract: fileInput('The contract', '.pdf,.docx,.txt,.md'),
    before: fileInput('The version before', '.pdf,.docx,.txt,.md').optional(),
  }),
  uses: [],
  criteria,
  withoutModel: ['What a clause means for you, in plain words'],
  sample: {
    files: { 'services-v2.txt': agreement, 'services-v1.txt': agreementBefore },
    input: { contract: 'file:services-v2.txt', before: 'file:services-v1.txt' },
  },
  async run(job, input) {
    const file = await job.file(input.contract)
    const clauses = clausesOf(file.text)
    const parties = partiesOf(clauses)
    const duties = obligationsOf(clauses, parties)
    if (duties.length === 0)
      throw new AppError(
        'bad_request',
        `“${file.name}” has no sentence that binds anybody (shall, must, may). Give the text of a contract in English.`,
      )
    const earlier = input.before ? await job.file(input.before) : null
    const changes = earlier ? changesBetween(clausesOf(earlier.text), clauses) : []
    const usual = usualClauses(clauses)
    const missing = usual.filter(({ found }) => found === null)
    const open = loose(clauses)
    const terms = definedTerms(clauses)
    const unused = terms.filter(({ term, uses }) => uses === 0 && !parties.includes(term))
    const us = itemsIn(answerTo(job, ourName)).map((name) => name.toLowerCase())
    const ours = duties.filter(({ who, kind }) => kind !== 'right' && us.includes(who.toLowerCase()))
    const timed = duties.filter(({ when }) => when !== '')
    const strong = changes.filter(({ figures, force }) => figures !== '' || force !== '')
    await job.note(`${counted(clauses.length, 'clause')}, ${counted(duties.length, 'sentence')} that bind or allow.`)
    const plainWords = await job.compose({
      purpose: 'What the contract asks of each party, in plain words',
      instructions:
        'Say in plain sentences what each party owes and by when, naming clause numbers. Give no legal advice.',
      data: duties
        .map(({ clause, text }) => `${clause}: ${text}`)
        .join('\n')
        .slice(0, 20_000),
      maxWords: 300,
    })
    await job.deliver({
      title: `Obligations in ${file.name}`,
      summary: `${counted(duties.length, 'sentence')} bind or allow: ${[
        ...groupedBy(duties, ({ who }) => who || 'nobody named'),
      ]
        .map(([who, all]) => `${who} ${all.length}`)
        .slice(0, 6)
        .join(
          ', ',
        )}. ${timed.length} have a time. ${missing.length} of ${usual.length} usual clauses were not found.${earlier ? ` ${counted(changes.length, 'clause')} changed since ${earlier.name}, ${strong.length} in figures or force.` : ''}`,
      blocks: [
        textBlock(
          'To look at first',
          [
            ...open.slice(0, 10).map(({ line, what }) => `- Line ${line}: ${shownAs(what)}`),
            ...strong
              .slice(0, 10)
              .map(
                ({ after, before, figures, force }) =>
                  `- Clause ${shownAs(placeOf((after ?? before)?.number ?? '', (after ?? before)?.line ?? 0))}: ${shownAs([figures && `figures ${figures}`, force && `force ${force}`].filter(Boolean).join('; '))}`,
              ),
            missing.length > 0 ? `- Not found: ${missing.map(({ what }) => what).join(', ')}` : '',
            unused.length > 0
              ? `- Defined and never used: ${shownAs(unused.map(({ term, line }) => `${term} (line ${line})`).join(', '), 600)}`
              : '',
            ...ours
              .filter(({ when }) => when !== '')
              .slice(0, 10)
              .map(
                ({ clause, line, text, when }) =>
                  `- Yours, ${shownAs(when)} (${shownAs(placeOf(clause, line))}): ${shownAs(text, 200)}`,
              ),
          ]
            .filter(Boolean)
            .join('\n') || 'Nothing stands out by these rules.',
        ),
        ...(plainWords ? [textBlock('In plain words', plainWords)] : []),
        ...tableBlock(
          'Who owes what',
          { who: 'Who', kind: 'Kind', text: 'Says', when: 'By when', clause: 'Clause', line: 'Line' },
          duties.map(({ who, kind, text, when, clause, line }) => ({
            who: who || 'not named',
            kind,
            text,
            when,
            clause,
            line,
          })),
        ),
        ...tableBlock(
          'Changed since the version before',
          { kind: 'Change', clause: 'Clause', before: 'Before', after: 'Now', figures: 'Figures', force: 'Force' },
          changes.map(changeRow),
        ),
        {
          kind: 'checks',
          title: 'Usual clauses',
          checks: usual.map(({ what, found }) => ({
            text: what,
            state: found ? 'pass' : 'unknown',
            note: found ? placeOf(found.number, found.line) : 'No words for it were found.',
          })),
        },
        ...tableBlock(
          'Defined terms',
          { term: 'Term', uses: 'Uses', line: 'Line' },
          terms.map((one) => ({ ...one })),
        ),
      ],
      sources: [
        { kind: 'file', name: file.name, place: counted(clauses.length, 'clause') },
        ...(earlier ? [{ kind: 'file' as const, name: earlier.name, place: 'the version before' }] : []),
      ],
      evidence: evidenceFor(
        criteria,
        [true, `${duties.length} sentences; without a party: ${duties.filter(({ who }) => who === '').length}.`],
        [true, `${usual.length - missing.length} found, ${missing.length} not.`],
        [
          true,
          open.length + unused.length === 0 ? 'None.' : `${linesOf([...open, ...unused].map(({ line }) => line))}`,
        ],
        earlier
          ? [
              true,
              `${changes.filter(({ kind }) => kind === 'changed').length} changed, ${changes.filter(({ kind }) => kind === 'added').length} added, ${changes.filter(({ kind }) => kind === 'taken out').length} taken out.`,
            ]
          : [null, 'The version before was not given.'],
      ),
      couldNot: sentences(
        REVIEW,
        (clauses.length >= CLAUSES_MAX || isCut(file.text)) &&
          `Only the beginning of the text was read: ${counted(clauses.length, 'clause')}.`,
        parties.length === 0 && 'No parties were found in the form (the “Supplier”): who owes what is not told.',
        us.length === 0 && 'Which duties are yours is not told: your name in contracts is not known (onboarding).',
        !plainWords && 'What the clauses mean for you in plain words needs a model.',
        'Clauses are found by English words: one that is worded otherwise may stand there and not be found.',
      ),
    })
  },
})
