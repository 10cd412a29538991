// vdirsyncer and the python library caldav with a person's calendars: programs that others wrote read and write ours by CalDAV.
//
//   npm run drill caldav                 both
//   npm run drill caldav -- vdirsyncer   one of them
//
// The programs must be there (Debian: apt install vdirsyncer python3-caldav; or pip install vdirsyncer caldav, with its folder in PATH).
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { client } from '../client.ts'
import { scratch, startServer } from '../server.ts'
import { checking, runningIn } from './programs.ts'

const { check, end } = checking()

const HOME = scratch('caldav')

const run = runningIn(HOME, 'apt install vdirsyncer python3-caldav')

interface Place {
  url: string
  user: string
  key: string
  act<T = Record<string, unknown>>(action: string, input?: object): Promise<T>
}

const event = (uid: string, title: string, ...more: string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//drill//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', 'DTSTART:20260105T090000Z', 'DTEND:20260105T100000Z', `SUMMARY:${title}`],
    ...['ATTENDEE;CN=Ida:mailto:ida@example.org', 'X-DRILL-NOTE:kept', ...more, 'BEGIN:VALARM', 'ACTION:DISPLAY'],
    ...['TRIGGER:-PT10M', 'DESCRIPTION:Soon', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

interface Shown {
  id: string
  title: string
  start: string
}
const shown = async ({ act }: Place) =>
  (await act<{ occurrences: Shown[] }>('occurrences', { from: '2026-01-01', to: '2026-02-01', zone: 'UTC' }))
    .occurrences

async function vdirsyncer(place: Place): Promise<void> {
  const { url, user, key, act } = place
  const calendars = join(HOME, 'calendars')
  const main = join(calendars, 'main')
  mkdirSync(calendars, { recursive: true })
  const config = join(HOME, 'vdirsyncer.conf')
  writeFileSync(
    config,
    [
      ...['[general]', `status_path = "${HOME}/status/"`, '[pair drill]', 'a = "here"', 'b = "there"'],
      ...[
        'collections = ["from a", "from b"]',
        'metadata = ["displayname", "color"]',
        'conflict_resolution = "b wins"',
      ],
      ...['[storage here]', 'type = "filesystem"', `path = "${calendars}/"`, 'fileext = ".ics"'],
      ...['[storage there]', 'type = "caldav"', `url = "${url}/"`, `username = "${user}"`, `password = "${key}"`, ''],
    ].join('\n'),
  )
  const call = (...args: string[]) => run('vdirsyncer', ['-c', config, ...args], { input: 'y\n'.repeat(50) })
  const sync = () => call('sync')
  const files = (folder = main) => readdirSync(folder).filter((name) => name.endsWith('.ics'))
  const texts = () => files().map((name) => readFileSync(join(main, name), 'utf8'))

  await act('add', { title: 'Made here', start: '2026-01-06T09:00', zone: 'UTC', rrule: 'FREQ=DAILY;COUNT=3' })
  const found = await call('discover')
  check('vdirsyncer finds the calendars from the server’s name alone', found.code === 0, found.output)
  const first = await sync()
  check(
    'vdirsyncer fetches what was made here',
    first.code === 0 && texts().join('').includes('SUMMARY:Made here'),
    first.output,
  )
  writeFileSync(join(main, 'there.ics'), event('there@example.org', 'Made there'))
  const second = await sync()
  const titles = (await shown(place)).map(({ title }) => title)
  check('vdirsyncer brings what was made there', second.code === 0 && titles.includes('Made there'), second.output)
  await sync() // takes the tag of what it has sent
  const idle = await sync()
  check('vdirsyncer has nothing to do then', !/Copying|Deleting/.test(idle.output), idle.output)
  const made = (await shown(place)).find(({ title }) => title === 'Made there')
  await act('change', { id: made?.id, change: { title: 'Changed here', place: 'Hall 3' } })
  const third = await sync()
  const changed = texts().find((text) => text.includes('Changed here')) ?? ''
  const isKept = ['LOCATION:Hall 3', 'X-DRILL-NOTE:kept', 'ATTENDEE;CN=Ida', 'BEGIN:VALARM'].every((one) =>
    changed.includes(one),
  )
  check(
    'vdirsyncer fetches what was changed here, with its guest, its alarm and its note',
    isKept,
    third.output + changed,
  )
  const name = files().find((one) => readFileSync(join(main, one), 'utf8').includes('Changed here')) ?? ''
  writeFileSync(join(main, name), changed.replace('Changed here', 'Changed there'))
  await sync()
  check(
    'vdirsyncer brings what was changed there',
    (await shown(place)).some(({ title }) => title === 'Changed there'),
  )
  await sync()
  rmSync(join(main, name))
  const gone = await sync()
  check(
    'vdirsyncer brings what was deleted there',
    !(await shown(place)).some(({ title }) => title === 'Changed there'),
    gone.output,
  )
  mkdirSync(join(calendars, 'club'))
  writeFileSync(join(calendars, 'club', 'a.ics'), event('club@example.org', 'Training'))
  const offered = await call('discover')
  const club = await sync()
  const isMade = (await shown(place)).some(({ title }) => title === 'Training')
  check('vdirsyncer makes a calendar', isMade, offered.output + club.output)
  const named = await call('metasync')
  const kept = (what: string) => readFileSync(join(main, what), 'utf8').trim()
  const isNamed = kept('displayname') === 'Calendar' && kept('color') === '#0f8a7e'
  check('vdirsyncer takes a calendar’s name and its colour', isNamed, named.output)
  for (let at = 0; at < 300; at++) writeFileSync(join(main, `many${at}.ics`), event(`many${at}`, `Many ${at}`))
  const many = await sync()
  check(
    'vdirsyncer brings three hundred at once',
    many.code === 0 && (await shown(place)).length > 300,
    many.output.slice(0, 2000),
  )
}

const PYTHON = `
import sys, datetime, caldav
url, user, key = sys.argv[1:4]
def check(what, good, more=''):
    print(('good ' if good else 'FAILS ') + what + ('' if good else ' :: ' + repr(more)))
utc = datetime.timezone.utc
at = lambda day, hour=0: datetime.datetime(2026, 3, day, hour, tzinfo=utc)
client = caldav.DAVClient(url=url, username=user, password=key)
me = client.principal()
check('finds its principal and the main calendar', 'Calendar' in [str(c.get_display_name()) for c in me.calendars()], [c.url for c in me.calendars()])
work = me.make_calendar(name='Drill', cal_id='drill')
check('makes a calendar', 'Drill' in [str(c.get_display_name()) for c in me.calendars()])
base = 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nPRODID:-//x//y//EN\\r\\nBEGIN:VEVENT\\r\\nUID:%s\\r\\nDTSTAMP:20260101T000000Z\\r\\nDTSTART:20260302T090000Z\\r\\nDTEND:20260302T100000Z\\r\\nSUMMARY:%s\\r\\n%sEND:VEVENT\\r\\nEND:VCALENDAR\\r\\n'
one = work.save_event(base % ('one', 'One', ''))
work.save_event(base % ('weekly', 'Weekly', 'RRULE:FREQ=WEEKLY\\r\\nEXDATE:20260309T090000Z\\r\\n'))
names = lambda found: sorted(str(e.icalendar_component['SUMMARY']) for e in found)
check('finds by time what is in it', names(work.search(start=at(2), end=at(3), event=True, expand=False)) == ['One', 'Weekly'], names(work.search(start=at(2), end=at(3), event=True, expand=False)))
check('does not find what is left out', work.search(start=at(9), end=at(10), event=True, expand=False) == [])
check('finds what repeats, later', names(work.search(start=at(16), end=at(17), event=True, expand=False)) == ['Weekly'])
many = work.search(start=at(1), end=at(30), event=True, expand=True)
check('expands what repeats', len(many) == 4, len(many))
check('finds one by its UID', str(work.event_by_uid('one').icalendar_component['SUMMARY']) == 'One')
token = work.objects_by_sync_token(load_objects=True)
one.icalendar_component['SUMMARY'] = 'Changed'
one.save()
work.save_event(base % ('two', 'Two', ''))
news = work.objects_by_sync_token(sync_token=token.sync_token, load_objects=True)
check('is told what is new', {'Changed', 'Two'} <= set(names(news)), names(news))
work.event_by_uid('two').delete()
check('deletes an event', names(work.events()) == ['Changed', 'Weekly'], names(work.events()))
work.set_properties([caldav.elements.dav.DisplayName(value='Renamed')])
check('renames the calendar', 'Renamed' in [str(c.get_display_name()) for c in me.calendars()])
work.delete()
check('deletes the calendar', 'Renamed' not in [str(c.get_display_name()) for c in me.calendars()])
`

async function python({ url, user, key }: Place): Promise<void> {
  const script = join(HOME, 'drill.py')
  writeFileSync(script, PYTHON)
  const { code, output } = await run('python3', [script, `${url}/dav/`, user, key])
  for (const line of output.split('\n'))
    if (/^(good|FAILS) /.test(line)) check(`python caldav ${line.replace(/^\w+ /, '')}`, line.startsWith('good'))
  check('python caldav came to its end', code === 0, output.slice(-3000))
}

const programs = { vdirsyncer, python }
const chosen = process.argv.slice(2).filter((word) => word in programs) as (keyof typeof programs)[]
const server = await startServer()
try {
  const person = client(() => server.url)
  const user = 'drill-caldav'
  await person.post('/api/register', {
    username: user,
    email: 'caldav@example.org',
    password: 'correct horse battery staple',
  })
  const { key } = await person.post<{ key: string }>('/api/user/keys', { name: 'Drill', scopes: ['read', 'write'] })
  const act = async <T>(action: string, input: object = {}) =>
    (await person.post<{ output: T }>(`/api/m/content-calendar/${action}`, input)).output
  for (const name of chosen.length > 0 ? chosen : (Object.keys(programs) as typeof chosen)) {
    await programs[name]({ url: server.url, user, key, act })
    const errors = server
      .log()
      .split('\n')
      .filter((line) => line.includes('unexpected failure'))
    check(`${name}: the server had no failure of its own`, errors.length === 0, errors.join('\n').slice(0, 3000))
  }
} finally {
  await server.stop()
  rmSync(HOME, { recursive: true, force: true })
}
end()
