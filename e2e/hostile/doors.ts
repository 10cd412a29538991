// Every call through which a file comes in, and those that look at it afterwards. Modules say themselves what they take.
import type { Attacker } from './attacker.ts'

interface Import {
  module: string
  key: string
  accepts: readonly string[]
}

/** Asks the server which modules take which endings. */
export async function importsOf(url: string): Promise<Import[]> {
  const { modules } = (await (await fetch(`${url}/api/modules?details=true`)).json()) as {
    modules: { id: string; imports?: Record<string, { accepts: string[] }> }[]
  }
  return modules.flatMap(({ id, imports = {} }) =>
    Object.entries(imports).map(([key, { accepts }]) => ({ module: id, key, accepts })),
  )
}

export interface Sent {
  name: string
  bytes: Buffer
}

const TEXTS = [
  '.txt',
  '.csv',
  '.tsv',
  '.json',
  '.ndjson',
  '.ics',
  '.qif',
  '.ofx',
  '.xml',
  '.sta',
  '.md',
  '.html',
  '.rtf',
  '.eml',
  '.mbox',
  '.svg',
]
/** Endings under which a file of another kind is read for its text. */
const READ_AS = [
  '.txt',
  '.csv',
  '.pdf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.odt',
  '.epub',
  '.html',
  '.md',
  '.json',
  '.xml',
  '.rtf',
  '.ics',
]
const PICTURES = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.svg', '.avif', '.tiff', '.bmp']

const endingOf = (name: string) => /\.[a-z0-9]+$/.exec(name)?.[0] ?? ''
const stemOf = (name: string) => name.slice(0, -endingOf(name).length || undefined)
const query = (name: string) => `name=${encodeURIComponent(name)}`

/** What is looked at once a module has taken a file in. */
const AFTERWARDS: Record<string, (person: Attacker) => Promise<void>> = {
  async csv(person) {
    const { body } = await person.json<{ output: { datasets: { name: string }[] } }>('csv list', '/api/m/csv/list')
    const dataset = body.output?.datasets[0]?.name
    if (dataset === undefined) return
    const options = encodeURIComponent(JSON.stringify({ dataset }))
    await person.json('csv profile', '/api/m/csv/profile', { dataset })
    await person.json('csv dropDuplicates', '/api/m/csv/dropDuplicates', { dataset })
    await person.send('csv export csv', 'GET', `/api/m/csv/exports/csv?options=${options}`)
    await person.send('csv export json', 'GET', `/api/m/csv/exports/json?options=${options}`)
  },
  async 'content-calendar'(person) {
    await person.json('calendar agenda', '/api/m/content-calendar/agenda')
    await person.json('calendar occurrences', '/api/m/content-calendar/occurrences', {
      from: '2026-01-01',
      to: '2026-02-15',
    })
    await person.json('calendar far occurrences', '/api/m/content-calendar/occurrences', {
      from: '9990-01-01',
      to: '9990-02-15',
    })
    await person.json('calendar search', '/api/m/content-calendar/search', { words: 'x' })
    await person.send('calendar export', 'GET', '/api/m/content-calendar/exports/ics')
  },
  async flash(person) {
    await person.json('flash decks', '/api/m/flash/decks')
    await person.json('flash queue', '/api/m/flash/queue')
    await person.json('flash browse', '/api/m/flash/browse', { words: 'a' })
    await person.send('flash export anki', 'GET', '/api/m/flash/exports/anki')
    await person.send('flash export text', 'GET', '/api/m/flash/exports/text')
  },
  async tasks(person) {
    await person.json('tasks list', '/api/m/tasks/list')
    await person.json('tasks export ics', '/api/m/tasks/exportIcs')
    await person.json('tasks export todo.txt', '/api/m/tasks/exportTodoTxt')
  },
  async wallet(person) {
    await person.json('wallet overview', '/api/m/wallet/overview')
    await person.json('wallet transactions', '/api/m/wallet/transactions')
    await person.json('wallet reports', '/api/m/wallet/reports')
    await person.send('wallet export', 'GET', '/api/m/wallet/exports/qif')
  },
}

