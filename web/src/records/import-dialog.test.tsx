import '../ui/styles.css'
import { beforeEach, expect, test, vi } from 'vitest'
import { ImportDialog } from './import-dialog.tsx'
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

beforeEach(() => {
  Sender.sent = []
  vi.stubGlobal('XMLHttpRequest', Sender)
  answering({
    'GET /api/modules': [200, { modules: [wallet] }],
    'POST /api/m/wallet/imports/statement': (body) => [
      200,
      { report, change: (body as { preview: boolean }).preview ? null : 'ch1' },
    ],
    'POST /api/changes/ch1/undo': [200, {}],
  })
})

async function dialog(more = {}) {
  const onOpenChange = vi.fn()
  const screen = await page(<ImportDialog module="wallet" open onOpenChange={onOpenChange} {...more} />)
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
  expect(Sender.sent[0]?.address).toBe('/api/uploads?name=May.OFX')
  Sender.sent[0]?.end()
  await expect.element(screen.getByText('120 new')).toBeVisible()
  await expect.element(screen.getByText('30 cannot be read')).toBeVisible()
  await expect.element(screen.getByText('There is no amount.')).toBeVisible()
  await expect.element(screen.getByText('and 29 more')).toBeVisible()
  await expect.element(screen.getByText('Options of statement')).toBeVisible()
  await screen.getByRole('button', { name: 'Import 121 rows' }).click()
  await expect.poll(() => onOpenChange.mock.lastCall).toEqual([false])
  const sent = calls.filter(([call]) => call.includes('/imports/')).map(([, body]) => body)
  expect(sent).toEqual([
    { upload: 'up1', preview: true, options: { account: 'a1' } },
    { upload: 'up1', preview: false, options: { account: 'a1' } },
  ])
  undoOf('Imported: 120 new, 1 changed')?.onClick()
  await expect.poll(() => calls.some(([call]) => call === 'POST /api/changes/ch1/undo')).toBe(true)
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
  await choose('photo.png')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('“photo.png” is not one of these: .ofx, .csv.')
  expect(Sender.sent).toEqual([])
  await choose('may.ofx')
  await expect.poll(() => Sender.sent).toHaveLength(1)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(Sender.sent[0]?.aborted).toBe(true)
})
