// Archives of our own kind (docs/archive-format.md) that were made to hurt.
import type { Part } from './deflate.ts'
import { zeros } from './deflate.ts'
import { type HostileFile, hostile, MB, many } from './file.ts'
import { type Entry, entryOf, packedEntry, storedEntry, zipOf } from './zip-writer.ts'

const id = (at: number) => `01980000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
const AT = '2026-01-05T09:30:00.000Z'
const manifest = (more = {}) =>
  entryOf(
    'manifest.json',
    JSON.stringify({ format: 'atrium-export', formatVersion: 1, madeBy: '0.1.0', madeAt: AT, counts: {}, ...more }),
  )
const archive = (...entries: Entry[]) => zipOf([manifest(), ...entries])
const thread = (at: number, more = {}) =>
  `${JSON.stringify({ thread: { id: id(at), title: 'x', titleIsDerived: false, space: null, persona: 'personal', model: null, pinnedAt: null, archivedAt: null, deletedAt: null, leafId: null, createdAt: AT, updatedAt: AT, ...more } })}\n`
const message = (at: number, parentId: string | null, more = {}) =>
  `${JSON.stringify({ message: { id: id(at), parentId, role: 'user', content: 'x', status: 'complete', meta: {}, feedback: null, feedbackReason: null, files: [], createdAt: AT, ...more } })}\n`
const record = (at: number, data: unknown = { title: 'x' }) =>
  `${JSON.stringify({ id: id(at), data, schemaVersion: 1, version: 1, createdAt: AT, updatedAt: AT, deletedAt: null })}\n`
const threads = (...parts: Part[]) => archive(entryOf('threads.jsonl', ...parts))
const tasks = (...parts: Part[]) => archive(entryOf('records/tasks.tasks.jsonl', ...parts))
const fileLine = (at: number, more = {}) =>
  `${JSON.stringify({ id: id(at), name: 'a.txt', mime: 'text/plain', size: 5, sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', module: null, createdAt: AT, ...more })}\n`
const upTo = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

export const ownArchives: readonly HostileFile[] = [
  hostile('line.zip', 'our archive with a line of 1 GB', () =>
    threads(thread(1), '{"message":"', { unit: 'a'.repeat(1024), times: MB }),
  ),
  hostile('lines.zip', 'our archive with 50 million empty lines', () => threads({ unit: '\n', times: 50_000_000 })),
  hostile('lines-of-nothing.zip', 'our archive with ten million lines of an empty object', () =>
    threads({ unit: '{}\n', times: 10_000_000 }),
  ),
  hostile('deep-line.zip', 'our archive with a line ten million deep', () => threads({ unit: '[', times: 10 * MB })),
  hostile('deep-record.zip', 'a record a million deep', () =>
    tasks(`{"id":"${id(1)}","data":`, { unit: '{"a":', times: MB }, '1', { unit: '}', times: MB }, '}\n'),
  ),
  hostile('records-1000000.zip', 'a million records of one id', () => tasks({ unit: record(1), times: MB })),
  hostile('records-200000.zip', '200,000 records', () => tasks(many(200_000, (at) => record(at)))),
  hostile('record-of-60mb.zip', 'a record of 60 MB', () =>
    tasks(record(1, { title: 'HERE' }).replace('HERE', () => 'a'.repeat(60 * MB))),
  ),
  hostile('record-kinds.zip', 'records of another kind, half characters and NUL', () =>
    tasks(
      record(1, null),
      record(2, []),
      record(3, { title: '\ud800\0' }),
      record(4, { title: 'x', __proto__: { y: 1 } }),
      '{"id":1}\nnull\n1\n"x"\n[]\n',
      record(5).replace(AT, '99999-99-99'),
      record(6).replace('"version":1', '"version":1e308'),
    ),
  ),
  hostile('unknown-records.zip', '20,000 collections that there are not', () =>
    archive(...upTo(20_000, (at) => entryOf(`records/m${at}.c${at}.jsonl`, record(1)))),
  ),
  hostile('messages-100000.zip', 'a conversation of 100,000 messages, one below the other', () =>
    threads(
      thread(1),
      many(100_000, (at) => message(at + 2, at ? id(at + 1) : null)),
    ),
  ),
  hostile('messages-in-a-circle.zip', 'messages that are each other’s parents', () =>
    threads(thread(1), message(2, id(3)), message(3, id(2)), message(4, id(4))),
  ),
  hostile('threads-200000.zip', '200,000 conversations', () => threads(many(200_000, (at) => thread(at)))),
  hostile('message-without-thread.zip', '300,000 messages of no conversation', () =>
    threads({ unit: message(2, null), times: 300_000 }),
  ),
  hostile('message-of-50mb.zip', 'a message of 50 MB', () =>
    threads(
      thread(1),
      message(2, null, { content: 'HERE' }).replace('HERE', () => 'a'.repeat(50 * MB)),
    ),
  ),
  hostile('files-120000.zip', '120,000 files', () =>
    archive(
      entryOf(
        'files.jsonl',
        many(120_000, (at) => fileLine(at)),
      ),
      ...upTo(1000, (at) => storedEntry(`files/${id(at)}`, Buffer.from('hello'))),
    ),
  ),
  hostile('file-bomb.zip', 'a file that says five bytes, and has a gigabyte', () =>
    archive(entryOf('files.jsonl', fileLine(1)), packedEntry(`files/${id(1)}`, zeros(1024 * MB))),
  ),
  hostile('files-of-gigabytes.zip', 'twelve files of 500 MB', () => {
    const bomb = zeros(500 * MB)
    return archive(
      entryOf(
        'files.jsonl',
        many(12, (at) => fileLine(at, { size: 500 * MB, sha256: 'x' })),
      ),
      ...upTo(12, (at) => packedEntry(`files/${id(at)}`, bomb)),
    )
  }),
  hostile('file-names.zip', 'files whose ids and names climb', () =>
    archive(
      entryOf(
        'files.jsonl',
        fileLine(1, { id: '../../../x' }),
        fileLine(2, { name: '../../x' }),
        fileLine(3, { name: 'a\0b', size: -1 }),
        fileLine(4, { name: 'x'.repeat(MB), mime: 'text/html', module: '../x' }),
      ),
      ...['../../../x', id(2), id(3), id(4)].map((name) => storedEntry(`files/${name}`, Buffer.from('hello'))),
    ),
  ),
  hostile('picture-bomb.zip', 'a profile picture of a gigabyte', () =>
    archive(packedEntry('picture', zeros(1024 * MB))),
  ),
  hostile('preferences.zip', 'preferences, memories and Spaces of another kind, and without end', () =>
    archive(
      entryOf('preferences.json', '{"language":{"a":1},"theme":["x"],"__proto__":{"x":1}}'),
      entryOf(
        'memories.json',
        `[${many(200_000, (at) => `{"id":"${id(at)}","text":"x","sourceMessageId":null,"createdAt":"${AT}"}`, ',')}]`,
      ),
      entryOf(
        'spaces.json',
        `[${many(100_000, () => '{"space":"finance","instructions":"x","files":["x"],"pins":[{"kind":"x","id":1}]}', ',')}]`,
      ),
    ),
  ),
  hostile('preferences-bomb.zip', 'preferences of 512 MB', () =>
    archive(entryOf('preferences.json', '{"language":"', { unit: 'a'.repeat(1024), times: 512 * 1024 }, '"}')),
  ),
  hostile('manifest-bomb.zip', 'a manifest of 512 MB', () =>
    zipOf([
      entryOf(
        'manifest.json',
        '{"format":"atrium-export","madeBy":"',
        { unit: 'a'.repeat(1024), times: 512 * 1024 },
        '"}',
      ),
    ]),
  ),
  hostile('manifests.zip', 'a manifest of a version to come, with counts of 2^60', () =>
    zipOf([manifest({ formatVersion: 2 ** 53, counts: { threads: 1e308, __proto__: 1 } })]),
  ),
  hostile('history.zip', 'a history of 300,000 changes that changed nothing', () =>
    archive(
      entryOf('records/tasks.tasks.jsonl', record(1)),
      entryOf(
        'history/changes.jsonl',
        many(
          100_000,
          (at) =>
            `{"id":"${id(at)}","action":"tasks.change","via":"http","input":null,"createdAt":"${AT}","undoneAt":null}\n`,
        ),
      ),
      entryOf(
        'history/versions.jsonl',
        many(
          300_000,
          (at) =>
            `{"recordId":"${id(1)}","version":${at},"changeId":"${id(at % 100_000)}","before":null,"deletedBefore":null,"createdAt":"${AT}"}\n`,
        ),
      ),
    ),
  ),
  hostile('workforce.zip', 'a workforce of a million lines', () =>
    archive(
      entryOf('workforce.json', '{"cart":', { unit: '[', times: 5 * MB }),
      entryOf('workforce/tasks.jsonl', { unit: '{"id":"x"}\n', times: MB }),
    ),
  ),
]
