// Hostile files through every upload, import and preview, and hostile calls (WebDAV, CalDAV, pages, shares, addresses): /healthz
// answers within 250 ms, the process stays under 1 GB.
// Needs the client.
//
//   npm run drill hostile                        every file, under every ending that something takes
//   npm run drill hostile -- pdfs quotes         the files whose name (theme/name) contains one of the words
//   npm run drill hostile -- dav/ pages/ others/ outside/    the calls that need no file
//   npm run drill hostile -- --plain             each file under its own ending only
//   npm run drill hostile -- --doors=imports,chat    through some doors only (imports, text, chat, sync, picture, data)
//   npm run drill hostile -- --all               a line for every call, not only for those that failed
//   npm run drill hostile -- --patience=10 --tries=1    gives up sooner: seconds for an answer, tries of a file
//
// A call fails when its answer is 500 or more, or none comes within two minutes (an import says how far it is, and can be stopped), or it refuses without a sentence; when the
// server's process needed more than 1 GB; when it ended; when /healthz took longer than 250 ms in each of three tries,
// and the server's main thread ran for that long meanwhile, or a bare server that was asked at the same moments did not.
import { besiege, type Verdict } from '../hostile/attack.ts'
import type { Answer } from '../hostile/attacker.ts'
import { calls } from '../hostile/calls/all.ts'
import { corpus } from '../hostile/corpus.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const number = (flag: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${flag}=`))?.split('=')[1] ?? otherwise)
const has = (flag: string) => process.argv.includes(flag)
const files = [...corpus, ...calls].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const say = (line: string) => process.stdout.write(`${line}\n`)

const most = (answers: Answer[], of: (answer: Answer) => number) => Math.round(Math.max(0, ...answers.map(of)))
const row = (file: string, size: number, call: string, status: string, answers: Answer[], verdict: string) =>
  `| ${file} | ${size} | ${call} | ${status} | ${most(answers, ({ ms }) => ms)} | ${most(answers, ({ seen }) => seen.longest)} | ${most(answers, ({ seen }) => seen.late)} | ${most(answers, ({ seen }) => seen.busy)} | ${most(answers, ({ seen }) => seen.control)} | ${most(answers, ({ seen }) => seen.peak)} | ${most(answers, ({ seen }) => seen.children)} | ${verdict} |`

function report({ file, size, found, died, faults }: Verdict): void {
  const answers = found.map(({ answer }) => answer)
  const statuses = [...new Set(answers.map(({ status }) => status))].sort().join(' ')
  say(row(file, size, `${answers.length} calls`, statuses, answers, faults.length > 0 ? '**fails**' : 'good'))
  for (const { answer, faults } of found)
    if (faults.length > 0 || has('--all'))
      say(row('', size, answer.call, String(answer.status), [answer], faults.join('; ').replaceAll('|', '\\|')))
  for (const each of died) say(row('', size, '', '', [], each))
}

const siege = await besiege({
  health: 250,
  byClock: true,
  memory: 1024,
  patience: number('patience', 120) * 1000,
  tries: number('tries', 3),
  doors: process.argv
    .find((word) => word.startsWith('--doors='))
    ?.slice(8)
    .split(','),
  renamed: !has('--plain'),
})
say(
  '| file | bytes | call | status | ms | /healthz ms | less waiting ms | ran ms | bare server ms | peak MB | children MB | verdict |',
)
say('|---|---|---|---|---|---|---|---|---|---|---|---|')
let failed = 0
let logged = 0
try {
  for (const file of files) {
    const verdict = await siege.send(file)
    if (verdict.faults.length > 0) failed += 1
    report(verdict)
    for (const line of siege.server.log().slice(logged).split('\n'))
      if (line.includes('unexpected failure')) say(`\n    ${line.slice(0, 600)}\n`)
    logged = siege.server.log().length
  }
} finally {
  await siege.end()
}
say(`\n${files.length - failed} are harmless, ${failed} are not.`)
process.exitCode = failed > 0 ? 1 : 0
