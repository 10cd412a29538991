// The clock of two servers and their database jumps a day ahead and back while they work: nothing is lost, doubled or stuck.
// Needs libfaketime (Debian's package faketime).
//
//   npm run drill clock-jumps                    3 rounds of + 1 day, back, − 1 day, back
//   npm run drill clock-jumps -- --rounds=10
//
// Through each jump replies are streamed, records are added and people sign in anew, with a password and with a code of an app.
// Subscriptions end and schedules are due in the hours that are jumped over, forwards and back. Good is when
// - every reply is whole, or kept as interrupted, and no run was taken over twice;
// - every record that was acknowledged is there once, the session holds, and a new sign-in is not refused;
// - a code of the jumped clock signs in once, stays used when the clock goes back, and recovery codes open meanwhile;
// - a period that ended gives one order, one that did not gives none, and the same for schedules and tasks;
// - the run of a server that was killed when the clock was ahead is taken over by the other within a minute.
//
// That a period ends, or a schedule is due, so many hours from now is written into the database; the servers look at orders
// every second instead of every minute. A code that was used when the clock was ahead makes those of the time before it count as used
// until the clock is there again: that is what the recovery codes are for.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ThreadHistory } from '../../contract/chat.ts'
import type { Schedule } from '../../contract/workforce-seats.ts'
import { shown } from '../../server/accounts/test-totp.ts'
import { connect } from '../../server/platform/database/connect.ts'
import { startEmbedded } from '../../server/platform/database/embedded.ts'
import { testOrder } from '../../server/workforce/test-order.ts'
import { client } from '../client.ts'
import { startFakeProvider } from '../fake-provider/client.ts'
import { libraryOfFaketime } from '../faketime.ts'
import { hire, type Person, register } from '../hiring.ts'
import { scratch, startServer } from '../server.ts'
import { until, within } from '../waiting.ts'

const ROUNDS = Number(process.argv.find((word) => word.startsWith('--rounds='))?.slice(9) ?? 3)
const JUMPS = [1, 0, -1, 0] as const
/** 30-second steps of a day, as authenticator apps count them. */
const DAY_STEPS = 2_880
/** ms */
const PATIENCE = 60_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const library = libraryOfFaketime()
if (library === null) {
  say('This drill needs libfaketime: install the package faketime.')
  process.exit(1)
}
// The database's user must be able to read it too.
const clock = join(scratch('clock'), 'clock')
let offset = 0
const move = (days: number) => {
  offset = days
  writeFileSync(clock, `${days < 0 ? '' : '+'}${days * 86_400}s\n`)
}
move(0)
const moved = {
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_NO_CACHE: '1',
}
const text = Array.from({ length: 120 }, (_, at) => `word${at}`).join(' ')
const fake = await startFakeProvider()
await fake.byDefault({ text, delay: 20 })
Object.assign(process.env, moved) // for the database, which inherits it; this process has its clock already
const cluster = await startEmbedded(join(scratch('clock-db'), 'postgres'))
for (const name of Object.keys(moved)) delete process.env[name]
const own = cluster.connection('postgres')
const db = connect(own, () => undefined)
const sql = db.$client
const environment = {
  ...moved,
  DATABASE_URL: `postgres://${own.user}:${own.password}@localhost/postgres?host=${encodeURIComponent(String(own.host))}`,
  DATA_DIR: scratch('clock-data'),
  SESSION_SECRET: 'a secret of the drill that is long enough',
  RATE_LIMIT_FACTOR: '30',
  ORDERS_EVERY: '1000',
  OPENAI_BASE_URL: `${fake.url}/v1`,
  MODELS: 'gpt-4o-mini',
}
const program = 'server/seats/test-crash-server.ts'
const server = await startServer(environment, { program })
const second = await startServer(environment, { program })
let faults = 0
const sums = { replies: 0, whole: 0, records: 0, codes: 0, renewals: 0, tasks: 0, taken: 0 }
const fault = (line: string) => {
  faults += 1
  say(`    **${line}**`)
}
const password = 'correct horse battery'
const at = (days: number) => (days === 0 ? 'now' : `${days > 0 ? '+' : '−'} 1 day`)

