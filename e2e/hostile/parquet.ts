// Parquet files whose metadata (Thrift's compact protocol) say other things than their pages hold.
import { gzipped, zeros, zstdZeros } from './deflate.ts'
import { type HostileFile, hostile, MB, many, worst } from './file.ts'

function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt(value)
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}
const zigzag = (value: number | bigint) => varint(BigInt(value) >= 0n ? BigInt(value) * 2n : -BigInt(value) * 2n - 1n)

type Value = { kind: number; bytes: Buffer }
const int = (value: number | bigint): Value => ({ kind: 6, bytes: zigzag(value) })
const small = (value: number | bigint): Value => ({ kind: 5, bytes: zigzag(value) })
const binary = (text: string): Value => ({ kind: 8, bytes: Buffer.concat([varint(text.length), Buffer.from(text)]) })
const list = (kind: number, items: Buffer[], count = items.length): Value => ({
  kind: 9,
  bytes: Buffer.concat([
    count < 15 ? Buffer.from([(count << 4) | kind]) : Buffer.concat([Buffer.from([0xf0 | kind]), varint(count)]),
    ...items,
  ]),
})
function struct(fields: Record<number, Value>): Value {
  let last = 0
  const parts = Object.entries(fields).map(([id, { kind, bytes }]) => {
    const step = Number(id) - last
    last = Number(id)
    return Buffer.concat([Buffer.from([(step << 4) | kind]), bytes])
  })
  return { kind: 12, bytes: Buffer.concat([...parts, Buffer.from([0])]) }
}

interface Lies {
  rows?: number | bigint
  values?: number | bigint
  codec?: number
  page?: Buffer
  pageSays?: number | bigint
  encoding?: number
  columns?: number
  children?: number | bigint
  footer?: Buffer
  footerSays?: number
  groups?: number
}

/** One column `a` of 64-bit integers in one page, but for the lies. */
function parquet(lies: Lies = {}): Buffer {
  const page = lies.page ?? Buffer.alloc(8)
  const header = struct({
    1: small(0),
    2: small(lies.pageSays ?? page.length),
    3: small(page.length),
    5: struct({ 1: small(lies.values ?? 1), 2: small(lies.encoding ?? 0), 3: small(3), 4: small(3) }),
  }).bytes
  const body = Buffer.concat([Buffer.from('PAR1'), header, page])
  const columns = lies.columns ?? 1
  const column = (at: number) =>
    struct({
      2: int(4),
      3: struct({
        1: small(2),
        2: list(5, [zigzag(lies.encoding ?? 0)]),
        3: list(8, [binary(`a${at}`).bytes]),
        4: small(lies.codec ?? 0),
        5: int(lies.values ?? 1),
        6: int(page.length),
        7: int(body.length - 4),
        9: int(4),
      }),
    }).bytes
  const group = struct({
    1: list(
      12,
      Array.from({ length: columns }, (_, at) => column(at)),
    ),
    2: int(8),
    3: int(lies.rows ?? 1),
  }).bytes
  const footer =
    lies.footer ??
    struct({
      1: small(1),
      2: list(12, [
        struct({ 4: binary('schema'), 5: small(lies.children ?? columns) }).bytes,
        ...Array.from({ length: columns }, (_, at) => struct({ 1: small(2), 3: small(0), 4: binary(`a${at}`) }).bytes),
      ]),
      3: int(BigInt(lies.rows ?? 1) * BigInt(lies.groups ?? 1)),
      4: list(
        12,
        Array.from({ length: lies.groups ?? 1 }, () => group),
      ),
    }).bytes
  const end = Buffer.alloc(8)
  end.writeUInt32LE(lies.footerSays ?? footer.length)
  end.write('PAR1', 4)
  return Buffer.concat([body, footer, end])
}

export const parquets: readonly HostileFile[] = [
  hostile('plain.parquet', 'one row, and no lie: what the others are measured by', () => parquet()),
  hostile('footer-past-the-beginning.parquet', 'a footer of four gigabytes', () => parquet({ footerSays: 0xfffffff0 })),
  worst('rows-by-millions.parquet', 'says 2^62 rows', () => parquet({ rows: 2n ** 62n, values: 2n ** 62n })),
  hostile('rows-2-31.parquet', 'says two thousand million rows in eight bytes', () =>
    parquet({ rows: 2 ** 31 - 1, values: 2 ** 31 - 1 }),
  ),
  hostile('runs.parquet', 'a run of one number 500 million times', () => {
    const count = 500_000_000
    return parquet({
      rows: count,
      values: count,
      encoding: 8,
      page: Buffer.concat([Buffer.from([1]), varint(count * 2), Buffer.from([0])]),
    })
  }),
  hostile('deltas.parquet', 'delta blocks of 2^31 values', () =>
    parquet({
      rows: 2 ** 31 - 1,
      values: 2 ** 31 - 1,
      encoding: 5,
      page: Buffer.concat([varint(2 ** 31), varint(1), varint(2 ** 31), zigzag(0)]),
    }),
  ),
  hostile('gzip.parquet', 'a page that unpacks to 1 GB by gzip', () =>
    parquet({ codec: 2, page: gzipped(zeros(1024 * MB)), pageSays: 1024 * MB, rows: 128 * MB, values: 128 * MB }),
  ),
  hostile('zstd.parquet', 'a page that unpacks to 1 GB by Zstandard', () =>
    parquet({ codec: 6, page: zstdZeros(1024 * MB), pageSays: 1024 * MB, rows: 128 * MB, values: 128 * MB }),
  ),
  hostile('snappy.parquet', 'a page that says it unpacks to two gigabytes by Snappy', () =>
    parquet({
      codec: 1,
      page: Buffer.concat([varint(2 ** 31 - 1), Buffer.alloc(3 * MB, Buffer.from([0xfe, 1, 0]))]),
      pageSays: 2 ** 31 - 1,
    }),
  ),
  hostile('columns.parquet', '100,000 columns that are all one page', () => parquet({ columns: 100_000 })),
  hostile('groups.parquet', '200,000 groups of rows that are all one page', () => parquet({ groups: 200_000 })),
  hostile('children.parquet', 'a schema with 2^31 children', () => parquet({ children: 2 ** 31 - 1 })),
  hostile('schema-in-schema.parquet', 'a schema 200,000 deep', () =>
    parquet({
      footer: struct({
        1: small(1),
        2: list(
          12,
          Array.from({ length: 200_000 }, () => struct({ 3: small(0), 4: binary('a'), 5: small(1) }).bytes),
        ),
        3: int(1),
        4: list(12, []),
      }).bytes,
    }),
  ),
  hostile('structs-in-structs.parquet', 'a footer of a million structures in one another', () =>
    parquet({ footer: Buffer.alloc(MB, 0x1c) }),
  ),
  hostile('list-by-millions.parquet', 'a list that says 2^31 items', () =>
    parquet({ footer: Buffer.concat([Buffer.from([0x19, 0xf0]), varint(2 ** 31)]) }),
  ),
  hostile('name-of-gigabytes.parquet', 'a name that says four gigabytes', () =>
    parquet({ footer: Buffer.concat([Buffer.from([0x48]), varint(2n ** 32n)]) }),
  ),
  hostile('only-ends.parquet', 'PAR1 and PAR1', () => Buffer.from(`PAR1${many(4, () => '\0')}PAR1`)),
]
