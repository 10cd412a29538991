import { join } from 'node:path'
import pg from 'pg'
import { scratch } from '../e2e/server.ts'
import { searchThreads } from '../server/chat/search.ts'
import { startEmbedded } from '../server/platform/database/embedded.ts'
import { migrateDatabase } from '../server/platform/database/migrate.ts'
import { ms, quantile, table } from './measure.ts'

const MESSAGES = 100_000

/** Search over one person's 100,000 messages: a rare word, a common one, several, a beginning, and none. */
export async function benchSearch(): Promise<void> {
  const cluster = await startEmbedded(join(scratch('bench-search'), 'pg'))
  const pool = new pg.Pool(cluster.connection('postgres'))
  await migrateDatabase(cluster.connection('postgres'))
  await pool.query(
    `insert into threads (id, owner_id, title) select 't' || n, 'ann', 'thread ' || n from generate_series(1, 1000) n`,
  )
  // Words fall off as in prose: word1 in most messages, word5000 in few.
  await pool.query(
    `insert into messages (id, thread_id, owner_id, role, content, search, created_at)
     select 'm' || n, 't' || (n % 1000 + 1), 'ann', 'user', body, array_to_tsvector(string_to_array(body, ' ')), now() - make_interval(secs => n)
     from (select n, string_agg('word' || ceil(5000 * power(random(), 4)), ' ') as body from generate_series(1, $1::int) n, generate_series(1, 60) group by n) made`,
    [MESSAGES],
  )
  await pool.query(
    `update messages set content = content || ' zanzibar', search = search || array_to_tsvector(string_to_array('zanzibar', ' ')) where id in ('m777', 'm54321')`,
  )
  await pool.query('vacuum analyze')
  const rows: string[][] = []
  for (const [what, words] of [
    ['rare', 'zanzibar'],
    ['common', 'word1'],
    ['common and rare', 'word1 word2 zanzibar'],
    ['three common', 'word1 word2 word3'],
    ['a beginning', 'word49'],
    ['a very common beginning', 'wor'],
    ['nothing', 'xylophone'],
  ] as const) {
    const times: number[] = []
    let hits = 0
    for (let round = 0; round < 20; round++) {
      const began = performance.now()
      hits = (await searchThreads(pool, 'ann', words)).length
      if (round >= 3) times.push(performance.now() - began)
    }
    rows.push([what, words, String(hits), ms(quantile(times, 0.5)), ms(quantile(times, 0.95))])
  }
  table(
    `Search over ${MESSAGES.toLocaleString('en')} messages of one person (query, highlight and all)`,
    ['kind', 'words', 'hits', 'p50', 'p95'],
    rows,
  )
  await pool.end()
  await cluster.stop()
}
