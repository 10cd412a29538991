// With 64 file descriptors and 100 connections the server does not die, loses nothing, answers again, and says so in its log.
// Needs the client.
//
//   npm run drill descriptors                    64 descriptors, 100 connections, 5 rounds
//   npm run drill descriptors -- --descriptors=80 --connections=300 --rounds=20
//
// In a round the connections are opened and kept one by one, records, files and chats are sent meanwhile, then the connections
// are closed. A round is good when /healthz answers within 10 s after, and every record, file and chat that was acknowledged is there.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSystemPostgres, systemPostgres } from '../../scripts/postgres.mjs'
import { client } from '../client.ts'
import { startServer } from '../server.ts'

const number = (flag: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${flag}=`))?.split('=')[1] ?? otherwise)
const [DESCRIPTORS, CONNECTIONS, ROUNDS] = [number('descriptors', 64), number('connections', 100), number('rounds', 5)]
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The system's where there is one, so that the limit is the server's alone. */
const postgres = systemPostgres()
const database = postgres ? await startSystemPostgres(postgres) : null
const server = await startServer(database ? { DATABASE_URL: database.url } : {}, { descriptors: DESCRIPTORS }).catch(
  async (error) => {
    await database?.stop()
    throw error
  },
)
let bad = 0
try {
  const person = client(() => server.url)
  await person.post('/api/register', {
    username: 'tester',
    email: 'tester@example.org',
    password: 'correct horse battery',
  })
  const { port } = new URL(server.url)
  const cookie = () => [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const alive = async () => (await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok
  for (let round = 0; round < ROUNDS; round++) {
    const titles: string[] = []
    const files: { id: string; content: string }[] = []
    const chats: { id: string; said: string }[] = []
    const sockets: Socket[] = []
    let refused = 0
    const occupy = (count: number) => {
      for (let at = 0; at < count; at++) {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => undefined)
        sockets.push(socket)
      }
    }
    const acts = Array.from({ length: 30 }, async (_, at) => {
      await sleep(at * 20)
      occupy(Math.ceil(CONNECTIONS / 30))
      const signal = AbortSignal.timeout(8_000)
      const content = `round ${round}, file ${at}. `.repeat(5_000)
      const said = `round ${round}, hello ${at}`
      const headers = { cookie: cookie(), 'content-type': 'application/json' }
      const title = `round ${round}, task ${at}`
      const send = (path: string, type: string, body: string) =>
        fetch(server.url + path, { method: 'POST', headers: { ...headers, 'content-type': type }, body, signal })
      try {
        if (at % 3 === 0) {
          const answer = await send('/api/m/tasks/add', 'application/json', JSON.stringify({ title }))
          if (answer.ok) titles.push(title)
          else refused += 1
        } else if (at % 3 === 1) {
          const answer = await send(`/api/files?name=notes-${at}.txt`, 'text/plain', content)
          if (answer.ok) files.push({ id: ((await answer.json()) as { id: string }).id, content })
          else refused += 1
        } else {
          const answer = await send('/api/converse/stream', 'application/json', JSON.stringify({ message: said }))
          const id = answer.headers.get('x-thread-id')
          if (answer.ok && id) chats.push({ id, said })
          else refused += 1
        }
      } catch {
        refused += 1
      }
    })
    await Promise.all(acts)
    await sleep(500)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
    let waited = 0
    while (!(await alive().catch(() => false)) && waited < 10_000) {
      await sleep(250)
      waited += 250
    }
    const faults: string[] = []
    if (waited >= 10_000) faults.push('/healthz is silent')
    else {
      const { output } = await person.post<{ output: { text: string } }>('/api/m/tasks/exportTodoTxt')
      const kept = output.text.split('\n')
      for (const title of titles)
        if (kept.filter((line) => line.endsWith(title)).length !== 1) faults.push(`lost or doubled: ${title}`)
      for (const { id, content } of files)
        if ((await (await person.send('GET', `/api/files/${id}`)).text()) !== content) faults.push(`lost: file ${id}`)
      for (const { id, said } of chats) {
        const thread = await person.get<{ messages: { content: string }[] }>(`/api/chat/thread/${id}`)
        if (thread.messages[0]?.content !== said) faults.push(`lost: ${said}`)
      }
    }
    if (faults.length > 0) bad += 1
    say(
      `round ${round + 1}: ${titles.length} records, ${files.length} files, ${chats.length} chats acknowledged, ${refused} refused; back after ${waited} ms; ${faults.length === 0 ? 'good' : faults.join('; ')}`,
    )
    if (waited >= 10_000) break
  }
  const told = /file descriptors|open files|EMFILE/.test(server.log())
  say(`The log ${told ? 'says' : 'does not say'} that file descriptors ran out.`)
  const lines = server.log().split('\n')
  for (const line of new Set(
    lines
      .map((line) => line.slice(0, 400))
      .filter(Boolean)
      .slice(0, 12),
  ))
    say(`    ${line}`)
  if (bad > 0 || !told) process.exitCode = 1
} finally {
  await server.stop()
  await database?.stop()
}
