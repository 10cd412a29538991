import { AppError } from '@atrium/contract/errors'
import { fileInput, playbook } from '@atrium/contract/playbook'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted } from '../kit/doing.ts'
import { readJson } from '../kit/json-text.ts'
import { putTasks, TASK_LIST } from '../kit/task-list.ts'
import { cutTo, shownAs } from '../kit/telling.ts'
import { byGravity, practices, repairs } from './dependencies.ts'
import { readAudit, readLock } from './npm-files.ts'
import { REVIEW } from './questions.ts'
import { auditReport, lockFile } from './samples.ts'

const criteria = [
  'Every vulnerable package of the report has its severity and its fix, or the word that there is none',
  'What one command mends stands in one line',
  'The lock file was held against the practices',
]

export const reviewDependencies = playbook({
  id: 'reviewDependencies',
  title: 'Review an npm project’s packages',
  summary:
    'Reads a package-lock.json and the report of npm audit: vulnerable packages by CVSS, the commands that mend most, and what the lock file does against good practice.',
  examples: ['review dependencies', 'npm audit', 'vulnerable packages', 'check package-lock', 'supply chain review'],
  input: z.object({
    lock: fileInput('package-lock.json', '.json').optional(),
    audit: fileInput('The report of npm audit --json', '.json').optional(),
    tasks: z.boolean().default(true).meta({ title: 'Put critical and high ones into the Task Inbox' }),
  }),
  uses: [TASK_LIST],
  criteria,
  withoutModel: [],
  sample: {
    files: { 'package-lock.json': lockFile, 'audit.json': auditReport },
    input: { lock: 'file:package-lock.json', audit: 'file:audit.json' },
  },
  async run(job, input) {
    if (!input.lock && !input.audit)
      throw new AppError('bad_request', 'Give a package-lock.json, the report of npm audit --json, or both.')
    const lock = input.lock ? await job.file(input.lock) : null
    const audit = input.audit ? await job.file(input.audit) : null
    const installed = lock ? readLock(readJson(lock, 'a package-lock.json'), lock.name) : []
    const weak = byGravity(
      audit ? readAudit(readJson(audit, 'the report of npm audit --json'), audit.name, installed) : [],
    )
    const mend = repairs(weak)
    const kept = lock ? practices(installed) : []
    const broken = kept.filter(({ found }) => found.length > 0)
    const grave = weak.filter(({ rating, isDevOnly }) => (rating === 'critical' || rating === 'high') && !isDevOnly)
    await job.note(`${counted(installed.length, 'package')}, ${counted(weak.length, 'vulnerable one')}.`)
    const urgent = mend.filter(({ mends }) => grave.some(({ name }) => mends.includes(name)))
    const put =
      input.tasks && urgent.length > 0
        ? await putTasks(
            job,
            urgent.map(({ command, mends, worst }) => ({
              title: `${command === 'none' ? 'Replace' : `Run ${command} for`} ${cutTo(mends.join(', '), 150)}`,
              priority: worst === 'critical' ? ('A' as const) : ('B' as const),
              project: 'security',
              context: 'dependencies',
            })),
            `${counted(grave.length, 'shipped package')} with critical or high vulnerabilities shall be mended.`,
          )
        : null
    await job.deliver({
      title: 'Review of packages',
      summary: [
        lock
          ? `${counted(installed.length, 'package')} installed, ${installed.filter(({ isDirect }) => isDirect).length} named by the project.`
          : '',
        audit
          ? `${counted(weak.length, 'vulnerable package')}, ${grave.length} critical or high and shipped; ${counted(mend.filter(({ command }) => command !== 'none').length, 'command')} mend what can be mended.`
          : '',
        lock ? `${broken.length} of ${kept.length} practices are not kept.` : '',
      ]
        .filter(Boolean)
        .join(' '),
      blocks: [
        textBlock(
          'What to run',
          mend.length > 0
            ? mend
                .map(
                  ({ command, mends, worst, note }, at) =>
                    `${at + 1}. ${command === 'none' ? '**No fix**' : `**${shownAs(command)}**`} (${worst}): ${shownAs(mends.join(', '))}. ${note}`,
                )
                .join('\n')
            : audit
              ? 'The report names no vulnerable package.'
              : 'Without the report of npm audit, known vulnerabilities were not looked for.',
        ),
        ...tableBlock(
          'Vulnerable packages, the gravest first',
          {
            rating: 'Severity',
            score: 'CVSS',
            name: 'Package',
            range: 'Versions',
            kind: 'How it comes',
            what: 'What',
            cwe: 'CWE',
            fix: 'Fix',
            link: 'Advisory',
          },
          weak.map((one) => ({
            rating: one.rating,
            score: one.score,
            name: one.name,
            range: one.range,
            kind: `${one.isDirect ? 'named by the project' : 'brought along'}${one.isDevOnly ? ', development only' : ''}`,
            what: one.titles.join('; ') || `through ${one.through.join(', ')}`,
            cwe: one.cwe.join(', '),
            fix:
              one.fix === 'none'
                ? 'none known'
                : one.fix === 'audit fix'
                  ? 'npm audit fix'
                  : `${one.update}${one.fix === 'major' ? ' (major)' : ''}`,
            link: one.links.join(' '),
          })),
        ),
        ...(lock
          ? [
              {
                kind: 'checks' as const,
                title: 'Practices of the lock file',
                checks: kept.map(({ what, found, fix, weight }) => ({
                  text: `${what}: ${found.length === 0 ? 'none' : found.length}`,
                  state: found.length === 0 ? ('pass' as const) : ('fail' as const),
                  note:
                    found.length === 0
                      ? ''
                      : cutTo(
                          `${weight}. ${found.slice(0, 12).join('; ')}${found.length > 12 ? ` and ${found.length - 12} more` : ''}. ${fix}`,
                          1_900,
                        ),
                })),
              },
            ]
          : []),
      ],
      sources: [
        ...(lock ? [{ kind: 'file' as const, name: lock.name, place: counted(installed.length, 'package') }] : []),
        ...(audit
          ? [{ kind: 'file' as const, name: audit.name, place: counted(weak.length, 'vulnerable package') }]
          : []),
      ],
      evidence: evidenceFor(
        criteria,
        audit
          ? [
              weak.length,
              null,
              `${weak.length} packages; without a fix: ${weak.filter(({ fix }) => fix === 'none').length}.`,
            ]
          : [0, null, 'No report was given.'],
        [audit ? mend.length : 0, null, `${mend.length} lines for ${weak.length} packages.`],
        lock
          ? [kept.length, 0, `${kept.length} practices, ${broken.length} not kept.`]
          : [0, null, 'No lock file was given.'],
      ),
      couldNot: sentences(
        REVIEW,
        !audit && 'Known vulnerabilities were not looked for: give the report of npm audit --json.',
        !lock && 'The lock file was not given: what is shipped and what is for development alone was not told apart.',
        put && !put.isDone && put.sentence,
        'Whether your code calls the vulnerable part was not looked at.',
      ),
    })
  },
})
