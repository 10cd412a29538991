import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readOccurrences, readPosts } from '../kit/calendar.ts'
import { addDays } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { easeName, readabilityOf, wordsOf } from '../kit/readability.ts'
import { rounded } from '../kit/statistics.ts'
import { dayOf } from '../kit/table.ts'
import { cutTo, itemsIn } from '../kit/telling.ts'
import { mended, readerShare, remarksOn } from './clarity.ts'
import { draftText } from './samples.ts'

const criteria = [
  'Every remark names its line and what to do.',
  'The edited text changes no facts.',
  'Readability is measured before and after.',
]
const TEXT_MAX = 60_000
/** Days of planned posts that are read when no text is given. */
const AHEAD = 28

interface Given {
  name: string
  text: string
}

/** The text that was given, or the drafts in the Content Calendar. */
async function textsOf(job: Job, file: string | undefined, text: string): Promise<Given[]> {
  if (file) {
    const { name, text: read } = await job.file(file)
    return [{ name, text: read }]
  }
  if (text.trim() !== '') return [{ name: 'Your text', text }]
  const today = dayOf(job.now, job.timeZone)
  const seen = (await readOccurrences(job, today, addDays(today, AHEAD), job.timeZone)).filter(
    ({ status }) => status === 'draft' || status === 'review',
  )
  const posts = await readPosts(job, seen, 30)
  const ids = new Set<string>()
  return posts
    .filter(({ id, text: said }) => said.trim() !== '' && !ids.has(id) && ids.add(id))
    .map(({ title, start, text: said }) => ({ name: `${start.replace('T', ' ')} ${title}`, text: said }))
}

export const editText = playbook({
  id: 'editText',
  title: 'Edit a text for clarity',
  summary:
    'Marks long sentences, wordy phrases, claims without proof and words of the house; hands back a text with the safe changes made. Without a text it reads the drafts of the Content Calendar.',
  says: ['edit a text', 'proofread', 'copy edit', 'make it clearer', 'check the copy'],
  input: z.object({
    text: textInput('The text; the planned drafts are read when it is empty', TEXT_MAX).default(''),
    file: fileInput('Or a file', '.txt,.md,.docx,.pdf,.html').optional(),
  }),
  uses: ['content-calendar.occurrences', 'content-calendar.get'],
  criteria,
  withoutModel: ['Sentences are not rewritten: wordy phrases are replaced, the rest is marked.'],
  sample: { files: {}, input: { text: draftText } },
  async run(job, input) {
    const texts = await textsOf(job, input.file, input.text)
    const long = texts.find(({ text }) => text.length > TEXT_MAX)
    if (long) throw new AppError('bad_request', `“${long.name}” is longer than 60,000 characters. Give a part of it.`)
    if (texts.length === 0)
      throw new AppError(
        'bad_request',
        'There is no text, and no draft in the Content Calendar in the next four weeks. Give a text.',
      )
    const avoid = itemsIn(job.seat.answers.avoid ?? '').filter((word) => word.length > 1)
    const read = texts.map((given) => ({
      ...given,
      words: wordsOf(given.text).length,
      remarks: remarksOn(given.text, avoid, job.seat.answers.spelling || 'American'),
      edited: mended(given.text),
      before: readabilityOf(given.text),
    }))
    const measured = read.map((one) => ({
      ...one,
      after: readabilityOf(one.edited.text),
      speaks: readerShare(one.text),
    }))
    const all = measured.flatMap(({ name, remarks }) => remarks.map((remark) => ({ name, ...remark })))
    const kinds = [...new Set(all.map(({ kind }) => kind))]
      .map((kind) => ({ kind, count: all.filter((one) => one.kind === kind).length }))
      .sort((a, b) => b.count - a.count)
    const changes = measured.reduce((sum, { edited }) => sum + edited.changes, 0)
    const rewritten =
      measured.length === 1
        ? await job.compose({
            purpose: 'A clearer version of a text',
            instructions: `Rewrite the text in plain English with the same facts, sentences under 25 words, and none of these words: ${avoid.join(', ') || '(none)'}. Add nothing.`,
            data: measured[0]?.text.slice(0, 20_000),
            maxWords: Math.min(2_000, (measured[0]?.words ?? 100) + 50),
          })
        : null
    await job.deliver({
      title:
        measured.length === 1 ? `Edited: ${cutTo(measured[0]?.name ?? '', 120)}` : `${measured.length} drafts, edited`,
      summary: `${counted(all.length, 'remark')} on ${counted(
        measured.reduce((sum, { words }) => sum + words, 0),
        'word',
      )}${
        kinds[0]
          ? `, most of them: ${kinds
              .slice(0, 3)
              .map(({ kind, count }) => `${kind.toLowerCase()} (${count})`)
              .join(', ')}`
          : ''
      }. ${counted(changes, 'change')} made in the edited text.`,
      blocks: [
        ...tableBlock(
          'Measured',
          {
            name: 'Text',
            words: 'Words',
            sentence: 'Words a sentence',
            ease: 'Flesch before',
            after: 'Flesch after',
            said: 'Reads',
            you: '“You”',
            we: '“We”',
          },
          measured.map(({ name, words, before, after, speaks }) => ({
            name: cutTo(name, 160),
            words,
            sentence: before ? rounded(before.wordsPerSentence) : null,
            ease: before ? Math.round(before.ease) : null,
            after: after ? Math.round(after.ease) : null,
            said: before ? easeName(before.ease) : 'too short to tell',
            ...speaks,
          })),
        ),
        ...tableBlock(
          'Remarks',
          {
            ...(measured.length > 1 ? { name: 'Text' } : {}),
            line: 'Line',
            kind: 'Kind',
            words: 'Words',
            advice: 'Advice',
          },
          all,
        ),
        {
          kind: 'drafts',
          title: 'Edited',
          drafts: measured.map(({ name, edited }) => ({
            to: '',
            subject: cutTo(name, 300),
            text: cutTo(edited.text, 20_000),
          })),
        },
        ...(rewritten ? [textBlock('Rewritten, to choose from', rewritten)] : []),
      ],
      sources: [
        {
          kind: input.file ? 'file' : input.text.trim() ? 'answer' : 'records',
          name: input.file || input.text.trim() ? (measured[0]?.name ?? '') : 'Content Calendar',
          place: counted(measured.length, 'text'),
        },
      ],
      evidence: evidenceFor(
        criteria,
        [true, `${all.length} remarks.`],
        [true, `${counted(changes, 'change')}: only phrases of a fixed list, doubled words and spaces were replaced.`],
        [
          measured.some(({ before }) => before) ? true : null,
          measured
            .map(({ before, after }) =>
              before && after ? `${Math.round(before.ease)} → ${Math.round(after.ease)}` : 'under 30 words',
            )
            .slice(0, 10)
            .join('; '),
        ],
      ),
      couldNot: sentences(
        measured.some(({ text }) => text.length > 20_000) &&
          'The edited text is cut after 20,000 characters; all remarks are there.',
        'The rules and the Flesch formula are for English.',
        'Passive voice and hidden verbs are found by their forms: some are right as they stand.',
        !rewritten && 'Sentences were not rewritten: that needs a model.',
      ),
    })
  },
})
