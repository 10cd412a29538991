import { AppError } from '@atrium/contract/errors'
import { fileInput, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { topicWords } from '../kit/readability.ts'
import { shownAs } from '../kit/telling.ts'
import { pageIn } from './html-page.ts'
import { checksOf } from './page-checks.ts'
import { pageFile } from './samples.ts'

const criteria = [
  'Every check says what was found.',
  'What fails says what to do.',
  'The outline of the headings is shown.',
]

export const auditPage = playbook({
  id: 'auditPage',
  title: 'Audit one page',
  summary:
    'Checks the source of a page: snippet, headings, links, images, structured data, readability, and where the term stands.',
  says: ['audit a page', 'check a page', 'check this html', 'on-page seo'],
  input: z.object({
    file: fileInput('The page as an HTML file', '.html,.htm,.txt').optional(),
    html: textInput('Or its source', 500_000).default(''),
    term: lineInput('What it shall be found by', 100).default(''),
  }),
  uses: [],
  criteria,
  withoutModel: ['Whether the page answers what people look for is not judged.', 'No new title or text is written.'],
  sample: { files: { 'page.html': pageFile }, input: { file: 'file:page.html', term: 'sourdough course' } },
  async run(job, { file, html, term }) {
    const given = file ? await job.file(file) : { name: 'the source that was given', text: html }
    if (given.text.trim() === '')
      throw new AppError('bad_request', 'There is no page. Choose an HTML file or paste its source.')
    const page = pageIn(given.text)
    const checks = checksOf(page, term.trim())
    const failed = checks.filter(({ state }) => state === 'fail')
    const counts = new Map<string, number>()
    const words = topicWords(page.text)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const frequent = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 15)
    const better = await job.compose({
      purpose: 'Three titles and descriptions for a page',
      instructions:
        'Write three alternatives, each a title under 58 characters and a description of 70 to 155 characters, that say only what the page says.',
      data: page.text.slice(0, 6000),
      maxWords: 200,
    })
    await job.deliver({
      title: `Audit of ${page.titles[0]?.slice(0, 120) || given.name}`,
      summary: `${checks.length - failed.length} of ${counted(checks.length, 'check')} do not fail, ${failed.length} do.${failed[0] ? ` First: ${failed[0].text.toLowerCase()}.` : ''}`,
      blocks: [
        {
          kind: 'checks',
          title: 'Checks',
          checks: checks.map(({ text, state, note }) => ({ text, state, note: note.slice(0, 1900) })),
        },
        ...tableBlock(
          'What to do',
          { text: 'Failed', todo: 'What to do', note: 'Found' },
          failed.map((check) => ({ ...check })),
        ),
        textBlock(
          'Outline',
          page.headings.length === 0
            ? 'The page has no headings.'
            : page.headings
                .slice(0, 200)
                .map(({ level, text }) => `${'  '.repeat(level - 1)}- h${level}: ${shownAs(text, 160) || '(empty)'}`)
                .join('\n'),
        ),
        ...tableBlock(
          'Words that it uses most',
          { word: 'Word', times: 'Times', share: 'Share of topic words, %' },
          frequent.map(([word, times]) => ({ word, times, share: Math.round((1000 * times) / words.length) / 10 })),
        ),
        ...(better ? [textBlock('Titles and descriptions to choose from', better)] : []),
      ],
      sources: [{ kind: file ? 'file' : 'answer', name: given.name, place: `${given.text.length} characters` }],
      evidence: evidenceFor(
        criteria,
        [true, `${checks.length} checks.`],
        [failed.every(({ todo }) => todo !== ''), `${failed.length} failed, each with what to do.`],
        [true, counted(page.headings.length, 'heading')],
      ),
      couldNot: sentences(
        checks.some(({ state }) => state === 'unknown') &&
          `Not known: ${checks
            .filter(({ state }) => state === 'unknown')
            .map(({ text }) => text)
            .join('; ')}.`,
        page.lang !== '' &&
          !/^en\b/i.test(page.lang) &&
          `Readability is not judged: Flesch’s formula is for English, the page is in “${page.lang.slice(0, 20)}”.`,
        'Only the source is read: what scripts add, speed and links from other sites are not seen.',
        !better && 'No new titles were written: that needs a model.',
      ),
    })
  },
})
