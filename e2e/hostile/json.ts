// JSON as such, and the exports of other assistants.
import { type HostileFile, hostile, MB, many, worst } from './file.ts'
import { entryOf, zipOf } from './zip-writer.ts'

const id = (at: number) => `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`
const node = (at: number, parent: number | null, children: number[], text = 'x') => ({
  id: id(at),
  parent: parent === null ? null : id(parent),
  children: children.map(id),
  message: {
    id: id(at),
    author: { role: at % 2 ? 'user' : 'assistant' },
    create_time: 1_750_000_000 + at,
    content: { content_type: 'text', parts: [text] },
  },
})
const chatgpt = (nodes: ReturnType<typeof node>[], leaf: number) =>
  JSON.stringify([
    {
      id: id(1),
      title: 'x',
      create_time: 1_750_000_000,
      update_time: 1_750_000_000,
      current_node: id(leaf),
      mapping: Object.fromEntries(nodes.map((each) => [each.id, each])),
    },
  ])
const claude = (messages: unknown[], more = {}) =>
  JSON.stringify([
    {
      uuid: id(1),
      name: 'x',
      created_at: '2026-01-05T09:00:00Z',
      updated_at: '2026-01-05T09:00:00Z',
      account: { uuid: id(2) },
      chat_messages: messages,
      ...more,
    },
  ])
const said = (at: number, text = 'x') => ({
  uuid: id(at),
  sender: at % 2 ? 'human' : 'assistant',
  text,
  content: [{ type: 'text', text }],
  created_at: '2026-01-05T09:00:00Z',
  attachments: [],
  files: [],
})
const upTo = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

