import { fileInput, playbook } from '@atrium/contract/playbook'
import { addDays } from '@atrium/domain/dates/days'
import { dayAt } from '@atrium/domain/dates/local-time'
import { workingDayUpTo } from '@atrium/domain/dates/working-days'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, linesOf } from '../kit/doing.ts'
import { readTable } from '../kit/table.ts'
import { putNewTasks, TASK_LIST } from '../kit/task-list.ts'
import { answerTo, shownAs } from '../kit/telling.ts'
import { readContracts } from './contract-rows.ts'
import { type Standing, type Term, termOf, versionsOf } from './contract-terms.ts'
import { periodSaid } from './periods.ts'
import { horizon, lead, numberOf, project, REVIEW } from './questions.ts'
import { contracts as sample } from './samples.ts'

const ORDER: readonly Standing[] = [
  'notice day has passed',
  'act now',
  'act soon',
  'notice period unknown',
  'running',
  'end unknown',
  'open-ended',
  'ended',
]

const nameOf = ({ contract: { party, title } }: Term) => (party ? `${party}: ${title}` : title)

function adviceFor(term: Term): string {
  if (term.standing === 'ended') return 'Ended. Check that nothing is still paid or used.'
  if (term.standing === 'end unknown') return 'Find its end in the document.'
  if (term.standing === 'open-ended') return 'It runs until somebody gives notice.'
  if (term.standing === 'notice period unknown')
    return `It renews on ${term.end}: find the notice period in the document.`
  if (term.standing === 'notice day has passed')
    return `It renews on ${term.end}${term.contract.renewal ? ` for ${periodSaid(term.contract.renewal)}` : ''}: agree on a way out, or plan for it.`
  if (term.contract.renews === null) return 'The list does not say whether it renews: find out, then decide.'
  return term.noticeBy
    ? 'Decide whether to keep it; else give notice.'
    : 'Decide whether to renew it: it ends by itself.'
}

const criteria = [
  'Every contract of the file is in the register with its end and the last day for notice, or what is missing',
  'Of several versions one counts, and conflicts are named',
  'What has to be decided within the horizon is named with its day',
]

