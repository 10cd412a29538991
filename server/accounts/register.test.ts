import type { ErrorBody } from '@atrium/contract/errors'
import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts as credentials, users } from './tables.ts'
import { accountsServer, browser, newcomer, PASSWORD } from './test-browser.ts'
import { keepSkeletons } from './username.ts'

const { db, url } = await accountsServer()

describe('the first account', () => {
  test('is one administrator, however many register at the same moment', async () => {
    await browser(url).post('/auth/guest') // guests do not count
    // Holding back the inserts brings every registration to the point where it has looked whether it is the first.
    const gate = await db.$client.connect()
    await gate.query('begin; lock table users in exclusive mode')
    const registrations = Array.from({ length: 8 }, () => browser(url).post('/api/register', newcomer()))
    const waiting = async () => {
      const { rows } = await db.execute(
        sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count
    }
    try {
      await expect.poll(waiting, { timeout: 10_000 }).toBe(8)
    } finally {
      await gate.query('commit')
      gate.release()
    }
    const answers = await Promise.all(registrations)
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
    const administrators = answers.filter((answer) => answer.body.isAdmin)
    expect(administrators.map((answer) => answer.body.role)).toEqual(['admin'])
    const later = await browser(url).post('/api/register', newcomer())
    expect(later.body).toMatchObject({ role: 'user', isAdmin: false, tier: 'FREE' })
  })
})

describe('registering', () => {
  test('answers the person with a token, and signs the browser in', async () => {
    const one = browser(url)
    const wanted = newcomer({ firstName: ' Rémy ' })
    const { status, body } = await one.post('/api/register', wanted)
    expect(status).toBe(201)
    expect(body).toMatchObject({ username: wanted.username, email: wanted.email.toLowerCase(), firstName: 'Rémy' })
    expect((await one.get('/api/user')).body).toMatchObject({ id: body.id, username: wanted.username, role: 'user' })
    expect((await one.get('/api/me')).body).toEqual({ role: 'user', userId: body.id })
  })

  test('says that a name is taken, whatever its case', async () => {
    const wanted = newcomer()
    await browser(url).post('/api/register', wanted)
    const sameName = await browser(url).post('/api/register', newcomer({ username: wanted.username.toUpperCase() }))
    expect(sameName.status).toBe(409)
    expect(sameName.body.error).toMatchObject({ code: 'conflict', details: { field: 'username' } })
  })

  test('under a name that is made to look like another is refused as taken', async () => {
    const taken = { status: 409, body: { error: { code: 'conflict', details: { field: 'username' } } } }
    const wanted = newcomer({ username: 'first0' })
    expect((await browser(url).post('/api/register', wanted)).status).toBe(201)
    // Cyrillic letters among Latin ones, Latin ones among Greek and Cyrillic ones, Arabic digits, a Turkish i without its dot
    for (const username of [
      '\u0430dmin',
      'p\u0430ypal',
      '\u03b1\u03b2c',
      '\u0438\u0432aн',
      'ann\u0663',
      'f\u0131rst0',
      'F\u0131RST0',
    ])
      expect(await browser(url).post('/api/register', newcomer({ username })), username).toMatchObject(taken)
    const dotless = newcomer({ username: 'ad\u0131yaman' })
    expect((await browser(url).post('/api/register', dotless)).status).toBe(201)
    expect(await browser(url).post('/api/register', newcomer({ username: 'adiyaman' }))).toMatchObject(taken)
  })

  test('wholly of letters that look like those of another, or with digits in their place, is refused as taken', async () => {
    const taken = { status: 409, body: { error: { code: 'conflict', details: { field: 'username' } } } }
    expect((await browser(url).post('/api/register', newcomer({ username: 'cocool' }))).status).toBe(201)
    for (const username of ['c0cool', 'COCO01', 'coc0o1'])
      expect(await browser(url).post('/api/register', newcomer({ username })), username).toMatchObject(taken)
    expect((await browser(url).post('/api/register', newcomer({ username: 'сосо' }))).status).toBe(201)
    expect(await browser(url).post('/api/register', newcomer({ username: 'coco' }))).toMatchObject(taken)
    const [row] = await db.select().from(users).where(eq(users.username, 'сосо'))
    const other = browser(url)
    expect((await other.post('/api/register', newcomer({ username: 'plain.name' }))).status).toBe(201)
    // Who looks like somebody from before keeps the name; nobody else gets one like it, not even past what looks first.
    await db.update(users).set({ username: 'c0c0', usernameSkeleton: null }).where(eq(users.username, 'plain.name'))
    await keepSkeletons(db)
    const names = await db
      .select()
      .from(users)
      .where(inArray(users.username, ['c0c0', 'сосо']))
    expect(Object.fromEntries(names.map((one) => [one.username, one.usernameSkeleton]))).toEqual({
      c0c0: null,
      сосо: 'coco',
    })
    await db
      .update(users)
      .set({ usernameSkeleton: null })
      .where(eq(users.id, row?.id ?? ''))
    await keepSkeletons(db)
    expect(await db.$count(users, eq(users.usernameSkeleton, 'coco'))).toBe(1)
    await expect(
      db.update(users).set({ usernameSkeleton: 'coco' }).where(eq(users.username, 'cocool')),
    ).rejects.toThrow()
  })

  test('under a name of before goes on while two instances start and give it its skeleton at the same moment', async () => {
    const [one, other] = [newcomer({ username: 'zazoo' }), newcomer({ username: 'other.zaz' })]
    for (const who of [one, other]) expect((await browser(url).post('/api/register', who)).status).toBe(201)
    await db.update(users).set({ usernameSkeleton: null }).where(eq(users.username, 'zazoo'))
    await db.update(users).set({ username: 'zaz00', usernameSkeleton: null }).where(eq(users.username, 'other.zaz'))
    const first = await db.$client.connect()
    let second: Promise<void>
    try {
      await first.query(`begin; update users set username_skeleton = 'zazoo' where username = 'zaz00'`)
      second = keepSkeletons(db)
      const waiting = () =>
        db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      await expect.poll(async () => (await waiting()).rows.length, { timeout: 10_000 }).toBe(1)
      await first.query('commit')
    } finally {
      first.release(true)
    }
    await second
    const names = await db
      .select()
      .from(users)
      .where(inArray(users.username, ['zazoo', 'zaz00']))
    expect(Object.fromEntries(names.map((each) => [each.username, each.usernameSkeleton]))).toEqual({
      zazoo: null,
      zaz00: 'zazoo',
    })
  })

  test.each([
    'Rémy_2',
    'иван.7',
    'Ελένη',
    'दीपिका१',
    '山田たろうー',
    '김철수漢',
    'محمد٣',
    'שָׁלוֹם',
    'ᏣᎳᎩ',
    '12345',
    'I\u0307stanbul',
  ])('under a name of one way of writing, such as %s, is possible', async (username) => {
    expect((await browser(url).post('/api/register', newcomer({ username }))).body).toMatchObject({ username })
  })

  test('of one name eight times at once makes one account', async () => {
    const wanted = newcomer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser(url).post('/api/register', wanted)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  test('keeps no password, and spends memory on its hash', async () => {
    const { body } = await browser(url).post('/api/register', newcomer())
    const [row] = await db
      .select()
      .from(credentials)
      .where(eq(credentials.userId, String(body.id)))
    expect(row).toMatchObject({ providerId: 'credential', accountId: body.id })
    expect(row?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/) // better-auth's scrypt: salt:key
  })
})

describe('malformed bodies get a sentence', () => {
  const send = (
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    type: string | null = 'application/json',
  ) => fetch(url + path, { method: 'POST', body, headers: type ? { 'content-type': type } : {} })
  const good = { username: 'somebody', email: 'some@example.org', password: PASSWORD }
  const cases: Array<[string, string | Uint8Array<ArrayBuffer> | undefined, string | null, number]> = [
    ['missing', undefined, 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['wrong types', JSON.stringify({ username: 7, email: {}, password: [] }), 'application/json', 400],
    ['a megabyte', JSON.stringify({ ...good, password: 'x'.repeat(1024 * 1024) }), 'application/json', 413],
    ['deep JSON', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'application/json', 400],
    ['bad UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'application/json', 400],
    ['a form', 'username=a&password=b', 'application/x-www-form-urlencoded', 415],
    ['half JSON', '{"username":', 'application/json', 400],
    [
      'a NUL',
      JSON.stringify({ ...good, username: 'some\0body', firstName: 'a\0b', password: 'long enough\0' }),
      'application/json',
      0,
    ],
  ]
  test.each(cases.flatMap((each) => ['/api/register', '/api/login'].map((path) => [path, ...each] as const)))(
    '%s: %s',
    async (path, _name, body, type, status) => {
      const answer = await send(path, body, type)
      const { error } = (await answer.json()) as ErrorBody
      if (status) expect(answer.status).toBe(status)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(error.message).toMatch(/^[^{[]{10,}$/)
    },
  )

  test.each([
    [{ username: 'ab' }, /at least 3/],
    [{ username: 'a b c' }, /letters, digits/],
    [{ email: 'nowhere' }, /e-mail/],
    [{ password: 'short' }, /at least 10/],
    [{ firstName: 'x'.repeat(81) }, /at most 80/],
    [{ firstName: 'a\0b' }, /NUL/],
  ])('register refuses %j', async (wrong, sentence) => {
    const answer = await browser(url).post('/api/register', { ...good, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toMatch(sentence)
  })

  test('what better-auth would take besides is not taken', async () => {
    const { body } = await browser(url).post('/api/register', {
      ...newcomer(),
      role: 'admin',
      isAdmin: true,
      tier: 'BUILDER',
      id: 'chosen',
      emailVerified: true,
    })
    expect(body).toMatchObject({ role: 'user', isAdmin: false, tier: 'FREE' })
    expect(body.id).not.toBe('chosen')
  })
})