export const jsons: readonly HostileFile[] = [
  worst('deep-arrays.json', 'five million arrays in one another', () => '['.repeat(5 * MB)),
  hostile(
    'deep-arrays-closed.json',
    'two million arrays in one another, closed',
    () => `${'['.repeat(2 * MB)}${']'.repeat(2 * MB)}`,
  ),
  hostile('deep-objects.json', 'a million objects in one another', () => `${'{"a":'.repeat(MB)}1${'}'.repeat(MB)}`),
  hostile(
    'deep-cell.json',
    'a row whose cell is 200,000 deep',
    () => `[{"a":${'{"b":'.repeat(200_000)}1${'}'.repeat(200_000)}}]`,
  ),
  hostile(
    'deep-to-5000.json',
    'rows whose cell is 5,000 deep',
    () => `[${many(200, () => `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, ',')}]`,
  ),
  hostile('keys-200000.json', 'a row of 200,000 columns', () => `[{${many(200_000, (at) => `"k${at}":1`, ',')}}]`),
  hostile(
    'every-row-its-columns.json',
    '20,000 rows, each of ten columns of its own',
    () => `[${many(20_000, (at) => `{${many(10, (key) => `"k${at}_${key}":1`, ',')}}`, ',')}]`,
  ),
  hostile('every-row-its-columns.ndjson', 'the same, a row a line', () =>
    many(20_000, (at) => `{${many(10, (key) => `"k${at}_${key}":1`, ',')}}\n`),
  ),
  hostile('same-key.json', 'one key a million times', () => `[{${many(MB, () => '"a":1', ',')}}]`),
  hostile(
    'names-of-objects.json',
    'keys named as the parts of an object',
    () => '[{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"toString":1,"":2}]',
  ),
  hostile(
    'number.json',
    'a number of five million digits',
    () => `[{"a":${'9'.repeat(5 * MB)},"b":1e999999999,"c":-0}]`,
  ),
  hostile('string.json', 'a string of 18 MB', () => `[{"a":"${'a'.repeat(18 * MB)}"}]`),
  hostile('escapes.json', 'three million escapes', () => `[{"a":"${'\\u0041'.repeat(3_000_000)}"}]`),
  hostile(
    'half-characters.json',
    'half characters and NUL as escapes, in keys and values',
    () => `[${many(50_000, () => '{"a\\ud800":"\\udc00\\u0000","b":"\\ud83d"}', ',')}]`,
  ),
  hostile('rows-500000.json', '500,000 rows', () => `[${many(500_000, (at) => `{"a":${at},"b":"x"}`, ',')}]`),
  hostile('rows-empty.json', 'five million empty rows', () => `[${many(5_000_000, () => '{}', ',')}]`),
  hostile('lines-empty.ndjson', 'five million empty rows, a row a line', () => '{}\n'.repeat(5_000_000)),
  hostile('lines-broken.ndjson', 'a million lines that are no JSON', () => '{\n'.repeat(MB)),
  hostile('spaces.json', '15 MB of spaces in an array', () => `[${' '.repeat(15 * MB)}]`),
  hostile('commas.json', 'ten million commas', () => `[${','.repeat(10 * MB)}]`),
  hostile('values.json', 'ten million numbers', () => `[${'1,'.repeat(5 * MB)}1]`),
  hostile('colons.json', 'quotes and colons without end', () => '{"a":"b":'.repeat(MB)),
  hostile('mark.json', 'byte order marks before and inside', () => '\ufeff[\ufeff{"a":1}]'),
  hostile('empty.json', 'nothing', () => ''),
  hostile('chatgpt-chain.json', 'a conversation of 60,000 messages, one below the other', () =>
    chatgpt(
      upTo(60_000, (at) => node(at, at ? at - 1 : null, [at + 1])),
      59_999,
    ),
  ),
  hostile('chatgpt-circle.json', 'messages that are each other’s parents', () =>
    chatgpt([node(1, 2, [2]), node(2, 1, [1])], 2),
  ),
  hostile('chatgpt-itself.json', 'a message that is its own parent', () => chatgpt([node(1, 1, [1, 1])], 1)),
  hostile('chatgpt-branches.json', 'a message with 60,000 answers', () =>
    chatgpt(
      [
        node(
          0,
          null,
          upTo(60_000, (at) => at + 1),
        ),
        ...upTo(60_000, (at) => node(at + 1, 0, [])),
      ],
      1,
    ),
  ),
  hostile('chatgpt-message.json', 'a message of 30 MB', () => chatgpt([node(1, null, [], 'a'.repeat(30 * MB))], 1)),
  hostile(
    'chatgpt-many.json',
    '100,000 conversations of nothing',
    () => `[${many(100_000, (at) => `{"id":"${id(at)}","title":"x","mapping":{}}`, ',')}]`,
  ),
  hostile('chatgpt-deep-part.json', 'a part of a message 500,000 deep', () =>
    chatgpt([node(1, null, [], 'HERE')], 1).replace(
      '"HERE"',
      () => `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`,
    ),
  ),
  hostile('chatgpt-times.json', 'times that there are not', () =>
    chatgpt([node(1, null, [])], 1)
      .replaceAll('1750000001', '1e300')
      .replaceAll('1750000000', '-1e300'),
  ),
  hostile('chatgpt-halves.json', 'half characters and NUL in titles and messages', () =>
    chatgpt([node(1, null, [], '\ud800\0\udc00')], 1).replace('"title":"x"', '"title":"\\u0000\\ud800"'),
  ),
  hostile('chatgpt-bomb.zip', 'a conversation of 1 GB in a zip', () =>
    zipOf([entryOf('conversations.json', '[{"title":"', { unit: 'a'.repeat(1024), times: MB }, '","mapping":{}}]')]),
  ),
  hostile('chatgpt-bomb-of-many.zip', 'ten million conversations in a zip', () =>
    zipOf([
      entryOf(
        'conversations.json',
        '[',
        { unit: '{"title":"x","mapping":{}},', times: 10_000_000 },
        '{"title":"x","mapping":{}}]',
      ),
    ]),
  ),
  worst('chatgpt-bomb-deep.zip', '200 MB of opening brackets in a zip', () =>
    zipOf([entryOf('conversations.json', '[{"mapping":', { unit: '{"a":', times: 40 * MB })]),
  ),
  hostile('claude-messages.json', 'a conversation of 60,000 messages', () => claude(upTo(60_000, (at) => said(at)))),
  hostile('claude-parts.json', 'a message of 200,000 parts', () =>
    claude([{ ...said(1), content: upTo(200_000, () => ({ type: 'text', text: 'x' })) }]),
  ),
  hostile('claude-attachments.json', 'a message with 100,000 files', () =>
    claude([{ ...said(1), attachments: upTo(100_000, (at) => ({ file_name: `${at}`, extracted_content: 'x' })) }]),
  ),
  hostile('claude-message.json', 'a message of 30 MB', () => claude([said(1, 'a'.repeat(30 * MB))])),
  hostile('claude-kinds.json', 'everything of another kind', () =>
    claude([null, 1, 'x', [], { uuid: {}, sender: [], text: {}, content: 'x' }], { name: {}, created_at: [] }),
  ),
]
