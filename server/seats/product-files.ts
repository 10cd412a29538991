import type { Block, WorkProduct } from '@atrium/contract/work-product'
import { recordLine } from '@atrium/domain/tables/writing'

type Table = Extract<Block, { kind: 'table' }>

const cell = (value: string | number | null | undefined): string =>
  String(value ?? '')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')

const table = ({ columns, rows }: Table): string =>
  [
    `| ${columns.map(({ title }) => cell(title)).join(' | ')} |`,
    `| ${columns.map(({ align }) => (align === 'end' ? '--:' : '---')).join(' | ')} |`,
    ...rows.map((row) => `| ${columns.map(({ key }) => cell(row[key])).join(' | ')} |`),
  ].join('\n')

const MARKS = { pass: '[x]', fail: '[ ]', unknown: '[?]' }
const MET = { yes: 'met', no: 'not met', unknown: 'not known' }

function body(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.markdown
    case 'table':
      return table(block)
    case 'drafts':
      return block.drafts
        .map(({ to, subject, text }) => `**To:** ${to}\n**Subject:** ${subject}\n\n${text}`)
        .join('\n\n---\n\n')
    case 'checks':
      return block.checks
        .map(({ text, state, note }) => `- ${MARKS[state]} ${text}${note ? ` — ${note}` : ''}`)
        .join('\n')
  }
}

const list = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')] : []

/** A product as one CommonMark document (with tables), its evidence and sources at the end. */
export const asMarkdown = (product: WorkProduct): string =>
  [
    `# ${product.title}`,
    product.summary,
    ...product.blocks.flatMap((block) => [...(block.title ? [`## ${block.title}`] : []), body(block)]),
    ...list(
      'Acceptance criteria',
      product.evidence.map(({ criterion, met, note }) => `${criterion}: ${MET[met]}${note ? `. ${note}` : ''}`),
    ),
    ...list(
      'Sources',
      product.sources.map(({ name, place }) => (place ? `${name}, ${place}` : name)),
    ),
    ...list('Not done', product.couldNot),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .concat('\n')

/** The nth table of a product as CSV, cells that a spreadsheet would run made harmless; null when there is none. */
export function asCsv(product: WorkProduct, at: number): string | null {
  const found = product.blocks.filter((block): block is Table => block.kind === 'table')[at]
  if (!found) return null
  const rows = found.rows.map((row) => found.columns.map(({ key }) => row[key] ?? ''))
  return [found.columns.map(({ title }) => title), ...rows]
    .map((cells) => recordLine(cells.map(String), { isGuarded: true }))
    .join('')
}
