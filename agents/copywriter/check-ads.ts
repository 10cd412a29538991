import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { columnFor, readTable, type Table } from '../kit/table.ts'
import { cutTo } from '../kit/telling.ts'
import { type AdFault, adFaults, adLength } from './media.ts'
import { adsFile } from './samples.ts'

const criteria = [
  'Every text is counted and checked.',
  'Each finding names its line and column.',
  'Each ad has at least 3 headlines and 2 descriptions.',
]

type Kind = 'headline' | 'description' | 'path'

/** Columns of texts: `Headline 1`, `Description line 2`, `Path 1`; not `Headline 1 position`. */
const textColumns = (table: Table): { column: string; kind: Kind }[] =>
  table.columns.flatMap((column) => {
    const found = /^(headline|description|path)(?:\s+line)?\s*\d*$/i.exec(column)
    return found ? [{ column, kind: (found[1] as string).toLowerCase() as Kind }] : []
  })

interface Finding extends AdFault {
  line: number
  ad: string
  column: string
  text: string
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

export const checkAds = playbook({
  id: 'checkAds',
  title: 'Check search ads before upload',
  summary:
    'Checks a table of responsive search ads, as Google Ads Editor exports and imports them: lengths, editorial rules, doubles, and how much the headlines differ.',
  says: ['check ads', 'check google ads', 'ad lengths', 'validate ads'],
  input: z.object({ file: fileInput('Ads (Headline 1 …, Description 1 …, Final URL)', '.csv,.tsv') }),
  uses: [],
  criteria,
  withoutModel: ['Whether an ad is convincing is not judged, and nothing is shortened.'],
  sample: { files: { 'ads.csv': adsFile }, input: { file: 'file:ads.csv' } },
  async run(job, input) {
    const table = readTable(await job.file(input.file))
    const columns = textColumns(table)
    if (!columns.some(({ kind }) => kind === 'headline'))
      throw new AppError(
        'bad_request',
        `“${table.name}” has no columns “Headline 1”, “Headline 2” and so on. Give an export of responsive search ads.`,
      )
    const address = columnFor(table, ['final url', 'url', 'landing page'])
    const group = columnFor(table, ['ad group', 'ad', 'name', 'campaign'])
    const findings: Finding[] = []
    const emptyLines: number[] = []
    let texts = 0
    const known = new Map<string, number>()
    const ads = table.rows.flatMap(({ line, fields }) => {
      const own = columns.map((one) => ({ ...one, text: fields[one.column] ?? '' })).filter(({ text }) => text !== '')
      if (own.length === 0) {
        emptyLines.push(line)
        return []
      }
      texts += own.length
      const ad = (group && fields[group]) || `line ${line}`
      const add = (column: string, text: string, fault: AdFault) =>
        findings.push({ line, ad, column, text: cutTo(text, 200), ...fault })
      for (const { column, kind, text } of own) for (const fault of adFaults(kind, text)) add(column, text, fault)
      for (const kind of ['headline', 'description'] as const) {
        const of = own.filter((one) => one.kind === kind)
        of.forEach(({ column, text }, at) => {
          const same = of.slice(0, at).find((one) => bare(one.text) === bare(text))
          if (same) add(column, text, { grade: 'error', fault: `the same as ${same.column}` })
        })
      }
      const count = (kind: Kind) => own.filter((one) => one.kind === kind).length
      const [headlines, descriptions] = [count('headline'), count('description')]
      if (headlines < 3) add('Headline', '', { grade: 'error', fault: `${headlines} headlines; at least 3 are needed` })
      if (descriptions < 2)
        add('Description', '', { grade: 'error', fault: `${descriptions} descriptions; at least 2 are needed` })
      if (headlines >= 3 && headlines < 8)
        add('Headline', '', {
          grade: 'warning',
          fault: `${headlines} headlines: 8 to 15 give the system something to choose from`,
        })
      const target = address ? (fields[address] ?? '') : ''
      if (address && !/^https?:\/\/[^\s]+\.[^\s]+$/i.test(target))
        add(address, target, { grade: 'error', fault: target === '' ? 'no address' : 'no whole address with https://' })
      const key = own.map(({ text }) => bare(text)).join('|')
      const earlier = known.get(key)
      if (earlier) add('', '', { grade: 'warning', fault: `the same ad as line ${earlier}` })
      else known.set(key, line)
      const openings = new Set(
        own.filter(({ kind }) => kind === 'headline').map(({ text }) => bare(text.split(/\s+/).slice(0, 2).join(' '))),
      )
      return [
        {
          line,
          ad,
          headlines,
          descriptions,
          longest: Math.max(...own.filter(({ kind }) => kind !== 'path').map(({ text }) => adLength(text))),
          different: headlines === 0 ? 0 : Math.round((100 * openings.size) / headlines),
        },
      ]
    })
    if (ads.length === 0) throw new AppError('bad_request', `“${table.name}” has the columns and no texts in them.`)
    const errors = findings.filter(({ grade }) => grade === 'error')
    const clean = ads.filter(({ line }) => !errors.some((one) => one.line === line)).length
    const sorted = [...findings].sort(
      (a, b) => Number(a.grade === 'warning') - Number(b.grade === 'warning') || a.line - b.line,
    )
    const isEnough = ads.every(({ headlines, descriptions }) => headlines >= 3 && descriptions >= 2)
    await job.deliver({
      title: `Ads of ${table.name}, checked`,
      summary: `${counted(ads.length, 'ad')} with ${counted(texts, 'text')}: ${clean} can be uploaded as they are, ${counted(errors.length, 'error')} and ${counted(findings.length - errors.length, 'warning')} in all.`,
      blocks: [
        ...tableBlock(
          'Findings',
          { grade: 'Grade', line: 'Line', ad: 'Ad', column: 'Column', text: 'Text', fault: 'Finding' },
          sorted.map((one) => ({ ...one })),
        ),
        ...tableBlock(
          'Ads',
          {
            line: 'Line',
            ad: 'Ad',
            headlines: 'Headlines',
            descriptions: 'Descriptions',
            longest: 'Longest text',
            different: 'Headlines that begin differently, %',
          },
          ads,
        ),
      ],
      sources: [
        {
          kind: 'file',
          name: table.name,
          place: `${ads.length} of ${table.rows.length} rows, ${columns.length} columns of texts`,
        },
      ],
      evidence: evidenceFor(
        criteria,
        [true, `${texts} texts in ${columns.length} columns.`],
        [true, `${findings.length} findings.`],
        [
          isEnough,
          isEnough
            ? `${ads.length} of ${ads.length} ads.`
            : `Not so: ${linesOf(ads.filter(({ headlines, descriptions }) => headlines < 3 || descriptions < 2).map(({ line }) => line))}.`,
        ],
      ),
      couldNot: sentences(
        emptyLines.length > 0 && `Rows without any text: ${linesOf(emptyLines)}.`,
        !address && 'There is no column with addresses: they were not checked.',
        'Trademarks, and rules for health, money and politics, are for a person to check.',
        'Nothing was shortened: that needs a person or a model.',
      ),
    })
  },
})
