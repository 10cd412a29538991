import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences as lines, tableBlock, textBlock } from '../kit/blocks.ts'
import { readChannels } from '../kit/calendar.ts'
import { addDays } from '../kit/days.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { lengthOn, rulesOf } from '../kit/post-fit.ts'
import { topicWords } from '../kit/readability.ts'
import { groupedBy, rounded } from '../kit/statistics.ts'
import { dayOf } from '../kit/table.ts'
import { cutTo } from '../kit/telling.ts'
import { piecesOf } from './pieces.ts'
import { articleFile } from './samples.ts'
import { figuresIn, rankedSentences, titleIn } from './summary.ts'

const criteria = [
  'Every sentence of a piece stands in the source.',
  'Every post fits its network.',
  'Every figure is listed with its sentence.',
]
/** Days after the first on which the pieces go out, so that one source lasts. */
const SPACING = [0, 2]
/** A word that the source uses so often may be a hashtag. */
const TAG_TIMES = 3
const SOURCE_MAX = 100_000

export const repurpose = playbook({
  id: 'repurpose',
  title: 'Make several pieces of one source',
  summary:
    'Finds the sentences that carry an article and makes a long post, a short one, a thread, a newsletter, a video script with times and quotes of them; the posts become drafts in the Content Calendar.',
  says: ['repurpose', 'make posts of an article', 'turn an article into posts', 'summarise into posts', 'video script'],
  input: z.object({
    file: fileInput('The source', '.txt,.md,.docx,.pdf').optional(),
    text: textInput('Or its text, the title first', SOURCE_MAX).default(''),
    link: lineInput('Where it can be read', 500).default(''),
    from: z.iso.date().optional().meta({ title: 'First post on (tomorrow when empty)' }),
    calendar: z.boolean().default(true).meta({ title: 'Put the posts into the Content Calendar as drafts' }),
  }),
  uses: ['content-calendar.overview', 'content-calendar.add'],
  criteria,
  withoutModel: ['Sentences are the source’s own, chosen by weight. Telling it anew in your voice needs a model.'],
  sample: {
    files: { 'article.md': articleFile },
    input: { file: 'file:article.md', link: 'https://bakery.example/keep-bread' },
  },
  async run(job, input) {
    const given = input.file ? await job.file(input.file) : { name: 'Your text', text: input.text }
    if (given.text.trim() === '')
      throw new AppError('bad_request', 'There is no source. Choose a file or paste its text.')
    if (given.text.length > SOURCE_MAX)
      throw new AppError('bad_request', 'The source is longer than 100,000 characters. Give one article or chapter.')
    if (input.link && !/^https?:\/\/\S+$/i.test(input.link))
      throw new AppError('bad_request', 'Give the whole address, beginning with https://')
    const { title, body } = titleIn(given.text)
    const sentences = rankedSentences(body)
    const tags = [...groupedBy(topicWords(body), (word) => word)]
      .filter(([word, times]) => times.length >= TAG_TIMES && /^[\p{L}\p{N}]+$/u.test(word))
      .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
      .slice(0, 2)
      .map(([word]) => word)
    const { pieces, left } = piecesOf(title, sentences, input.link, tags)
    const start = input.from ?? addDays(dayOf(job.now, job.timeZone), 1)
    const posts = pieces.filter(({ network, posts: thread }) => network !== '' && !thread)
    const channels = input.calendar && (await job.can('content-calendar.overview')) ? await readChannels(job) : []
    const put = input.calendar
      ? await doEach(
          job,
          'content-calendar.add',
          posts.map(({ name, network, text }, at) => {
            const day = addDays(start, SPACING[at] ?? 7 * at)
            return {
              name: `${day}: ${name} for ${rulesOf(network).name}`,
              why: `A draft made of ${given.name}; it goes nowhere until somebody approves it.`,
              input: {
                title: cutTo(`${name}: ${title || given.name}`, 200),
                kind: 'post',
                status: 'draft',
                start: `${day}T10:00`,
                zone: job.timeZone,
                text,
                link: input.link,
                channels: channels.filter((channel) => channel.network === network).map(({ id }) => id),
                tags: ['repurposed'],
              },
            }
          }),
          posts.length,
        )
      : { done: [], not: [] }
    const told = await job.compose({
      purpose: 'A long post in the house’s voice',
      instructions: `Tell the main point of the source anew for LinkedIn in under 200 words, with no fact that it does not have.${job.seat.memory.length > 0 ? ` The house’s voice: ${job.seat.memory.slice(0, 5).join(' ')}` : ''}`,
      data: body.slice(0, 20_000),
      maxWords: 220,
    })
    const figures = figuresIn(sentences)
    const used = new Set(pieces.flatMap(({ from }) => from))
    const misfits = pieces.filter(({ network, text, posts: thread = [text] }) =>
      thread.some((post) => lengthOn(network, post) > (rulesOf(network).limit ?? Number.POSITIVE_INFINITY)),
    )
    const isTrue = pieces.every(({ from, text }) =>
      from.every((number) => text.includes(sentences[number - 1]?.text ?? '')),
    )
    await job.deliver({
      title: `Pieces of ${cutTo(title || given.name, 120)}`,
      summary: `${counted(pieces.length, 'piece')} of ${counted(sentences.length, 'sentence')}, ${used.size} of which are used. ${input.calendar ? `${put.done.length} posts stand in the Content Calendar as drafts.` : ''}`,
      blocks: [
        {
          kind: 'drafts',
          title: 'Pieces',
          drafts: pieces.map(({ name, subject, text }) => ({
            to: name,
            subject: cutTo(subject, 300),
            text: cutTo(text, 20_000),
          })),
        },
        ...tableBlock(
          'What they are made of',
          { name: 'Piece', length: 'Characters', limit: 'Limit', from: 'Sentences' },
          pieces.map(({ name, network, text, from, posts: own }) => ({
            name,
            length: network ? lengthOn(network, text) : text.length,
            limit: network && !own ? rulesOf(network).limit : null,
            from: from.join(', '),
          })),
        ),
        ...tableBlock(
          'Figures to check before it goes out',
          { figure: 'Figure', number: 'Sentence', text: 'Where it stands' },
          figures.slice(0, 200).map((one) => ({ ...one, text: cutTo(one.text, 300) })),
        ),
        ...tableBlock(
          'The sentences that carry it',
          { number: 'Sentence', weight: 'Weight', text: 'Text' },
          [...sentences]
            .sort((a, b) => b.weight - a.weight)
            .slice(0, 15)
            .map(({ number, weight, text }) => ({ number, weight: rounded(weight, 2), text: cutTo(text, 400) })),
        ),
        ...(told ? [textBlock('Told anew, to choose from', told)] : []),
        ...(input.calendar ? doneBlock('In the Content Calendar', put) : []),
      ],
      sources: [{ kind: input.file ? 'file' : 'answer', name: given.name, place: `sentences 1–${sentences.length}` }],
      evidence: evidenceFor(
        criteria,
        [isTrue, `${used.size} sentences, word for word; numbers, line breaks, the link and hashtags are added.`],
        [
          misfits.length === 0,
          misfits.length === 0
            ? 'Two posts, and each of the thread for itself.'
            : misfits.map(({ name }) => name).join(', '),
        ],
        [true, counted(figures.length, 'figure')],
      ),
      couldNot: lines(
        ...left,
        input.calendar && 'The thread is not in the Content Calendar, which has no threads: post it by hand.',
        title === '' && 'The source has no title: its first line is a sentence.',
        input.calendar &&
          channels.length === 0 &&
          'The Content Calendar has no channels for them: the drafts have none.',
        ...(input.calendar ? notDone('posts', put) : []),
        'Weights count words that sentences share, in English without small words: a dry list can weigh much.',
        !told && 'Nothing was told anew: that needs a model.',
      ),
    })
  },
})
