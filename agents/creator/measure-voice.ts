import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { readOccurrences, readPosts } from '../kit/calendar.ts'
import { addDays } from '../kit/days.ts'
import { counted } from '../kit/doing.ts'
import { wordsOf } from '../kit/readability.ts'
import { rounded } from '../kit/statistics.ts'
import { dayOf } from '../kit/table.ts'
import { cutTo, itemsIn } from '../kit/telling.ts'
import { draftText, voiceSamples } from './samples.ts'
import { distance, type Measure, measures, ownWords, rangesOf, voiceOf, WORDS_MIN } from './voice.ts'

const criteria = [
  'The voice is measured on the samples that were given.',
  'A draft is compared measure by measure.',
  'Samples too short to tell are named.',
]

/** Half a year of posts. */
const BACK = 182
const TEXT_MAX = 200_000

const advice: Record<Measure, [more: string, less: string]> = {
  sentence: ['Shorten the sentences.', 'Join some sentences.'],
  variety: ['Make the lengths of sentences more alike.', 'Mix short and long sentences.'],
  syllables: ['Choose shorter words.', 'Longer words are usual here.'],
  ease: ['It is easier than usual: fine, if nothing is lost.', 'Shorten words and sentences.'],
  you: ['Speak less of the reader.', 'Speak to the reader.'],
  we: ['Speak less of yourselves.', 'Say “we” where you do something.'],
  short: ['Write short forms out.', 'Use short forms (don’t, we’re).'],
  questions: ['Ask less.', 'Ask the reader something.'],
  exclamations: ['Take exclamation marks away.', 'An exclamation is usual here.'],
  commas: ['Make main clauses of the insertions.', 'Let sentences flow on.'],
  emoji: ['Take emoji away.', 'Emoji are usual here.'],
}

/** Texts between lines of `---`, or the posts that went out in the last half-year. */
async function samplesOf(job: Job, file: string | undefined, text: string): Promise<{ name: string; text: string }[]> {
  const given = file ? (await job.file(file)).text : text
  if (given.length > TEXT_MAX)
    throw new AppError('bad_request', 'The samples have more than 200,000 characters. Give the ten best.')
  if (given.trim() !== '')
    return given
      .split(/^\s*-{3,}\s*$/m)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, 100)
      .map((part, at) => ({ name: `Sample ${at + 1}: ${cutTo(part.replace(/\s+/g, ' '), 60)}`, text: part }))
  const today = dayOf(job.now, job.timeZone)
  const seen = (await readOccurrences(job, addDays(today, -BACK), addDays(today, 1), job.timeZone)).filter(
    ({ status }) => status === 'posted',
  )
  return (await readPosts(job, seen))
    .filter(({ text: said }) => said.trim() !== '')
    .map(({ title, start, text: said }) => ({ name: `${start.slice(0, 10)} ${title}`, text: said }))
}