export const keepRegister = playbook({
  id: 'keepRegister',
  title: 'Contracts in one register, with their deadlines',
  summary:
    'Reads a list of contracts (CSV): next end with renewals rolled forward, last day for notice, versions and their conflicts, what is missing; and can put the decisions into the Task Inbox with their days.',
  examples: ['contract register', 'renewal dates', 'notice periods', 'contract deadlines', 'which contracts renew'],
  input: z.object({
    contracts: fileInput('The contracts (CSV with title and end)', '.csv,.tsv,.txt'),
    tasks: z.boolean().default(true).meta({ title: 'Put what has to be decided into the Task Inbox' }),
  }),
  uses: ['tasks.list', TASK_LIST],
  criteria,
  withoutModel: [],
  sample: { files: { 'contracts.csv': sample }, input: { contracts: 'file:contracts.csv' } },
  async run(job, input) {
    const file = await job.file(input.contracts)
    const read = readContracts(readTable(file))
    const today = dayAt(job.now, job.timeZone)
    const ahead = numberOf(answerTo(job, horizon), 90)
    const early = numberOf(answerTo(job, lead), 14)
    const { current, superseded, conflicts } = versionsOf(read.contracts)
    const terms = current
      .map((contract) => termOf(contract, today, ahead))
      .sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) || (a.daysLeft ?? 0) - (b.daysLeft ?? 0))
    const soon = terms.filter(({ standing }) => standing === 'act now' || standing === 'act soon')
    const passed = terms.filter(({ standing }) => standing === 'notice day has passed')
    const unknown = terms.filter(({ standing }) => standing === 'notice period unknown')
    const sendBy = ({ noticeBy, end }: Term) => {
      const day = workingDayUpTo(addDays(noticeBy ?? end ?? today, -early))
      return day < today ? today : day
    }
    await job.note(
      `${counted(read.contracts.length, 'row')}, ${counted(current.length, 'contract')}, ${soon.length} to decide.`,
    )
    const put =
      input.tasks && soon.length > 0
        ? await putNewTasks(
            job,
            soon.map((term) => ({
              title: `Decide on ${nameOf(term)}: ${term.noticeBy ? `last day for notice ${term.noticeBy}` : `ends ${term.end}`}${term.contract.owner ? `, asks ${term.contract.owner}` : ''}`,
              priority: term.standing === 'act now' ? ('A' as const) : ('B' as const),
              due: sendBy(term),
              project: answerTo(job, project),
            })),
            `To be decided on within ${ahead} days: ${counted(soon.length, 'contract')}.`,
          )
        : null
    await job.deliver({
      title: `Contract register, ${today}`,
      summary: `${counted(current.length, 'contract')} from ${counted(read.contracts.length, 'row')}: ${soon.length} to decide within ${ahead} days, ${passed.length} whose notice day has passed, ${terms.filter(({ missing }) => missing.length > 0).length} with something missing, ${counted(conflicts.length, 'conflict')} between versions.`,
      blocks: [
        textBlock(
          'To decide',
          [...soon, ...passed, ...unknown]
            .slice(0, 20)
            .map(
              (term) =>
                `- **${shownAs(nameOf(term))}** (line ${term.contract.line}): ${term.standing === 'notice day has passed' ? `the notice day was ${term.noticeBy}` : term.noticeBy ? `notice has to arrive by **${term.noticeBy}** (${counted(term.daysLeft ?? 0, 'day')}); send it by ${sendBy(term)}` : `ends on **${term.end}** (${counted(term.daysLeft ?? 0, 'day')})`}. ${adviceFor(term)}`,
            )
            .join('\n') || `Nothing within ${ahead} days.`,
        ),
        ...tableBlock(
          'Register',
          {
            party: 'Party',
            title: 'Contract',
            version: 'Version',
            owner: 'Owner',
            start: 'Start',
            end: 'Next end',
            renewed: 'Renewed',
            notice: 'Notice',
            by: 'Notice by',
            left: 'Days left',
            standing: 'Standing',
            value: 'Value',
            currency: 'Currency',
            missing: 'Missing',
            line: 'Line',
          },
          terms.map((term) => ({
            party: term.contract.party,
            title: term.contract.title,
            version: term.contract.version,
            owner: term.contract.owner,
            start: term.contract.start ?? '',
            end: term.end ?? '',
            renewed: term.renewed,
            notice: term.contract.notice ? periodSaid(term.contract.notice) : '',
            by: term.noticeBy ?? '',
            left: term.daysLeft,
            standing: term.standing,
            value: term.contract.value,
            currency: term.contract.currency,
            missing: term.missing.join(', '),
            line: term.contract.line,
          })),
        ),
        ...tableBlock(
          'Versions that no longer count',
          { title: 'Contract', version: 'Version', line: 'Line', by: 'Counts now', byLine: 'Its line' },
          superseded.map(({ contract, by }) => ({
            title: `${contract.party}: ${contract.title}`,
            version: contract.version,
            line: contract.line,
            by: by.version || 'the later row',
            byLine: by.line,
          })),
        ),
        ...tableBlock(
          'Conflicts',
          { what: 'What', lines: 'Lines' },
          conflicts.map(({ what, lines }) => ({ what, lines: linesOf(lines) })),
        ),
      ],
      sources: [{ kind: 'file', name: file.name, place: counted(read.contracts.length, 'row') }],
      evidence: evidenceFor(
        criteria,
        [
          terms.length + read.nameless.length,
          read.nameless.length,
          `${terms.filter(({ end }) => end !== null).length} of ${terms.length} have an end; column “Missing” says what the others lack.`,
        ],
        [
          superseded.length,
          null,
          `${superseded.length} rows no longer count; ${counted(conflicts.length, 'conflict')}.`,
        ],
        [soon.length, null, `${soon.length} within ${ahead} days. ${put?.sentence ?? ''}`],
      ),
      couldNot: sentences(
        REVIEW,
        read.nameless.length > 0 && `Left out, neither title nor party: ${linesOf(read.nameless)}.`,
        ...read.unread.slice(0, 15).map(({ line, what }) => `Not read in line ${line}: ${what}.`),
        read.note,
        put && !put.isDone && put.sentence,
        'Notice periods were counted back from the end of the term in calendar days and months; the documents themselves were not read.',
      ),
    })
  },
})
