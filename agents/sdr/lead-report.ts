import type { Block, NewWorkProduct } from '@atrium/contract/work-product'
import { rounded } from '@atrium/domain/numbers/rounding'
import { evidenceFor, sentences, tableBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import type { Table } from '../kit/table.ts'
import { shownAs } from '../kit/telling.ts'
import { type RankedLead, WORDS_MAX, wordsOf } from './first-message.ts'
import type { Outcome, PlannedTouch } from './follow-ups.ts'
import type { LeadList } from './lead.ts'
import type { Alike, Merge } from './merging.ts'
import type { IdealCustomer } from './scoring.ts'
import { caution, type LeftOut, type Suppression } from './screening.ts'

export const CRITERIA = [
  'Every row of the file is scored, merged with another or left out with its reason.',
  'No mailbox is in the list twice.',
  'Every lead has a grade with the reasons for it.',
  'Each first message is short, asks one question and offers a way to say no.',
  'What was sent and which tasks were added is named, and what was refused.',
] as const

export interface Qualified {
  table: Table
  list: LeadList
  ranked: readonly RankedLead[]
  touches: readonly PlannedTouch[]
  merges: readonly Merge[]
  alike: readonly Alike[]
  leftOut: readonly LeftOut[]
  suppression: Suppression | null
  ideal: IdealCustomer
  outcome: Outcome
  polishedCount: number
  /** What of the workspace could not be read. */
  closed: string | null
  /** Lines of the audience that could not be read. */
  unread: readonly string[]
  /** The person has read the notes of the list. */
  notesRead: boolean
}

/** Rows that went into another. */
const mergedRows = (merges: readonly Merge[]) => merges.reduce((sum, { lines }) => sum + lines.length - 1, 0)
const nameOf = ({ name, emailText, phone }: RankedLead['lead']) => name || emailText || phone

function summaryBlock({ ranked, touches, merges, leftOut, table, ideal }: Qualified): Block {
  const grades = ['now', 'this week', 'nurture', 'leave'] as const
  const of = (next: string) => ranked.filter(({ score }) => score.next === next).length
  const isOpen = ideal.industries.length + ideal.roles.length === 0 && ideal.size === null
  const merged = mergedRows(merges)
  const lines = [
    `**${counted(table.rows.length, 'row')}** in the file: ${counted(ranked.length, 'lead')} scored, ${merged} merged with another, ${leftOut.length} left out.`,
    '',
    `| ${grades.map((one) => `${one[0]?.toUpperCase()}${one.slice(1)}`).join(' | ')} |`,
    `|${grades.map(() => '---:|').join('')}`,
    `| ${grades.map(of).join(' | ')} |`,
    '',
    ...(touches.length > 0
      ? [
          '**Begin with**',
          '',
          ...touches
            .slice(0, 5)
            .map(
              ({ one, writeOn }, at) =>
                `${at + 1}. ${shownAs(nameOf(one.lead))}${one.lead.company ? `, ${shownAs(one.lead.company, 80)}` : ''} (${one.score.grade}) on ${writeOn}: ${shownAs(one.score.reasons.slice(0, 3).join('; '))}`,
            ),
          '',
        ]
      : []),
    'The letter is the fit (A from 75 of 100 points, B from 50, C from 25): seniority 30, role 25, industry 25, size 20. The figure is the intent (1 from 70, 2 from 45, 3 from 20): source up to 35 and last activity up to 30 of 65. Notes are not read.',
    ...(isOpen
      ? ['', 'Nobody has told this seat which industries, roles and sizes it looks for, so the fit is seniority alone.']
      : []),
  ]
  return { kind: 'text', title: 'What to do first', markdown: lines.join('\n') }
}

const leadsBlock = ({ ranked }: Qualified): Block[] =>
  tableBlock(
    'Leads, best first',
    {
      grade: 'Grade',
      name: 'Name',
      role: 'Role',
      company: 'Company',
      email: 'E-mail',
      phone: 'Phone',
      fit: 'Fit',
      intent: 'Intent',
      next: 'Next',
      why: 'Why',
      unknown: 'Not told',
      look: 'Look at',
      lines: 'Lines',
    },
    ranked.map(({ lead, score }) => ({
      grade: score.grade,
      name: lead.name,
      role: lead.role,
      company: lead.company,
      email: lead.email?.address ?? '',
      phone: lead.phone,
      fit: score.fit,
      intent: score.intent,
      next: score.next,
      why: score.reasons.join('; '),
      unknown: score.unknown.join(', '),
      look: caution(lead),
      lines: lead.lines.join(', '),
    })),
  )

const othersBlocks = ({ leftOut, merges, alike }: Qualified): Block[] => [
  ...tableBlock(
    'Left out',
    { lines: 'Lines', name: 'Name', company: 'Company', why: 'Why' },
    leftOut.map(({ lead, reason }) => ({
      lines: lead.lines.join(', '),
      name: nameOf(lead),
      company: lead.company,
      why: reason,
    })),
  ),
  ...tableBlock(
    'Rows merged into one',
    { lines: 'Lines', name: 'Name', by: 'Same', conflicts: 'Kept, and what the others said' },
    merges.map(({ lead, lines, by, conflicts }) => ({
      lines: lines.join(', '),
      name: nameOf(lead),
      by,
      conflicts: conflicts.map(({ field, kept, dropped }) => `${field}: “${kept}”, not “${dropped}”`).join('; '),
    })),
  ),
  ...tableBlock(
    'Perhaps the same person: please decide',
    { a: 'One', b: 'Other', why: 'Why', similarity: 'Alike' },
    alike.map(({ a, b, similarity, why }) => ({
      a: `${nameOf(a)} (line ${a.lines[0]})`,
      b: `${nameOf(b)} (line ${b.lines[0]})`,
      why: `nearly the same name, ${why}`,
      similarity: rounded(similarity, 2),
    })),
  ),
]

function draftsBlocks({ touches }: Qualified): Block[] {
  const drafts = touches.flatMap(({ one }) => (one.message ? [one.message] : []))
  return drafts.length === 0 ? [] : [{ kind: 'drafts', title: 'First messages', drafts }]
}

function evidence({ table, ranked, merges, leftOut, touches, outcome }: Qualified) {
  const merged = mergedRows(merges)
  const mailboxes = ranked.flatMap(({ lead }) => (lead.email ? [lead.email.mailbox] : []))
  const messages = touches.flatMap(({ one }) => (one.message ? [one.message.text] : []))
  const longest = Math.max(0, ...messages.map(wordsOf))
  const open = messages.filter((text) => text.split('?').length === 2 && /“no”|\bno\b/i.test(text)).length
  const all = ranked.length + merged + leftOut.length
  const sent = outcome.sent.size === 0 ? 'No message was sent.' : `Sent: ${[...outcome.sent].join(', ')}.`
  const refused = outcome.notSent.map(({ to, reason }) => `Not sent to ${to}: ${reason}`)
  return evidenceFor(
    CRITERIA,
    [
      table.rows.length,
      table.rows.length - all,
      `${ranked.length} scored + ${merged} merged + ${leftOut.length} left out = ${all} of ${table.rows.length} rows.`,
    ],
    [
      mailboxes.length,
      mailboxes.length - new Set(mailboxes).size,
      `${mailboxes.length} addresses, ${new Set(mailboxes).size} mailboxes.`,
    ],
    [
      ranked.length,
      ranked.filter(({ score }) => score.reasons.length === 0).length,
      `${counted(ranked.length, 'lead')} with grade and reasons, in “Leads, best first”.`,
    ],
    [
      messages.length,
      messages.length - open + messages.filter((text) => wordsOf(text) > WORDS_MAX).length,
      `${counted(messages.length, 'message')}, the longest of ${longest} words (at most ${WORDS_MAX}); ${open} with one question and a way to say no.`,
    ],
    [
      outcome.sent.size + outcome.notSent.length,
      outcome.notSent.filter(({ reason }) => reason === '').length,
      [outcome.tasks.sentence, sent, ...refused].join(' '),
    ],
  )
}

function couldNot({
  list,
  ranked,
  touches,
  suppression,
  outcome,
  polishedCount,
  closed,
  unread,
  notesRead,
}: Qualified): string[] {
  const noted = ranked.filter(({ lead }) => lead.notes !== '')
  const blind = touches.filter(({ one }) => !one.message).length
  const reasons = [...new Set(outcome.notSent.map(({ reason }) => reason))]
  return sentences(
    closed,
    unread.length > 0 && `Lines of the audience that could not be read: ${unread.slice(0, 5).join('; ')}.`,
    'Whether a mailbox exists was not tested: only a message tells.',
    polishedCount > 0
      ? `A model worded ${polishedCount} of the messages; the others are of a template.`
      : 'The messages are of a template, filled from the file and your answers: without a model they are not worded for each person, and nothing was looked up about the companies.',
    noted.length > 0 &&
      !notesRead &&
      `Nobody is written to whose row has a note, until you say that you have read the notes: ${linesOf(noted.flatMap(({ lead }) => lead.lines))}.`,
    noted.length > 0 && notesRead && 'Notes were not read: you said that nobody there asks to be left alone.',
    !suppression && 'No list of customers or of people not to contact was given; compare before you write.',
    suppression &&
      suppression.unreadable.length > 0 &&
      `In the list of those not to contact, ${linesOf(suppression.unreadable)} could not be read.`,
    list.badDates.length > 0 && `Dates that are none count as not told: ${linesOf(list.badDates)}.`,
    list.dateNote,
    list.unused.length > 0 && `Columns that were not used: ${list.unused.slice(0, 20).join(', ')}.`,
    blind > 0 && `${counted(blind, 'lead')} without an address: a call instead of a message.`,
    !outcome.tasks.isDone && outcome.tasks.wanted > 0 && outcome.tasks.sentence,
    outcome.notSent.length > 0 && `${counted(outcome.notSent.length, 'message')} not sent: ${reasons.join(' ')}`,
    'Whether you may write to a person (consent, legitimate interest) is yours to decide; public holidays are not known.',
  )
}

export function leadProduct(done: Qualified): NewWorkProduct {
  const { table, ranked, touches, outcome } = done
  const now = ranked.filter(({ score }) => score.next === 'now').length
  const messages = touches.filter(({ one }) => one.message).length
  return {
    title: `Leads of ${table.name}: ${ranked.length} scored, ${now} to write to now`,
    summary: `${counted(ranked.length, 'lead')} without doubles, graded by fit and intent, and ${counted(messages, 'first message')} ready to be read. ${outcome.tasks.sentence}`,
    blocks: [summaryBlock(done), ...leadsBlock(done), ...draftsBlocks(done), ...othersBlocks(done)],
    sources: [
      { kind: 'file', name: table.name, place: `rows 2–${table.rows.at(-1)?.line ?? 2}` },
      {
        kind: 'answer',
        name: 'What this seat was told, for this task or when it was hired',
        place: 'offer, industries, roles, size, sender',
      },
    ],
    evidence: evidence(done),
    couldNot: couldNot(done),
  }
}
