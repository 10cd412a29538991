import type { ImportAnswer, Upload } from '../contract/module-files.ts'
import { client } from '../e2e/client.ts'
import { startServer } from '../e2e/server.ts'
import { ms, quantile, table } from './measure.ts'

const ROWS = 5_000
/** Persons, each of whom imports every file once into an account with nothing in it. */
const ROUNDS = 5

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
    path: '/api/m/tasks/importTodoTxt',
    text: rows((at) => `(B) ${day(at)} Call number ${at} +calls @phone`).join('\n'),
  },
]

/** ms of the preview, where there is one, and of the import. */
type Times = Record<'preview' | 'import', number[]>

async function person(address: () => string, name: string) {
  const { jar, post } = client(address)
  await post('/api/register', { username: name, email: `${name}@example.org`, password: 'correct horse battery' })
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
  return async ({ name, path, text }: File, times: Times) => {
    const timed = async (kind: keyof Times, body: object) => {
      const began = performance.now()
      const answer = await post<ImportAnswer>(path, body)
      times[kind].push(performance.now() - began)
      return answer
    }
    if (!path.includes('/imports/')) return void (await timed('import', { text }))
    const headers = { cookie: cookie() }
    const sent = await fetch(`${address()}/api/uploads?name=${name}`, { method: 'POST', headers, body: text })
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
  const sides = [{ name: 'here' }, ...(other ? [{ name: 'there', root: other }] : [])]
  const servers = await Promise.all(
    sides.map(async ({ name, root }) => ({
      name,
      server: await startServer({}, { root }),
      times: new Map<File, Times>(files.map((file) => [file, { preview: [], import: [] }])),
    })),
  )
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const { name, server, times } of round % 2 ? servers : servers.toReversed()) {
        const take = await person(() => server.url, `${name}${round}`)
        // The first person warms both up.
        for (const file of files) await take(file, (round > 0 && times.get(file)) || { preview: [], import: [] })
      }
    const median = (side: number, file: File, kind: keyof Times) =>
      quantile(servers[side]?.times.get(file)?.[kind] ?? [], 0.5)
    table(
      `Imports of ${ROWS.toLocaleString('en')} rows, median of ${ROUNDS} persons`,
      ['', 'here', ...(other ? ['there', 'here ÷ there'] : [])],
      files.flatMap((file) =>
        (['preview', 'import'] as const)
          .filter((kind) => !Number.isNaN(median(0, file, kind)))
          .map((kind) => {
            const [here, there] = [median(0, file, kind), median(1, file, kind)]
            return [`${file.name}: ${kind}`, ms(here), ...(other ? [ms(there), (here / there).toFixed(2)] : [])]
          }),
      ),
    )
  } finally {
    for (const { server } of servers) await server.stop()
  }
}
