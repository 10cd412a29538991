import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, playbook, textInput } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { claimsIn, isCheckable } from './claims.ts'
import { claimsText } from './samples.ts'

const criteria = [
  'Every claim is quoted with its text and line.',
  'What can be checked is kept apart from puffery.',
  'Each claim says what would show it.',
]
const FILES_MAX = 30
const TEXT_MAX = 300_000

const Entries = z.object({
  entries: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(['file', 'folder']) })),
})

/** The given text, or the files in the folder of Sync that the onboarding named. `unread`: files without text. */
async function textsOf(
  job: Job,
  file: string | undefined,
  text: string,
): Promise<{ texts: { name: string; text: string }[]; unread: string[]; folder: string | null }> {
  if (file) {
    const { name, text: read } = await job.file(file)
    return { texts: [{ name, text: read }], unread: [], folder: null }
  }
  if (text.trim() !== '') return { texts: [{ name: 'Your text', text }], unread: [], folder: null }
  const wanted = job.seat.answers.folder || 'Competitors'
  if (!(await job.can('sync.list')) || !(await job.can('sync.read')))
    throw new AppError('bad_request', 'There is no text, and this seat may not read Sync. Give a text or a file.')
  const { entries } = await job.read('sync.list', {}, Entries)
  const folder = entries.find(({ kind, name }) => kind === 'folder' && name.toLowerCase() === wanted.toLowerCase())
  if (!folder)
    throw new AppError(
      'bad_request',
      `There is no text, and no folder “${wanted}” in Sync. Give a text, or put competitors’ pages into that folder.`,
    )
  const inside = await job.read('sync.list', { folder: folder.id }, Entries)
  const files = inside.entries.filter(({ kind }) => kind === 'file')
  const texts: { name: string; text: string }[] = []
  const unread = files.slice(FILES_MAX).map(({ name }) => name)
  for (const { id, name } of files.slice(0, FILES_MAX)) {
    const { text: read } = await job.read('sync.read', { id }, z.object({ text: z.string().nullable() }))
    if (read?.trim()) texts.push({ name, text: read })
    else unread.push(name)
  }
  if (texts.length === 0)
    throw new AppError('bad_request', `The folder “${wanted}” in Sync has no file with text in it.`)
  return { texts, unread, folder: folder.name }
}

export const checkClaims = playbook({
  id: 'checkClaims',
  title: 'List competitors’ claims and what would show them',
  summary:
    'Reads competitors’ pages: comparisons, superlatives, figures, promises and certificates, each quoted with its place, whether it can be checked and what would show it. Without a text it reads your folder in Sync.',
  says: ['check claims', 'competitor claims', 'what do competitors claim', 'list claims'],
  input: z.object({
    text: textInput('The text of a page; the folder in Sync is read when it is empty', 100_000).default(''),
    file: fileInput('Or a file', '.txt,.md,.pdf,.docx').optional(),
  }),
  uses: ['sync.list', 'sync.read'],
  criteria,
  withoutModel: ['Whether a claim is true is not judged, only how it could be shown.'],
  sample: { files: {}, input: { text: claimsText } },
  async run(job, input) {
    const { texts, unread, folder } = await textsOf(job, input.file, input.text)
    const us = job.seat.answers.us === 'Us' ? '' : (job.seat.answers.us ?? '')
    const cut = texts.filter(({ text }) => text.length > TEXT_MAX)
    const claims = texts.flatMap(({ name, text }) =>
      claimsIn(text.slice(0, TEXT_MAX), us).map((claim) => ({ name, ...claim, checkable: isCheckable(claim) })),
    )
    const kinds = [...new Set(claims.map(({ kind }) => kind))]
    const checkable = claims.filter(({ checkable: can }) => can)
    const about = claims.filter(({ kind }) => kind === 'comparison')
    const byText = texts.map(({ name }) => {
      const own = claims.filter((claim) => claim.name === name)
      return {
        name: cutTo(name, 200),
        claims: own.length,
        checkable: own.filter(({ checkable: can }) => can).length,
        ...Object.fromEntries(kinds.map((kind) => [kind, own.filter((claim) => claim.kind === kind).length])),
      }
    })
    await job.deliver({
      title: `Claims in ${texts.length === 1 ? cutTo(texts[0]?.name ?? '', 120) : `${texts.length} texts`}`,
      summary: `${counted(claims.length, 'claim')}, ${checkable.length} of which can be checked, ${about.length} comparisons.`,
      blocks: [
        textBlock(
          'What to do with them',
          claims.length === 0
            ? 'No sentence claims anything, as far as words tell.'
            : [
                about.length > 0
                  ? `1. **Comparisons first** (${about.length}): they are about you, or about products like yours. ${about
                      .slice(0, 3)
                      .map(({ text, line }) => `“${shownAs(text, 160)}” (line ${line})`)
                      .join(' ')}`
                  : '1. No comparisons.',
                `2. **Check what can be checked** (${checkable.length}): ask for the source in writing, keep the page as it is today with its date.`,
                `3. **Leave puffery alone** (${claims.length - checkable.length}): what nobody can check, nobody has to answer.`,
              ].join('\n'),
        ),
        ...tableBlock(
          'Claims',
          {
            ...(texts.length > 1 ? { name: 'Text' } : {}),
            line: 'Line',
            kind: 'Kind',
            text: 'Claim',
            words: 'Words',
            can: 'Can be checked',
            proof: 'What would show it',
          },
          claims.map((claim) => ({
            ...claim,
            name: cutTo(claim.name, 200),
            can: claim.checkable ? 'yes' : 'no',
            checkable: null,
          })),
        ),
        ...tableBlock(
          'By text',
          {
            name: 'Text',
            claims: 'Claims',
            checkable: 'Can be checked',
            ...Object.fromEntries(kinds.map((kind) => [kind, kind.charAt(0).toUpperCase() + kind.slice(1)])),
          },
          byText,
        ),
      ],
      sources: texts.slice(0, 50).map(({ name }) => ({
        kind: folder ? ('records' as const) : input.file ? ('file' as const) : ('answer' as const),
        name: cutTo(folder ? `Sync: ${folder}/${name}` : name, 300),
        place: counted(claims.filter((claim) => claim.name === name).length, 'claim'),
      })),
      evidence: evidenceFor(
        criteria,
        [true, `${claims.length} claims in ${counted(texts.length, 'text')}.`],
        [true, `${checkable.length} can be checked, ${claims.length - checkable.length} not.`],
        [true, `${kinds.length} kinds, each with its proof.`],
      ),
      couldNot: sentences(
        unread.length > 0 && `Not read, without text or beyond the first ${FILES_MAX} files: ${unread.join(', ')}.`,
        cut.length > 0 && `Read up to 300,000 characters: ${cut.map(({ name }) => name).join(', ')}.`,
        'Claims are found by English words: some that are found are none, and some are missed.',
        'Whether a claim is true or lawful is for a person, where it matters a lawyer.',
      ),
    })
  },
})
