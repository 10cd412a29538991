import '../ui/styles.css'
import { beforeEach, expect, test, vi } from 'vitest'
import { useFreshness } from '../platform/news.ts'
import { currentToasts } from '../ui/toast-store.ts'
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx'
import { answering, calls, page, undoOf } from './test-page.tsx'

const none = { added: [], changed: [], duplicate: [], refused: [] }
const report = {
  added: 120,
  changed: 1,
  same: 4,
  duplicate: 0,
  refused: 30,
  rows: {
    ...none,
    added: [{ line: 1, title: 'Café' }],
    changed: [{ line: 2, title: 'Bakery', fields: ['cents'] }],
    refused: [{ line: 3, text: 'nonsense', reason: 'There is no amount.' }],
  },
}
const wallet = {
  id: 'wallet',
  imports: {
    statement: { summary: 'A bank’s statement', accepts: ['.ofx', '.csv'], options: null },
    table: { summary: 'A table', accepts: ['.csv'], options: null },
  },
  exports: {},
  actions: {},
}

/** The browser's own sender, which tells how far it is. */
class Sender {
  static sent: { address: string; body: File; end: () => void; aborted: boolean }[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  status = 201
  statusText = ''
  responseText = ''
  onload?: () => void
  address = ''
  call: (typeof Sender.sent)[number] | undefined
  open(_: string, address: string) {
    this.address = address
  }
  setRequestHeader() {}
  abort() {
    if (this.call) this.call.aborted = true
  }
  send(body: File) {
    this.upload.onprogress?.({ loaded: 40, total: 100 })
    const end = () => {
      this.responseText = JSON.stringify({ id: 'up1', name: body.name, size: body.size })
      this.onload?.()
    }
    this.call = { address: this.address, body, end, aborted: false }
    Sender.sent.push(this.call)
  }
}

/** The page's connection for live news. */
class News {
  static all: News[] = []
  readyState = 1
  onmessage?: (event: { data: string }) => void
  constructor() {
    News.all.push(this)
  }
  close() {
    this.readyState = 2
  }
}
const tell = (news: object) => News.all.at(-1)?.onmessage?.({ data: JSON.stringify(news) })

beforeEach(() => {
  Sender.sent = []
  vi.stubGlobal('XMLHttpRequest', Sender)
  vi.stubGlobal('EventSource', Object.assign(News, { CLOSED: 2 }))
  answering({
    'GET /api/modules/wallet': [200, wallet],
    'POST /api/m/wallet/imports/statement': [200, { report, change: null }],
    'POST /api/m/wallet/imports/statement/job': [200, { job: 'j1', result: { report, change: 'ch1' } }],
    'POST /api/changes/ch1/undo': [200, {}],
  })
})

function Page(props: Partial<ImportDialogProps> & Pick<ImportDialogProps, 'onOpenChange'>) {
  useFreshness()
  return <ImportDialog module="wallet" open {...props} />
}

async function dialog(more = {}) {
  const onOpenChange = vi.fn()
  const screen = await page(<Page onOpenChange={onOpenChange} {...more} />)
  await expect.element(screen.getByText(/A bank’s statement/)).toBeVisible()
  const choose = (name: string) => screen.getByLabelText('Choose a file…').upload(new File(['x'], name))
  return { screen, choose, onOpenChange }
}

test('a file is sent, shown, taken in, and the whole can be undone', async () => {
  const { screen, choose, onOpenChange } = await dialog({
    options: (name: string) => <p>Options of {name}</p>,
    optionValues: { account: 'a1' },
  })
  await choose('May.OFX')
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  expect(Sender.sent[0]?.address).toBe('/api/uploads?name=May.OFX&module=wallet')
  Sender.sent[0]?.end()
  await expect.element(screen.getByText('120 new')).toBeVisible()
  await expect.element(screen.getByText('30 cannot be read')).toBeVisible()
  await expect.element(screen.getByText('There is no amount.')).toBeVisible()
  await expect.element(screen.getByText('nonsense')).toBeVisible()
  await expect.element(screen.getByText('and 29 more')).toBeVisible()
  await expect.element(screen.getByText('Options of statement')).toBeVisible()
  await screen.getByRole('button', { name: 'Import 121 rows' }).click()
  await expect.poll(() => onOpenChange.mock.lastCall).toEqual([false])
  const sent = calls.filter(([call]) => call.includes('/imports/')).map(([, body]) => body)
  expect(sent).toEqual([
    { upload: 'up1', preview: true, options: { account: 'a1' } },
    { upload: 'up1', rows: 155, options: { account: 'a1' } },
  ])
  undoOf('Imported: 120 new, 1 changed')?.onClick()
  await expect.poll(() => calls.some(([call]) => call === 'POST /api/changes/ch1/undo')).toBe(true)
})

test('the server is told that a file will come each time the dialog opens, and nothing else', async () => {
  const { screen } = await dialog()
  const told = () => calls.filter(([call]) => call.includes('uploads'))
  expect(told()).toEqual([['POST /api/uploads/expected', undefined]])
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument() // a hint that fails is nobody's business
})

test('what is said is said into a region that is there before it, and takes no room while it is empty', async () => {
  const { screen, choose } = await dialog()
  const region = document.querySelector<HTMLElement>('[role="dialog"] [aria-live="polite"]')
  if (!region) throw new Error('There is no region.')
  expect(region.childElementCount).toBe(0)
  expect(region.checkVisibility()).toBe(true)
  const above = region.previousElementSibling as HTMLElement
  // As laid out, in whole pixels: the dialog opens by growing, which what is drawn shows and the layout does not.
  const under = (element: HTMLElement) => element.offsetTop + element.offsetHeight
  expect(Math.abs(under(region) - under(above))).toBeLessThanOrEqual(1)
  await choose('photo.png')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  const said = screen.getByRole('alert').element() as HTMLElement
  expect(region).toContainElement(said)
  expect(said.offsetTop - under(above)).toBeGreaterThanOrEqual(15)
})

test('a file that several imports take is read as the person says', async () => {
  const { screen, choose } = await dialog()
  await choose('may.csv')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  Sender.sent[0]?.end()
  await screen.getByLabelText('Read the file as').selectOptions('A bank’s statement')
  await expect.element(screen.getByText('120 new')).toBeVisible()
  answering({
    'POST /api/m/wallet/imports/table': [400, { error: { code: 'bad_request', message: 'There is no head line.' } }],
  })
  await screen.getByLabelText('Read the file as').selectOptions('A table')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('There is no head line.')
  await expect.element(screen.getByRole('button', { name: /^Import/ })).toBeDisabled()
})

test('another kind of file is refused before it is sent; closing ends the sending', async () => {
  const { screen, choose } = await dialog()
  // Not “Import 0 rows”: there is no file yet.
  await expect.element(screen.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await choose('photo.png')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('“photo.png” is not one of these: .ofx, .csv.')
  expect(Sender.sent).toEqual([])
  await choose('may.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(Sender.sent[0]?.aborted).toBe(true)
})

/** The answer to one import, given when the test says so; its request's signal. */
function holding(isHeld: (preview: boolean) => boolean) {
  const answered = fetch
  const held: { signal: AbortSignal; answer: () => void }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (
      address.includes('/imports/') &&
      isHeld((JSON.parse(String(init.body)) as { preview?: boolean }).preview === true)
    )
      await new Promise<void>((answer, fail) => {
        const { signal } = init
        if (!signal) return fail(new Error('an import cannot be stopped'))
        signal.addEventListener('abort', () => fail(signal.reason))
        held.push({ signal, answer })
      })
    return answered(address, init)
  })
  return held
}

test('how far the server is shows as a bar, with the rows so far, and of this file only', async () => {
  const { screen, choose } = await dialog()
  const held = holding(() => true)
  await choose('may.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  Sender.sent[0]?.end()
  await expect.poll(() => held).toHaveLength(1)
  const bar = screen.getByRole('progressbar', { name: 'Reading may.ofx…' })
  await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  tell({ topic: 'import', id: 'another', read: 0.9, rows: 9000 })
  tell({ topic: 'import', id: 'up1', read: 0.25, rows: 1500 })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
  await expect.element(screen.getByText('1,500 rows so far')).toBeVisible()
  tell({ topic: 'import', id: 'up1', read: 1, rows: 5000 }) // all is read; nobody knows how long the rest takes
  await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  held[0]?.answer()
  await expect.element(screen.getByText('120 new')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

const job = (more: object = {}) => ({
  ...{ id: 'j1', kind: 'job', module: 'wallet', moduleTitle: 'Wallet', title: 'A bank’s statement', work: 'import' },
  ...{ subject: 'may.ofx', status: 'running', isPausing: false, canPause: false, done: 0, total: 155, note: '' },
  ...{ link: null, error: null, createdAt: '2026-11-23T09:00:00.000Z', endedAt: null, result: null, ...more },
})

/** An import that takes longer than a moment. */
async function importing() {
  let now = job()
  answering({
    'POST /api/m/wallet/imports/statement/job': [200, { job: 'j1', result: null }],
    'GET /api/activity/j1': () => [200, now],
    'POST /api/activity/j1/cancel': [200, { ok: true }],
  })
  const given = await dialog()
  await given.choose('may.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  Sender.sent[0]?.end()
  await given.screen.getByRole('button', { name: 'Import 121 rows' }).click()
  const bar = given.screen.getByRole('progressbar', { name: 'Reading may.ofx…' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '0') // what the server said first: news before it would be nobody's
  const become = (more: object) => {
    now = job(more)
    tell({ topic: 'jobs' })
  }
  return { ...given, bar, become }
}

test('an import that takes longer shows its percentage and rows, and its end when that comes', async () => {
  const { screen, bar, become, onOpenChange } = await importing()
  tell({ topic: 'jobs', id: 'j1', done: 62, total: 155, note: '' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40')
  await expect.element(screen.getByText('40%')).toBeVisible()
  await expect.element(screen.getByText('62 rows so far')).toBeVisible()
  become({ status: 'succeeded', result: { report, change: 'ch1' } })
  await expect.poll(() => onOpenChange.mock.lastCall).toEqual([false])
  undoOf('Imported: 120 new, 1 changed')?.onClick()
  await expect.poll(() => calls.some(([call]) => call === 'POST /api/changes/ch1/undo')).toBe(true)
})

test('stopping cancels it on the server; what it would do stays, and can go again', async () => {
  const { screen, become } = await importing()
  await screen.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => calls.some(([call]) => call === 'POST /api/activity/j1/cancel')).toBe(true)
  become({ status: 'cancelled' })
  await expect.element(screen.getByText(/^Stopped\. Nothing was changed/)).toBeVisible()
  await expect.element(screen.getByText('120 new')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Import 121 rows' })).toBeEnabled()
})

test('one that fails says why beside what it would have done', async () => {
  const { screen, become } = await importing()
  become({ status: 'failed', error: 'The disk is full.' })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The disk is full.')
  await expect.element(screen.getByText('120 new')).toBeVisible()
})

test('closing leaves it going on, and says where it is found', async () => {
  const { screen, onOpenChange } = await importing()
  await screen.getByRole('button', { name: 'Close' }).last().click()
  expect(onOpenChange.mock.lastCall).toEqual([false])
  await expect.poll(() => currentToasts()[0]?.title).toBe('The import goes on. Activity shows how far it is.')
  expect(calls.some(([call]) => call.includes('/cancel'))).toBe(false)
})

test('stopping while a file is looked at lets another be chosen', async () => {
  const { screen, choose } = await dialog()
  const held = holding(() => true)
  await choose('may.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  Sender.sent[0]?.end()
  await expect.poll(() => held).toHaveLength(1)
  await screen.getByRole('button', { name: 'Stop' }).click()
  expect(held[0]?.signal.aborted).toBe(true)
  await expect.element(screen.getByRole('button', { name: /^Import/ })).toBeDisabled()
  await choose('june.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(2)
})
