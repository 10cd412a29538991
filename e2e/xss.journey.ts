// Texts that try to become code, in every place that shows what somebody wrote: a model, a person, a file, a buyer.
import { totalsOf } from '@atrium/contract/workforce'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { ada, register, replies, signIn, test } from './screen.ts'
import { formulas, inTexts, NAME, payloads, SHORT } from './xss-payloads.ts'
import { expectHarmless, startCanary, watch } from './xss-watch.ts'

test.use({ installation: { models: 'gpt-4o-mini' }, contextOptions: { reducedMotion: 'reduce' }, actionTimeout: 6_000 })

const DAY = '2030-05-06'
const attempt = () => crypto.randomUUID()

/** Calls of this browser's person. */
function callsOf(request: APIRequestContext) {
  // biome-ignore lint/suspicious/noExplicitAny: what the server answers, of which a journey reads an id or two
  const call = async (method: string, path: string, data?: object): Promise<any> => {
    const answer = await request.fetch(path, { method, data })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const act = async (module: string, action: string, input: object) =>
    (await call('POST', `/api/m/${module}/${action}`, input)).output
  return { call, act }
}

let canary: Awaited<ReturnType<typeof startCanary>>
let seen: string[]
let all: string[]

test.beforeAll(async ({ playwright, server }) => {
  canary = await startCanary()
  const program = await playwright.request.newContext({ baseURL: server.url })
  const answer = await program.post('/api/register', { data: { ...ada, firstName: NAME } }) // the first administrates
  expect(answer.ok(), await answer.text()).toBe(true)
  await program.dispose()
  all = payloads(canary.url)
})
test.afterAll(() => canary.stop())
test.beforeEach(({ context, server }) => {
  seen = watch(context, server.url)
})
test.afterEach(() => {
  expect(seen).toEqual([])
  expect(canary.asked).toEqual([])
})

/** Opens a page, waits for a text on it, and looks it over. */
async function look(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await expectHarmless(page)
}

test('replies, messages, titles and names stay text', async ({ page, fake }) => {
  await signIn(page)
  const { call } = callsOf(page.context().request)
  const texts = inTexts(all, 18)
  for (const [at, text] of texts.entries()) {
    await fake.script({ text: `Beginning ${at}\n\n${text}\n\nEnd ${at}` })
    const { threadId } = await call('POST', '/api/converse', { message: `Question ${at}\n\n${text}` })
    await call('PATCH', `/api/threads/${threadId}`, { title: `${NAME} ${at}` })
    await page.goto(`/c/${threadId}`)
    await expect(replies(page).last()).toContainText(`End ${at}`)
    await expectHarmless(page)
  }
  await call('PUT', '/api/spaces/legal/instructions', { instructions: all.join('\n').slice(0, 8000) })
  const file = await page.context().request.post(`/api/files?name=${encodeURIComponent(`${NAME}.html`)}`, {
    headers: { 'content-type': 'text/html' },
    data: all.join('\n'),
  })
  await call('POST', '/api/spaces/legal/files', { ids: [(await file.json()).id] })
  await page.goto('/spaces/legal')
  await expect(page.getByRole('link', { name: /\.html/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Standing instructions' })).toHaveValue(/<script>/)
  await expectHarmless(page)
  await call('POST', '/api/teams', { name: NAME })
  await look(page, '/settings/teams', NAME)
  await page.goto('/settings')
  await expect(page.getByLabel('First name')).toHaveValue(NAME)
  await expectHarmless(page)
  await look(page, '/admin?part=people', ada.email)
})

test('formulas link, load and style nothing', async ({ page, fake }) => {
  await register(page, { ...ada, username: 'emmy', email: 'emmy@example.org' })
  const { call } = callsOf(page.context().request)
  const all = formulas(canary.url)
  await fake.script({ text: all.join('\n\n') })
  const { threadId } = await call('POST', '/api/converse', { message: all.join('\n\n') })
  await page.goto(`/c/${threadId}`)
  // KaTeX comes as a file of its own, and draws late: each formula is waited for.
  await expect(replies(page).last().locator('.katex-display, .katex-error')).toHaveCount(all.length)
  await expectHarmless(page)
})

test('tasks, events and cards stay text', async ({ page }) => {
  await register(page, { ...ada, username: 'grace', email: 'grace@example.org' })
  const { act } = callsOf(page.context().request)

  await test.step('tasks', async () => {
    for (const title of inTexts(all, 4, ' ')) await act('tasks', 'add', { title, notes: title })
    await page.goto('/tasks?view=anytime')
    await expect(page.getByText(/<script>/).first()).toBeVisible()
    await expectHarmless(page)
  })

  await test.step('events', async () => {
    const draft = { title: NAME, place: NAME, notes: all.join('\n').slice(0, 20_000), tags: [SHORT] }
    const link = 'javascript:window.__xss=1'
    const start = `${DAY}T09:00`
    const { id } = await act('content-calendar', 'add', { ...draft, start, zone: 'UTC', minutes: 60, link })
    await look(page, `/content-calendar?day=${DAY}&zone=UTC`, NAME)
    await page.goto(`/content-calendar?day=${DAY}&zone=UTC&open=${id}&at=${start}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectHarmless(page)
  })

  await test.step('cards, whose fields are HTML', async () => {
    const texts = inTexts(all, 6)
    for (const text of texts)
      await act('flash', 'add', {
        deck: NAME,
        tags: [SHORT],
        type: 'basic',
        front: `Front of it ${text}`,
        back: `Back of it ${text}`,
      })
    await look(page, '/flash', NAME)
    await page.getByRole('link', { name: 'Review', exact: true }).click()
    const card = page.locator('[data-card]')
    for (const _ of texts) {
      await expect(card).toContainText('Front of it')
      await expect(card).not.toContainText('Back of it') // the one before is gone
      await expectHarmless(page)
      await page.keyboard.press('Space')
      await expect(card).toContainText('Back of it')
      await expectHarmless(page)
      await page.keyboard.press('4')
    }
    // The last grade is on its way to the server while the next question is asked for.
    await expect(async () => {
      if (await card.isVisible()) for (const key of ['Space', '4']) await page.keyboard.press(key)
      await expect(page.getByRole('heading', { name: 'Done for now' })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await look(page, '/flash?view=stats', 'Reviews today')
    await page.goto('/flash?view=browse')
    await expect(page.getByText(/^Front/).first()).toBeVisible()
    await expectHarmless(page)
    await page
      .getByText(/^Front/)
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Front' })).toBeVisible()
    await expectHarmless(page)
  })
})

test('the wallet stays text: what is written in it, and what a bank sends', async ({ page }) => {
  await register(page, { ...ada, username: 'edith', email: 'edith@example.org' })
  const { act } = callsOf(page.context().request)
  const month = DAY.slice(0, 7)
  const { id: account } = await act('wallet', 'addAccount', { name: NAME, kind: 'checking', currency: 'EUR' })
  const { id: category } = await act('wallet', 'addCategory', { name: NAME, group: SHORT })
  const shown = all.map((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 200))
  for (const payee of shown.slice(0, 12))
    await act('wallet', 'add', { account, date: DAY, amount: -100, payee, memo: all.join(' ').slice(0, 500), category })
  await act('wallet', 'spend', { amount: '3', payee: NAME, category: NAME, account: NAME }) // of now: reports look back
  await act('wallet', 'saveRule', { match: NAME, payee: SHORT, category })
  await act('wallet', 'saveSchedule', { payee: NAME, account, amount: -100, category, memo: NAME, start: DAY })
  for (const view of ['accounts', 'budget', 'bills', 'reports', 'rules'])
    await look(page, `/wallet?view=${view}&month=${month}`, view === 'rules' ? SHORT : NAME)
  await page.goto('/wallet')
  await page.getByRole('row').filter({ hasText: '<script>' }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Payee')).toHaveValue(/<script>/)
  await expectHarmless(page)

  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Import…' }).click()
  const quoted = shown.map((text) => `"${text.replaceAll('"', '""')}"`)
  const table = ['Date,Payee,Amount,Category,Memo', ...quoted.map((text) => `${DAY},${text},-1.00,${text},${text}`)]
  const refused = quoted.map((text) => `${text},${text},${text},${text},${text}`)
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: `${NAME}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from([...table, ...refused].join('\n')),
    })
  await expect(page.getByRole('dialog').getByText(/^\d+ cannot be read$/)).toBeVisible()
  await expectHarmless(page)
  await page.getByRole('button', { name: /^Import \d/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await look(page, '/wallet', /<script>/)
})

test('a table stays text: its name, columns, cells, steps, charts and queries', async ({ page }) => {
  await register(page, { ...ada, username: 'sofja', email: 'sofja@example.org' })
  const { call, act } = callsOf(page.context().request)
  const rows = all.map((text, at) => `"${text.replaceAll('"', '""')}",${SHORT} ${at},${at}`)
  const file = await page.context().request.post(`/api/uploads?name=${encodeURIComponent('table.csv')}`, {
    data: Buffer.from([`"${NAME}",${SHORT},Sum`, ...rows].join('\n')),
  })
  await call('POST', '/api/m/csv/imports/table', { upload: (await file.json()).id, options: { name: `${NAME}.csv` } })
  const overview = await act('csv', 'overview', {})
  const [{ id }] = overview.datasets
  const steps = [
    { kind: 'trim', columns: [NAME] },
    { kind: 'rename', column: SHORT, to: `${SHORT} again` },
    { kind: 'replace', columns: [NAME], find: NAME, with: SHORT },
  ]
  await act('csv', 'addSteps', { dataset: id, steps })
  const chart = { kind: 'bar', x: NAME, y: 'Sum', measure: 'sum' }
  await act('csv', 'setCharts', { id, charts: [chart, { ...chart, kind: 'pie', split: `${SHORT} again` }] })
  await act('csv', 'saveQuery', { name: NAME, sql: `select '${SHORT}' as "${NAME}"` })

  const at = `/tools/csv?d=${id}`
  await look(page, at, /<script>/)
  await look(page, `${at}&column=${encodeURIComponent(NAME)}`, NAME)
  await expect(page.getByRole('region', { name: 'Steps' })).toContainText(NAME)
  await expectHarmless(page)
  await look(page, `${at}&view=columns`, NAME)
  await page.goto(`${at}&view=charts`)
  await expect(page.getByRole('region', { name: 'Charts of this dataset' }).getByRole('img').first()).toBeVisible()
  await expectHarmless(page)
  await look(page, `${at}&view=sql`, NAME)
})

test('files stay text, here and for a stranger with the link, by their names and by what is in them', async ({
  page,
  browser,
  server,
}) => {
  await register(page, { ...ada, username: 'joan', email: 'joan@example.org' })
  const { act } = callsOf(page.context().request)
  const text = inTexts(all, all.length)[0] as string
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__xss=1"><script>window.__xss=1</script><image href="${canary.url}/image"/></svg>`
  const files = {
    'page.html': text,
    'picture.svg': svg,
    'notes.md': text,
    'table.csv': `a,b\n"${NAME}",${SHORT}`,
    'words.txt': text,
  }
  const folder = await act('sync', 'makeFolder', { name: `${NAME} folder` })
  const kept: { name: string; content: string }[] = []
  for (const [name, body] of Object.entries(files))
    kept.push(await act('sync', 'save', { name: `${NAME} ${name}`, folder: folder.id, text: body }))
  await look(page, '/sync', folder.name)
  const { url } = await act('sync', 'share', { id: folder.id })
  const stranger = await (await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })).newPage()
  const strange = watch(stranger.context(), server.url)
  await look(stranger, new URL(url, server.url).pathname, kept[0]?.name as string)
  for (const { name } of kept) {
    await page.goto(`/sync?folder=${folder.id}`)
    await page.getByRole('row').filter({ hasText: name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectHarmless(page)
    await stranger.goto(new URL(url, server.url).pathname)
    await stranger.getByRole('button', { name }).click()
    await expect(
      stranger
        .getByRole('link', { name: 'Download' })
        .or(stranger.getByRole('button', { name: 'Download' }))
        .first(),
    ).toBeVisible()
    await expectHarmless(stranger)
  }
  expect(strange).toEqual([])
  await stranger.context().close()
  // Opened at its own address, where the policy of the page does not reach, a file is saved or shown without a right.
  const storageState = await page.context().storageState()
  const plain = await browser.newContext({ baseURL: server.url, storageState, serviceWorkers: 'block' })
  const direct = watch(plain, server.url)
  for (const { content } of kept) {
    const bare = await plain.newPage()
    await bare.goto(`/api/m/sync/content/${content}`).catch((error: Error) => {
      if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error
    })
    expect(await bare.evaluate(() => '__xss' in window)).toBe(false)
    await bare.close()
  }
  expect(direct).toEqual([])
  await plain.close()
})

test('an order, its invoice, a seat and what it delivers stay text', async ({ page, fake, browser, server }) => {
  const buyer = { ...ada, username: 'mary', email: 'mary@example.org' }
  await register(page, buyer)
  const office = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  const answer = await office.request.post('/api/login', { data: ada })
  expect(answer.ok()).toBe(true)
  const { call } = callsOf(page.context().request)

  const billing = {
    ...{ name: NAME, company: `"><script>alert(1)</script>`, email: buyer.email, address: all[3], city: NAME },
    ...{ postcode: SHORT.slice(0, 20), country: NAME, taxNumber: SHORT },
  }
  const items = { sales: 1 }
  const { totalCents } = totalsOf({ items, billingPeriod: 'monthly' })
  const bought = { items, billingPeriod: 'monthly', billing, poNumber: SHORT, expectedTotalCents: totalCents }
  const order = await call('POST', '/api/workforce/orders', { ...bought, attempt: attempt() })

  await test.step('the order and its invoice', async () => {
    await look(page, `/workforce/orders/${order.id}`, NAME)
    const pdf = await page.context().request.get(`/api/workforce/orders/${order.id}/invoice.pdf`)
    expect(pdf.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect((await pdf.body()).toString('latin1')).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|URI|Launch)\b/)
    const admin = await office.newPage()
    const administrated = watch(office, server.url)
    await look(admin, '/admin?part=orders', /alert\(1\)/)
    await callsOf(office.request).call('POST', `/api/admin/orders/${order.id}/paid`)
    expect(administrated).toEqual([])
    await office.close()
  })

  await test.step('the seat, and what its model hands in', async () => {
    const { seats } = await call('GET', '/api/workforce/seats')
    const { id } = seats[0]
    await call('PUT', `/api/workforce/seats/${id}/onboarding`, { answers: {} })
    await call('PATCH', `/api/workforce/seats/${id}`, { name: NAME })
    const parts = inTexts(all, 24)
    for (const [at, markdown] of parts.entries()) {
      const product = {
        title: `${NAME} ${at}`,
        summary: all.slice(0, 9).join(' '),
        markdown: `${markdown}\n\nEnd ${at}`,
      }
      const evidence = [{ criterion: NAME, met: 'yes', note: NAME }]
      await fake.script({ toolCalls: [{ name: 'deliver', input: { ...product, evidence, couldNot: [NAME, SHORT] } }] })
      const given = { title: `${NAME} task`, brief: markdown.slice(0, 5000), criteria: [NAME], seatId: id }
      const task = await call('POST', '/api/workforce/tasks', { ...given, attempt: attempt() })
      const now = () => call('GET', `/api/workforce/tasks/${task.id}`)
      await expect.poll(async () => (await now()).status, { timeout: 30_000 }).toBe('in_review')
      await look(page, `/workforce/deliverables/${(await now()).deliverables[0].id}`, `End ${at}`)
      await look(page, `/workforce/tasks/${task.id}`, `${NAME} task`)
    }
    // A model hands in text alone; what else a product can be made of, playbooks do.
    const [{ id: deliverable }] = (await call('GET', '/api/workforce/deliverables')).deliverables
    await page.route(`**/api/workforce/deliverables/${deliverable}`, async (asked) => {
      const answer = await asked.fetch()
      const body = await answer.json()
      const columns = [...all.slice(0, 6), NAME].map((title, at) => ({ key: String(at), title, align: 'start' }))
      const blocks = [
        {
          kind: 'table',
          title: NAME,
          columns,
          rows: all.map((cell) => ({ 0: cell, 1: NAME, 2: SHORT, 3: 4, 6: cell })),
        },
        { kind: 'drafts', title: NAME, drafts: all.map((text) => ({ to: SHORT, subject: NAME, text })) },
        ...[{ kind: 'checks', title: NAME, checks: all.map((text) => ({ text, state: 'fail', note: NAME })) }],
        { kind: 'text', title: NAME, markdown: `${all.join('\n\n')}\n\n${formulas(canary.url).join('\n\n')}` },
      ]
      const sources = all.map((text) => ({ kind: 'web', name: text.slice(0, 2000), place: SHORT, step: null }))
      for (const version of body.versions) Object.assign(version.product, { blocks, sources })
      await asked.fulfill({ response: answer, json: body })
    })
    await page.goto(`/workforce/deliverables/${deliverable}`)
    await expect(page.getByRole('region', { name: NAME })).toContainText('<script>')
    await expect(page.getByText('Subject').first()).toBeVisible()
    await expectHarmless(page)
    for (const path of [
      '/workforce',
      '/workforce/seats',
      `/workforce/seats/${id}`,
      '/workforce/deliverables',
      '/org-chart',
    ])
      await look(page, path, NAME)
  })
})