/** A person whose sign-in asks for a code of their app. */
async function withCodes(name: string) {
  const person = await register(
    client(() => server.url),
    name,
  )
  const { secret, recoveryCodes } = await person.post<{ secret: string; recoveryCodes: string[] }>(
    '/api/user/two-factor',
    { password },
  )
  const code = (steps = 0) => shown(secret, offset * DAY_STEPS + steps)
  await person.post('/api/user/two-factor/confirm', { code: code(-1) })
  /** Both steps of signing in; the status of the second. */
  const signIn = async (code: string, kind?: 'recovery') => {
    const browser = client(() => second.url)
    await browser.post('/api/login', { username: name, password })
    return (await browser.send('POST', '/api/login/two-factor', { code, kind })).status
  }
  return { code, signIn, recovery: recoveryCodes }
}

/** A code is good once at every clock: also when it is shown again because the clock has gone back. */
async function codes(name: string, days: number): Promise<void> {
  const { code, signIn, recovery } = await withCodes(name)
  const expect = async (what: string, wanted: number, code: string | undefined, kind?: 'recovery') => {
    const status = await signIn(code ?? '', kind)
    sums.codes += 1
    if (status !== wanted) fault(`${what} at ${at(days)}: ${status} instead of ${wanted}`)
  }
  const used = code()
  await expect('a code of this clock', 200, used)
  await expect('a used code', 422, used)
  move(days + 1)
  const ahead = code()
  await expect('a code of the clock a day ahead', 200, ahead)
  move(days)
  await expect('a used code, the clock there and back', 422, used)
  await expect('the code of the clock ahead, after it', 422, ahead)
  await expect('a recovery code, after it', 200, recovery[0], 'recovery')
  await expect('a used recovery code', 422, recovery[0], 'recovery')
}

const countOf = async (table: string, column: string, id: string) =>
  (await sql.query<{ count: number }>(`select count(*)::int as count from ${table} where ${column} = $1`, [id])).rows[0]
    ?.count ?? 0

/** What ends, or is due, so many hours from the present of the clock: a subscription and a schedule. */
interface Due {
  subscription: string
  schedule: string
  /** Whether its hour has come at some moment since. */
  came: boolean
}
async function due(person: Person & { id: string }, seatId: string, hours: number): Promise<Due> {
  const { subscription } = await testOrder(db, person.id, 'paid')
  await sql.query(
    `update subscriptions set period_end = now() + make_interval(hours => $2),
       period_start = now() + make_interval(hours => $2) - interval '1 month', started_at = now() + make_interval(hours => $2) - interval '1 month' where id = $1`,
    [subscription, hours],
  )
  const { id: schedule } = await person.post<Schedule>('/api/workforce/schedules', {
    seatId,
    title: `due in ${hours} hours`,
    playbook: 'sayHello',
    trigger: { kind: 'time', cron: '0 0 1 1 *', timeZone: 'UTC' },
  })
  await sql.query('update seat_schedules set next_at = now() + make_interval(hours => $2) where id = $1', [
    schedule,
    hours,
  ])
  return { subscription, schedule, came: false }
}

/** One order more than the first and one task where the hour came, none where it did not; how many there are. */
async function judge({ subscription, schedule, came }: Due, days: number) {
  const wanted = came ? 1 : 0
  const counts = async () =>
    [
      (await countOf('orders', 'subscription_id', subscription)) - 1,
      await countOf('seat_tasks', 'schedule_id', schedule),
    ] as const
  await until('A renewal and a task', 30_000, async () => (await counts()).every((count) => count >= wanted)).catch(
    () => undefined,
  )
  const [renewals, tasks] = await counts()
  if (renewals !== wanted) fault(`${renewals} renewals instead of ${wanted} at ${at(days)}`)
  if (tasks !== wanted) fault(`${tasks} tasks of a schedule instead of ${wanted} at ${at(days)}`)
  return { renewals, tasks }
}