async function upload(person: Attacker, name: string, bytes: Buffer) {
  const { body } = await person.bytes<{ id: string }>(
    `upload ${endingOf(name)}`,
    'POST',
    `/api/uploads?${query(name)}`,
    bytes,
  )
  return body.id
}

/** A preview under each ending that an import takes, and the import itself where the file has such an ending. */
async function throughImports(
  person: Attacker,
  { name, bytes }: Sent,
  imports: Import[],
  renamed: boolean,
): Promise<void> {
  const ending = endingOf(name)
  const endings = [...new Set(imports.flatMap(({ accepts }) => accepts))].filter((each) => renamed || each === ending)
  for (const each of endings) {
    const sent = await upload(person, `${stemOf(name)}${each}`, bytes)
    if (sent === undefined) continue
    for (const { module, key, accepts } of imports)
      if (accepts.includes(each))
        await person.json(`${module} ${key} preview ${each}`, `/api/m/${module}/imports/${key}`, {
          upload: sent,
          preview: true,
        })
  }
  for (const { module, key, accepts } of imports) {
    if (!accepts.includes(ending)) continue
    const sent = await upload(person, name, bytes)
    if (sent === undefined) continue
    const { status } = await person.json(`${module} ${key} import ${ending}`, `/api/m/${module}/imports/${key}`, {
      upload: sent,
    })
    if (status === 200) await AFTERWARDS[module]?.(person)
  }
}

async function asText(person: Attacker, { name, bytes }: Sent): Promise<void> {
  if (!TEXTS.includes(endingOf(name)) || bytes.length === 0) return
  const text = bytes.toString(name.includes('utf16') ? 'utf16le' : 'utf8')
  await person.json('tasks import todo.txt', '/api/m/tasks/importTodoTxt', { text: text.slice(0, 1_000_000) })
  await person.json('tasks import ics', '/api/m/tasks/importIcs', { text: text.slice(0, 1_000_000) })
  await person.json('flash checkDrafts', '/api/m/flash/checkDrafts', { text: text.slice(0, 500_000) })
  await person.json('chat pasted', '/api/converse', { message: text.slice(0, 200_000) })
}

/** In a conversation, whose reply reads it, and in a Space. */
async function inConversations(person: Attacker, { name, bytes }: Sent, renamed: boolean): Promise<void> {
  const add = (as: string) =>
    person.bytes<{ id: string }>(`file ${endingOf(as)}`, 'POST', `/api/files?${query(as)}`, bytes)
  const { body } = await add(name)
  if (body.id !== undefined) {
    await person.json('chat summary', '/api/converse', { message: 'Summarise this file.', attachments: [body.id] })
    await person.json('chat statistics', '/api/converse', {
      message: 'What is the average of each column in this file?',
      attachments: [body.id],
    })
    await person.send('file content', 'GET', `/api/files/${body.id}`)
    await person.json('space file', '/api/spaces/finance/files', { ids: [body.id] })
    await person.json('space chat', '/api/converse', {
      message: 'What do my files say about money?',
      spaceId: 'finance',
    })
  }
  for (const ending of READ_AS) if (renamed && ending !== endingOf(name)) await add(`${stemOf(name)}${ending}`)
}

/** With a record of a module, which any kind may be. */
async function inField(person: Attacker, { name, bytes }: Sent): Promise<void> {
  const door = '/api/m/content-calendar/files/events/files'
  const { body } = await person.bytes<{ id: string }>('file of a record', 'POST', `${door}?${query(name)}`, bytes)
  if (body.id === undefined) return
  await person.send('file of a record by pieces', 'POST', `${door}/tus`, bytes, {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
  })
  const event = { title: 'With a file', start: '2026-11-20', files: [{ id: body.id }] }
  await person.json('event with a file', '/api/m/content-calendar/add', event)
  await person.send('file shown', 'GET', `/api/files/${body.id}?show=1`)
}

