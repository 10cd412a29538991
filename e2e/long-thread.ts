// A conversation of any length, written straight into the database: talking for as long would take an hour.
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../server/platform/database/embedded.ts'

const code =
  '```ts\nexport const sum = (values: number[]): number =>\n  values.reduce((total, value) => total + value, 0)\n```'
const table = '| Region | Total |\n| --- | ---: |\n| North | 1,200 |\n| South | 900 |'
const prose =
  'The **tide** comes in twice a day, and what it leaves on the sand depends on the wind, the moon and the season. '

function reply(n: number): string {
  const parts = [`Reply ${n}. ${prose.repeat(1 + (n % 4))}`, `- first of ${n}\n- second of ${n}\n- [a page](/tasks)`]
  if (n % 10 === 1) parts.push(code)
  if (n % 14 === 3) parts.push(table)
  return parts.join('\n\n')
}

/** Writes a thread of so many messages, question and reply in turn; `special` replaces some by their number. Gives its id. */
export async function writeThread(
  dataDir: string,
  ownerId: string,
  title: string,
  length: number,
  special: Record<number, string> = {},
): Promise<string> {
  const id = `long-${length}-${ownerId}`
  const numbers = Array.from({ length }, (_, at) => at)
  const contents = numbers.map(
    (n) => special[n] ?? (n % 2 === 0 ? `Question ${n}: what does the tide leave on the sand?` : reply(n)),
  )
  const cluster = await startEmbedded(join(dataDir, 'postgres'))
  const client = new pg.Client(cluster.connection('atrium'))
  await client.connect()
  try {
    await client.query(
      `insert into threads (id, owner_id, title, title_is_derived, leaf_id) values ($1, $2, $3, false, $4)`,
      [id, ownerId, title, `${id}-${length - 1}`],
    )
    await client.query(
      `insert into messages (id, thread_id, owner_id, parent_id, role, content, search, meta, created_at)
       select $1 || '-' || n, $1, $2, case when n > 0 then $1 || '-' || (n - 1) end, case when n % 2 = 0 then 'user' else 'assistant' end,
         body, to_tsvector('simple', body), case when n % 2 = 0 then '{}'::jsonb else '{"mode": "direct", "model": "gpt-4o-mini", "latencyMs": 812}' end,
         now() - make_interval(secs => $4::int - n)
       from unnest($3::text[]) with ordinality as made(body, place), lateral (select place::int - 1 as n) numbered`,
      [id, ownerId, contents, length],
    )
  } finally {
    await client.end()
  }
  return id
}
