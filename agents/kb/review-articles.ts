import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { answersOf } from '../kit/answers.ts'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { documentsIn } from '../kit/documents.ts'
import { counted } from '../kit/doing.ts'
import { easeName } from '../kit/readability.ts'
import { type ListedTask, putTasks, TASK_LIST } from '../kit/task-list.ts'
import { shownAs } from '../kit/telling.ts'
import { nextWorkingDay, plusWorkingDays, todayOf } from '../kit/working-days.ts'
import { articlesIn, checkArticle, doubles } from './article-checks.ts'
import { easeFor, QUESTIONS } from './questions.ts'
import { LIBRARY } from './samples.ts'

/** Each is held against each other. */
const ARTICLES_MAX = 300
const CRITERIA = [
  'Every article of the folder is checked or named as unread.',
  'Articles that mislead, lead nowhere or are out of date are named with what is wrong.',
  'Articles that say the same are named in pairs.',
] as const

const input = z.object({
  articles: fileInput('Articles in one file; those of your files when empty', '.md,.txt,.html,.pdf,.docx').optional(),
  folder: lineInput('Folder of the articles (your answer when empty)').optional(),
  tasks: z.number().int().min(0).max(20).default(5).meta({ title: 'Tasks for at most so many articles' }),
})

async function run(job: Job, given: z.output<typeof input>): Promise<void> {
  const answers = answersOf(job, QUESTIONS)
  const folder = given.folder?.trim() || (answers.folder ?? '')
  const file = given.articles ? await job.file(given.articles) : null
  const read = file ? null : await documentsIn(job, folder)
  const documents = (
    file ? [{ id: '', name: file.name, folder: '', text: file.text, changedOn: null }] : (read?.documents ?? [])
  ).flatMap(articlesIn)
  if (documents.length === 0)
    throw new AppError(
      'bad_request',
      `${read?.closed ?? 'There is no text in the file.'} Give a file with your articles, or the folder they are in.`,
    )
  const looked = documents.slice(0, ARTICLES_MAX)
  const today = todayOf(job)
  const wanted = { ease: easeFor(answers.readers ?? ''), months: Number(answers.months) || 6 }
  const checked = looked
    .map((document) => checkArticle(document, today, wanted))
    .sort((a, b) => {
      const weigh = (one: typeof a) => one.findings.reduce((sum, { weight }) => sum + 4 - weight, 0)
      return weigh(b) - weigh(a)
    })
  const pairs = doubles(looked)
  const bad = checked.filter(({ findings }) => findings.some(({ weight }) => weight === 1))
  const stale = checked.filter(({ days }) => days !== null && days > wanted.months * 30.44).length
  const measured = checked.flatMap(({ ease }) => ease ?? [])
  const mean = measured.length > 0 ? measured.reduce((sum, ease) => sum + ease, 0) / measured.length : null

  const on = nextWorkingDay(job)
  const tasks = checked
    .filter(({ findings }) => findings.some(({ weight }) => weight <= 2))
    .slice(0, given.tasks)
    .map(
      ({ document, findings }, at): ListedTask => ({
        title: `Mend the article “${document.name}”: ${findings[0]?.says ?? ''}`,
        priority: findings[0]?.weight === 1 ? 'A' : 'B',
        due: plusWorkingDays(on, at),
        project: 'knowledge-base',
      }),
    )
  const put = await putTasks(job, tasks, `${counted(tasks.length, 'article')} with the most to mend, one a day.`)
  await job.deliver({
    title: `${counted(documents.length, 'article')} reviewed: ${bad.length} mislead or lead nowhere`,
    summary: `${counted(checked.filter(({ findings }) => findings.length > 0).length, 'article')} of ${documents.length} have something to mend, ${stale} were not changed for more than ${wanted.months} months, ${counted(pairs.length, 'pair')} say the same. ${put.sentence}`,
    blocks: [
      textBlock(
        'Mend first',
        bad.length > 0
          ? bad
              .slice(0, 10)
              .map(
                ({ document, findings }, at) =>
                  `${at + 1}. **${shownAs(document.name, 120)}**: ${shownAs(findings.map(({ says }) => says).join('; '))}`,
              )
              .join('\n')
          : 'No article is unfinished, empty, out of date by its own words or has a link that leads nowhere.',
      ),
      ...tableBlock(
        'Articles',
        {
          name: 'Article',
          folder: 'Folder',
          words: 'Words',
          ease: 'Flesch',
          reads: 'Reads',
          days: 'Days unchanged',
          findings: 'What is wrong',
        },
        checked.map(({ document, words, ease, days, findings }) => ({
          name: document.name,
          folder: document.folder,
          words,
          ease: ease === null ? null : Math.round(ease),
          reads: ease === null ? 'too short to say' : easeName(ease),
          days,
          findings: findings.map(({ says }) => says).join('; '),
        })),
      ),
      ...tableBlock(
        'Say the same: keep one',
        { a: 'Article', b: 'Other article', likeness: 'Alike, %' },
        pairs.map(({ a, b, likeness }) => ({ a: a.name, b: b.name, likeness: Math.round(likeness * 100) })),
      ),
    ],
    sources: file
      ? [{ kind: 'file', name: file.name, place: counted(documents.length, 'article') }]
      : [{ kind: 'records', name: `Sync: ${folder}`, place: counted(documents.length, 'article') }],
    evidence: evidenceFor(
      CRITERIA,
      [
        (read?.beyond ?? 0) === 0,
        `${checked.length} checked, ${read?.unread.length ?? 0} without text, ${read?.beyond ?? 0} beyond the first 60.`,
      ],
      [
        true,
        `${bad.length} in “Mend first”${mean === null ? '' : `; Flesch ${Math.round(mean)} on average, wanted ${wanted.ease}`}.`,
      ],
      [true, `${counted(pairs.length, 'pair')} by the words that they share (TF-IDF, cosine 0.55 and above).`],
    ),
    couldNot: sentences(
      'Whether what an article says is true of the product today was not checked: that needs somebody who knows it.',
      documents.length > looked.length &&
        `Only the first ${ARTICLES_MAX} of ${documents.length} articles were looked at.`,
      'Flesch’s formula is made for English; of other languages it says little.',
      file && 'When the articles were changed is not told by the file.',
      read && read.unread.length > 0 && `No text was found in ${read.unread.slice(0, 10).join(', ')}.`,
      !put.isDone && tasks.length > 0 && put.sentence,
    ),
  })
}

export const reviewArticles = playbook({
  id: 'reviewArticles',
  title: 'Review the articles',
  summary:
    'Reads your articles and says which are out of date, unfinished, hard to read or double, with what to mend first.',
  says: [
    'review articles',
    'out of date',
    'stale articles',
    'audit the knowledge base',
    'duplicate articles',
    'readability',
  ],
  input,
  uses: ['sync.list', 'sync.read', TASK_LIST],
  criteria: CRITERIA,
  withoutModel: ['Whether an article is true is not judged.'],
  sample: { files: { 'articles.md': LIBRARY }, input: { articles: 'file:articles.md' } },
  run,
})