/** As a program puts it into a calendar (CalDAV), and what programs ask then. */
async function inCalendar(person: Attacker, { name, bytes }: Sent): Promise<void> {
  if (!/\.(?:ics|ical|ifb)$/.test(name)) return
  const { body } = await person.json<{ key?: string }>('device key', '/api/user/keys', {
    name: 'Device',
    scopes: ['read', 'write'],
  })
  const headers = { authorization: `Bearer ${body.key}` }
  const calendar = '/dav/me/content-calendar/main'
  await person.send('calendar put', 'PUT', `${calendar}/hostile.ics`, bytes, headers)
  await person.send('calendar get', 'GET', `${calendar}/hostile.ics`, undefined, headers)
  const time = '<C:time-range start="20260101T000000Z" end="20260215T000000Z"/>'
  const asked = `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${time}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`
  await person.send('calendar query', 'REPORT', calendar, Buffer.from(asked), headers)
}

async function inSync(person: Attacker, { name, bytes }: Sent): Promise<void> {
  const { location } = await person.send('sync upload', 'POST', '/api/m/sync/tus', bytes, {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
  })
  if (!location) return
  const { body } = await person.json<{ output: { url?: string } }>('sync read', '/api/m/sync/read', { name })
  await person.json('sync list', '/api/m/sync/list')
  await person.json('sync find', '/api/m/sync/find', { words: 'word' })
  if (body.output?.url) await person.send('sync content', 'GET', body.output.url)
  const shared = await person.json<{ output: { url: string } }>('sync share', '/api/m/sync/share', { name })
  const token = shared.body.output?.url.split('/').at(-1)
  if (token) {
    await person.send('shared link', 'GET', `/api/m/sync/shared/${token}`)
    await person.send('shared page', 'GET', `/sync/shared/${token}`, undefined, { accept: 'text/html' })
  }
  await person.send('sync zip', 'GET', '/api/m/sync/zip')
}

async function asPicture(person: Attacker, { name, bytes }: Sent, renamed: boolean): Promise<void> {
  if (PICTURES.includes(endingOf(name)) || renamed) {
    await person.bytes('picture', 'PUT', '/api/user/picture', bytes)
    await person.send('picture back', 'GET', `/api/users/${person.id}/picture`)
  }
  const media = await person.bytes<{ file: string }>(
    'flash media',
    'PUT',
    `/api/m/flash/media/${encodeURIComponent(name)}`,
    bytes,
  )
  if (media.body.file) await person.send('flash media back', 'GET', `/api/files/${media.body.file}`)
}

async function asData(person: Attacker, { name, bytes }: Sent, renamed: boolean): Promise<void> {
  if (!renamed && !['.zip', '.json'].includes(endingOf(name))) return
  await person.bytes('data preview', 'POST', '/api/data/import?preview=1', bytes)
  const { status } = await person.bytes('data import', 'POST', '/api/data/import', bytes)
  if (status !== 200) return
  await person.send('threads', 'GET', '/api/threads')
  await person.send('data export', 'GET', '/api/data/export')
}

export interface Group {
  name: string
  send: (person: Attacker, file: Sent) => Promise<void>
}

/** Each kind of door; `renamed` tries the file under endings that are not its own as well. */
export const doors = (imports: Import[], renamed: boolean): Group[] => [
  { name: 'imports', send: (person, file) => throughImports(person, file, imports, renamed) },
  { name: 'text', send: asText },
  { name: 'chat', send: (person, file) => inConversations(person, file, renamed) },
  { name: 'field', send: inField },
  { name: 'calendar', send: inCalendar },
  { name: 'sync', send: inSync },
  { name: 'picture', send: (person, file) => asPicture(person, file, renamed) },
  { name: 'data', send: (person, file) => asData(person, file, renamed) },
]