try {
  const person = await register(
    client(() => server.url),
    'tester',
  )
  const other = client(() => second.url)
  for (const [name, value] of person.jar) other.jar.set(name, value)
  const [seat] = await hire(person, person, { kb: 1 })
  const dues: Due[] = []
  for (let round = 1; round <= ROUNDS; round++)
    for (const days of JUMPS) {
      const begun = await Promise.all(
        Array.from({ length: 3 }, (_, at) =>
          (at < 2 ? person : other).send('POST', '/api/converse/stream', {
            message: `round ${round}, ${days} days, message ${at}`,
          }),
        ),
      )
      const bodies = begun.map((answer) => answer.text())
      // Ahead, the hour is jumped over; back, it comes when the clock is where it was.
      if (days === 1) dues.push(await due(person, seat?.id ?? '', 12))
      await sleep(500)
      const before = offset
      move(days)
      if (days === 1) for (const one of dues) one.came = true
      if (days === 0 && before === -1) for (const one of dues) one.came = true
      const titles: string[] = []
      for (let at = 0; at < 5; at++) {
        const title = `round ${round} days ${days} task ${sums.records} ${at}`
        const answer = await person.send('POST', '/api/m/tasks/add', { title })
        if (answer.ok) titles.push(title)
        else fault(`a record was refused after ${days} days: ${answer.status} ${await answer.text()}`)
      }
      sums.records += titles.length
      await sleep(1_100) // Node keeps the Date of its answers for a second
      const date = Date.parse((await person.send('GET', '/healthz')).headers.get('date') ?? '')
      if (Math.round((date - Date.now()) / 86_400_000) !== days)
        fault(`the clock of the server did not move to ${days} days`)
      const again = await client(() => server.url).send('POST', '/api/login', { username: 'tester', password })
      if (!again.ok) fault(`signing in was refused at ${days} days: ${again.status} ${await again.text()}`)
      for (const [at, body] of bodies.entries()) {
        const said = await within(`The end of reply ${at} at ${days} days`, PATIENCE, body)
        if (!said.trimEnd().endsWith('[DONE]')) fault(`reply ${at} had no end at ${days} days`)
        const id = begun[at]?.headers.get('x-thread-id')
        const { messages } = await person.get<ThreadHistory>(`/api/chat/thread/${id}`)
        const [reply] = messages.filter(({ role }) => role === 'assistant')
        sums.replies += 1
        if (reply?.status === 'complete' && reply.content === text) sums.whole += 1
        else if (reply?.status !== 'interrupted' || !text.startsWith(reply.content))
          fault(`reply ${at} is ${reply?.status} with ${reply?.content.length} characters at ${days} days`)
      }
      const { output } = await person.post<{ output: { text: string } }>('/api/m/tasks/exportTodoTxt')
      const lines = output.text.split('\n')
      for (const title of titles) {
        const count = lines.filter((line) => line.endsWith(title)).length
        if (count !== 1) fault(`"${title}" is there ${count} times`)
      }
      if (days === -1) dues.push(await due(person, seat?.id ?? '', 12))
      for (const one of dues) await judge(one, days)
      await codes(`codes-${round}-${sums.records}`, days)
      if (days === 1) {
        // The lease of a killed server's run ends a day ahead: the other must not wait for that.
        const left = await other.send('POST', '/api/converse/stream', { message: `round ${round}, left behind` })
        left.text().catch(() => undefined)
        const id = left.headers.get('x-run-id')
        await sleep(300)
        await second.kill()
        move(0)
        const events = await person.send('GET', `/api/runs/${id}/events`)
        const seen = await within(
          'The end of a reply whose server was killed when the clock was ahead',
          PATIENCE,
          events.text(),
        )
        if (!seen.trimEnd().endsWith('[DONE]')) fault('a reply of a killed server has no end')
        sums.taken += 1
        move(days)
        await within('The start of the second server', 2 * PATIENCE, second.restart())
      }
    }
  await sleep(6_000) // one more look of both at what is due
  for (const one of dues) {
    const { renewals, tasks } = await judge(one, 0)
    sums.renewals += renewals
    sums.tasks += tasks
  }
  const { rows } = await sql.query<{ most: number }>('select max(attempts)::int as most from runs')
  if ((rows[0]?.most ?? 0) > 2) fault(`a run was begun ${rows[0]?.most} times`)
  for (const one of [server, second])
    if (one.log().includes('unexpected failure')) fault('the log has unexpected failures')
  say(
    `${ROUNDS * JUMPS.length} jumps: ${sums.replies} replies (${sums.whole} whole), ${sums.taken} of a killed server taken over, ${sums.records} records, ${sums.codes} sign-ins with a code, ${dues.length} periods that ended gave ${sums.renewals} orders and ${dues.length} schedules that were due ${sums.tasks} tasks, ${faults} faults.`,
  )
  if (faults > 0) say(server.log().slice(-3_000))
  process.exitCode = faults > 0 ? 1 : 0
} finally {
  move(0)
  await second.kill()
  await server.stop()
  await sql.end()
  await cluster.stop()
  await fake.stop()
}