export const measureVoice = playbook({
  id: 'measureVoice',
  title: 'Measure the voice, check a draft against it',
  summary:
    'Measures how you write (sentences, words, address, punctuation, own words) on your samples, or on the posts that went out, keeps it for later, and says where a draft departs from it.',
  says: ['measure our voice', 'brand voice', 'voice profile', 'does this sound like us', 'check the tone'],
  input: z.object({
    samples: textInput(
      'Texts in your voice, a line of --- between them; posts that went out are read when empty',
      TEXT_MAX,
    ).default(''),
    file: fileInput('Or a file of them', '.txt,.md,.docx,.pdf').optional(),
    draft: textInput('A draft to check', 50_000).default(''),
  }),
  uses: ['content-calendar.occurrences', 'content-calendar.get'],
  criteria,
  withoutModel: ['Humour, irony and attitude are not measured.'],
  sample: { files: { 'samples.txt': voiceSamples }, input: { file: 'file:samples.txt', draft: draftText } },
  async run(job, input) {
    const samples = await samplesOf(job, input.file, input.samples)
    const measured = samples.map((one) => ({ ...one, voice: voiceOf(one.text) }))
    const short = measured.filter(({ voice }) => voice === null)
    // Posts are often shorter than a measure needs: together they are measured as one.
    const together = voiceOf(short.map(({ text }) => text).join('\n\n'))
    const long = measured.flatMap(({ voice }) => (voice ? [voice] : []))
    const voices = long.length > 0 ? long : together ? [together] : []
    if (voices.length === 0)
      throw new AppError(
        'bad_request',
        `There is too little text in your voice. Give samples of at least ${WORDS_MIN} words, or mark posts in the Content Calendar as posted.`,
      )
    const ranges = rangesOf(voices)
    const words = ownWords(samples.map(({ text }) => text))
    const avoid = itemsIn((job.seat.answers.avoid ?? '').toLowerCase())
    const draft = input.draft.trim() === '' ? null : voiceOf(input.draft)
    const away = draft ? distance(draft, ranges) : []
    const heard = away.filter(({ by }) => Math.abs(by) >= 2)
    const used = new Set(wordsOf(input.draft.toLowerCase()))
    const barred = avoid.filter((word) => (/\s/.test(word) ? input.draft.toLowerCase().includes(word) : used.has(word)))
    const fact = `Our voice: ${rounded(ranges.sentence.mean, 0)} words a sentence, Flesch ${rounded(ranges.ease.mean, 0)}, “you” ${rounded(ranges.you.mean)} and “we” ${rounded(ranges.we.mean)} in 100 words, ${rounded(ranges.questions.mean, 0)} questions and ${rounded(ranges.exclamations.mean, 0)} exclamations in 100 sentences${
      words.length > 0
        ? `; own words: ${words
            .slice(0, 8)
            .map(({ word }) => word)
            .join(', ')}`
        : ''
    }.`
    if (!job.seat.memory.includes(fact)) await job.remember(fact)
    const keys = Object.keys(measures) as Measure[]
    await job.deliver({
      title: draft ? 'The voice, and how the draft departs from it' : 'The voice, measured',
      summary: `${fact} Measured on ${counted(samples.length, 'text')}.${draft ? ` The draft departs clearly in ${counted(heard.length, 'measure')}${heard[0] ? `, most in: ${measures[heard[0].measure]}` : ''}.` : ''}`,
      blocks: [
        ...(draft
          ? [
              ...tableBlock(
                'The draft against the voice',
                { measure: 'Measure', draft: 'Draft', usual: 'Usual', by: 'Spreads away', advice: 'What to do' },
                away.map(({ measure, draft: own, usual, by }) => ({
                  measure: measures[measure],
                  draft: rounded(own),
                  usual: rounded(usual),
                  by: rounded(by),
                  advice: Math.abs(by) < 2 ? '' : advice[measure][by > 0 ? 0 : 1],
                })),
              ),
              {
                kind: 'checks' as const,
                title: 'The draft',
                checks: [
                  {
                    text: 'It sounds like the samples, as far as that can be measured',
                    state: heard.length <= 2 ? ('pass' as const) : ('fail' as const),
                    note: `${heard.length} of ${keys.length} measures are two spreads away or more`,
                  },
                  {
                    text: 'It has no word that you never use',
                    state: barred.length === 0 ? ('pass' as const) : ('fail' as const),
                    note:
                      barred.length > 0
                        ? `It has: ${cutTo(barred.join(', '), 500)}`
                        : avoid.length > 0
                          ? `${avoid.length} words were looked for`
                          : 'The onboarding named none.',
                  },
                ],
              },
            ]
          : []),
        ...tableBlock(
          'The voice',
          { measure: 'Measure', mean: 'Mean', spread: 'Spread' },
          keys.map((measure) => ({
            measure: measures[measure],
            mean: rounded(ranges[measure].mean),
            spread: voices.length > 1 ? rounded(ranges[measure].spread) : null,
          })),
        ),
        ...tableBlock('Own words', { word: 'Word', times: 'Times', texts: 'In so many texts' }, words),
        textBlock(
          'How to use it',
          `The figures are kept for later tasks. They describe ${counted(voices.length, 'text')}${voices.length < 3 ? ': too few for a rule, so give at least five' : ''}; they are no aim in themselves. Where a draft departs on purpose, leave it.`,
        ),
      ],
      sources: [
        {
          kind: input.file ? 'file' : input.samples.trim() ? 'answer' : 'records',
          name: input.file || input.samples.trim() ? 'Samples' : 'Content Calendar: posts that went out',
          place: counted(samples.length, 'text'),
        },
      ],
      evidence: evidenceFor(
        criteria,
        [true, `${voices.length} measured${long.length === 0 ? ', short texts together as one' : ''}.`],
        [
          draft ? true : null,
          draft
            ? `${away.length} measures, ${heard.length} clearly away.`
            : input.draft.trim()
              ? `The draft has under ${WORDS_MIN} words.`
              : 'No draft was given.',
        ],
        [true, short.length === 0 ? 'None.' : short.map(({ name }) => name).join('; ')],
      ),
      couldNot: sentences(
        short.length > 0 &&
          long.length > 0 &&
          `Under ${WORDS_MIN} words, used for own words alone: ${short.map(({ name }) => `“${name}”`).join('; ')}.`,
        input.draft.trim() !== '' && !draft && `The draft is too short to measure: it needs ${WORDS_MIN} words.`,
        'Syllables and Flesch’s formula are for English.',
        'Humour, irony and attitude are not measured: that needs a person or a model.',
      ),
    })
  },
})
