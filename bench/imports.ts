import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportAnswer, Upload } from '../contract/module-files.ts'
import { client } from '../e2e/client.ts'
import { startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'

const ROWS = 5_000
/** Persons, each of whom imports every file once into an account with nothing in it. */
const ROUNDS = 5
/** ms for which a person looks for the file once the dialog is open. */
const CHOOSING = 1_000

const rows = (line: (at: number) => string) => Array.from({ length: ROWS }, (_, at) => line(at))
const day = (at: number) => new Date(Date.UTC(2020, 0, 1) + (at % 2000) * 86_400_000).toISOString().slice(0, 10)
const payment = (at: number) =>
  `${day(at)},Shop ${at % 300},"Card, no. ${at}",-${(at * 7919) % 90_000}.${10 + (at % 90)}`
const event = (at: number) => {
  const moment = `${day(at).replaceAll('-', '')}T090000Z`
  return `BEGIN:VEVENT\r\nUID:${at}@bench\r\nDTSTAMP:${moment}\r\nDTSTART:${moment}\r\nDURATION:PT1H\r\nSUMMARY:Post ${at}\r\nEND:VEVENT`
}

interface File {
  name: string
  path: string
  /** Where the other checkout takes it, if elsewhere. */
  there?: string
  text: string
}

/** What people bring every day, of 5,000 rows each. */
const files: File[] = [
  {
    name: 'payments.csv',
    path: '/api/m/wallet/imports/table',
    text: ['Date,Payee,Memo,Amount', ...rows(payment)].join('\n'),
  },
  {
    name: 'cards.txt',
    path: '/api/m/flash/imports/text',
    text: rows((at) => `What is ${at} × 7?\t${at * 7}\tsums`).join('\n'),
  },
  {
    name: 'posts.ics',
    path: '/api/m/content-calendar/imports/ics',
    text: ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Bench//EN', ...rows(event), 'END:VCALENDAR', ''].join('\r\n'),
  },
  {
    name: 'orders.csv',
    path: '/api/m/csv/imports/table',
    text: ['order,day,city,amount', ...rows((at) => `A-${at},${day(at)},Porto,${at % 97}.5`)].join('\n'),
  },
  {
    name: 'todo.txt',
    path: '/api/m/tasks/imports/todotxt',
    there: '/api/m/tasks/importTodoTxt',
    text: rows((at) => `(B) ${day(at)} Call number ${at} +calls @phone`).join('\n'),
  },
]

/** ms of the preview, where there is one, and of the import. */
type Times = Record<'preview' | 'import', number[]>

interface Side {
  name: string
  isOther: boolean
  /**
   * As the page does it: what reads the file is made ready when the dialog opens, before the person has found the file. A
   * program sends it at once.
   */
  hasDialog: boolean
}

async function person(address: () => string, name: string, { isOther, hasDialog }: Side) {
  const { jar, post } = client(address)
  await post('/api/register', { username: name, email: `${name}@example.org`, password: 'correct horse battery' })
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
  return async (file: File, times: Times) => {
    const { name, text } = file
    const path = (isOther ? file.there : undefined) ?? file.path
    const module = path.split('/')[3]
    const timed = async (kind: keyof Times, body: object) => {
      const began = performance.now()
      const answer = await post<ImportAnswer>(path, body)
      times[kind].push(performance.now() - began)
      return answer
    }
    if (!path.includes('/imports/')) return void (await timed('import', { text }))
    const headers = { cookie: cookie() }
    if (hasDialog) {
      await fetch(`${address()}/api/uploads/expected?module=${module}`, { method: 'POST', headers })
      await sleep(CHOOSING)
    }
    const query = isOther ? `name=${name}` : `name=${name}&module=${module}`
    const sent = await fetch(`${address()}/api/uploads?${query}`, { method: 'POST', headers, body: text })
    const { id } = (await sent.json()) as Upload
    await timed('preview', { upload: id, preview: true })
    const { report } = await timed('import', { upload: id })
    if (report.refused > 0) throw new Error(`${name}: ${report.refused} rows were refused`)
  }
}

/**
 * Ordinary imports over HTTP. `--against=<path of another checkout, with its packages>` measures that one too, person by person
 * in turns, so that whatever else the machine does meets both.
 */
export async function benchImports(): Promise<void> {
  const other = process.argv.find((word) => word.startsWith('--against='))?.slice('--against='.length)
  const here = await startServer()
  const there = other ? await startServer({}, { root: other }) : null
  const sides = [
    { name: 'from the dialog', isOther: false, hasDialog: true, server: here },
    { name: 'at once', isOther: false, hasDialog: false, server: here },
    ...(there ? [{ name: 'there', isOther: true, hasDialog: false, server: there }] : []),
  ].map((side) => ({
    ...side,
    times: new Map<File, Times>(files.map((file) => [file, { preview: [], import: [] }])),
  }))
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const side of round % 2 ? sides : sides.toReversed()) {
        const take = await person(() => side.server.url, `${side.name.replaceAll(' ', '-')}${round}`, side)
        // The first person warms both up.
        for (const file of files) await take(file, (round > 0 && side.times.get(file)) || { preview: [], import: [] })
      }
    const rows = files.flatMap((file) =>
      (['preview', 'import'] as const).flatMap((kind) => {
        const medians = sides.map(({ times }) => quantile(times.get(file)?.[kind] ?? [], 0.5))
        const [dialog = Number.NaN, atOnce = Number.NaN, before = Number.NaN] = medians
        if (Number.isNaN(dialog)) return []
        const ratio = (value: number) => (Number.isNaN(before) ? '' : (value / before).toFixed(2))
        return [[`${file.name}: ${kind}`, ...medians.map(ms), ...(there ? [ratio(dialog), ratio(atOnce)] : [])]]
      }),
    )
    const names = sides.map(({ name }) => name)
    table(
      `Imports of ${ROWS.toLocaleString('en')} rows, median of ${ROUNDS} persons`,
      ['', ...names, ...(there ? ['dialog ÷ there', 'at once ÷ there'] : [])],
      rows,
    )
  } finally {
    await here.stop()
    await there?.stop()
  }
}
