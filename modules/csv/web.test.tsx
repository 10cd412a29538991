import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import kit from '../../web/src/i18n/locales/en/kit.json'
import type { DatasetRow } from './module.ts'
import CsvPage from './web.tsx'

// 34 MB of WebAssembly: the journey runs it.
vi.mock('./web/duck.ts', () => ({ connect: async () => undefined, run: async () => undefined, stop: () => undefined }))

const TEXT = 'city,n\nOslo,1\noslo ,2\nBonn,10\n,4\n'

const dataset = (change: Partial<DatasetRow> = {}): DatasetRow => ({
  id: 'one',
  version: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  name: 'cities.csv',
  file: `file-${Math.random()}`,
  size: TEXT.length,
  format: 'csv',
  source: 'hash',
  reading: { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 },
  rows: 4,
  columns: 2,
  faults: { ragged: [], raggedCount: 0, unclosed: [], blank: 0 },
  steps: [],
  done: 0,
  charts: [],
  ...change,
})

let datasets: DatasetRow[]
/** What the server has of the dataset's file. */
let file: () => BodyInit | null
let calls: [string, Record<string, unknown>][]

beforeAll(async () => {
  const resources = { en: { translation: {}, kit } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})
beforeEach(async () => {
  await page.viewport(1280, 800)
  datasets = [dataset()]
  file = () => TEXT
  calls = []
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string | URL | Request, init?: RequestInit) => {
    const address = String(path)
    if (address.startsWith('/api/files/')) {
      const body = file()
      return new Response(body, { status: body === null ? 404 : 200 })
    }
    if (!address.startsWith('/api/')) return real(path, init)
    const action = address.split('/').at(-1) as string
    const input = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>
    calls.push([action, input])
    // The server keeps the steps, and the page shows what it kept.
    if (action === 'setSteps') {
      const { keep, add = [], done } = input as { keep?: number[]; add?: DatasetRow['steps']; done?: number }
      datasets = datasets.map((row) => {
        const steps = [
          ...(keep ? keep.map((place) => row.steps[place] as DatasetRow['steps'][number]) : row.steps),
          ...add,
        ]
        return { ...row, steps, done: done ?? steps.length, version: row.version + 1 }
      })
    }
    const output =
      action === 'overview' ? { datasets, queries: [] } : action === 'sample' ? { count: 2, id: 'x' } : datasets[0]
    return new Response(JSON.stringify({ output, change: null, models: [] }))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (address = '/tools/csv') =>
  render(
    <QueryClientProvider
      client={
        new QueryClient({ defaultOptions: { queries: { retry: false, queryFn: () => ({ modules: [], models: [] }) } } })
      }
    >
      <MemoryRouter initialEntries={[address]}>
        <CsvPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const sent = (action: string) => calls.filter(([name]) => name === action).map(([, input]) => input)

test('the empty page says what it is for, and offers a file and samples', async () => {
  datasets = []
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'See what is in a table' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Open a file' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try with samples' }).click()
  await expect.poll(() => sent('sample')).toHaveLength(1)
})

describe('the table', () => {
  test('shows rows, spaces at the ends and blanks, and a step of a column is done and undone', async () => {
    const screen = await open()
    const rows = screen.getByRole('region', { name: 'Rows' })
    await expect.element(screen.getByText('4 rows · 2 columns')).toBeVisible()
    await expect.element(rows.getByText('oslo·')).toBeVisible()
    await screen.getByRole('button', { name: 'city: column menu' }).click()
    await screen.getByRole('menuitem', { name: 'Sort ascending' }).click()
    await expect
      .poll(() => sent('setSteps'))
      .toMatchObject([{ id: 'one', version: 1, keep: [], add: [{ kind: 'sort' }] }])
    await expect.element(rows.getByRole('row').nth(1)).toHaveTextContent('1Bonn10')
    await screen.getByRole('button', { name: 'Undo the last step' }).click()
    await expect.element(rows.getByRole('row').nth(1)).toHaveTextContent('1Oslo1')
    await expect.poll(() => sent('setSteps').at(-1)).toMatchObject({ done: 0, add: [] })
  })

  test('shows only what is chosen, and keeps it as a step when asked to', async () => {
    const facets = encodeURIComponent(JSON.stringify([{ column: 'n', kind: 'range', choice: null }]))
    const screen = await open(`/tools/csv?f=${facets}`)
    const filter = screen.getByRole('region', { name: 'Filter by n' })
    await filter.getByLabelText('From').fill('2')
    ;(filter.getByLabelText('From').element() as HTMLInputElement).blur()
    await expect.element(screen.getByText('3 of 4 rows · 2 columns')).toBeVisible()
    await screen.getByRole('button', { name: 'Keep only these rows' }).click()
    await expect
      .poll(() => sent('setSteps')[0]?.add)
      .toMatchObject([{ kind: 'filter', column: 'n', test: { is: 'range', from: 2, to: null }, not: false }])
  })

  test('refuses a pattern that is none beside its field', async () => {
    const screen = await open()
    await screen.getByRole('button', { name: 'city: column menu' }).click()
    await screen.getByRole('menuitem', { name: 'Change cells' }).click()
    await screen.getByRole('menuitem', { name: 'Replace…' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Find').fill('(')
    await dialog.getByRole('switch', { name: 'Regular expression' }).click()
    await dialog.getByRole('button', { name: 'Do it' }).click()
    await expect.element(dialog.getByText('That is no regular expression.')).toBeVisible()
    expect(sent('setSteps')).toEqual([])
  })
})

describe('a file', () => {
  test('that comes slowly says how far it is, can be stopped, and is read when asked again', async () => {
    datasets = [dataset({ file: 'slow' })]
    let rest: ReadableStreamDefaultController<Uint8Array> | undefined
    file = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('city,n\n'))
          controller.enqueue(new TextEncoder().encode('Oslo,1\nBonn,2\n'.repeat(3_000)))
          rest = controller
        },
      })
    const screen = await open()
    await expect.element(screen.getByRole('progressbar', { name: 'Reading the file' })).toBeInTheDocument()
    await expect.element(screen.getByText(/^[1-9],\d{3} rows so far$/)).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    rest?.enqueue(new TextEncoder().encode('Rome,3\n'))
    await expect.element(screen.getByRole('heading', { name: 'The reading was stopped' })).toBeVisible()
    file = () => TEXT
    await screen.getByRole('button', { name: 'Read it' }).click()
    await expect.element(screen.getByText('4 rows · 2 columns')).toBeVisible()
  })

  test('is seen as it would be read before it is read anew', async () => {
    datasets = [dataset({ file: 'titled', reading: { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 } })]
    file = () =>
      new Uint8Array(
        [...'Bericht;\nOrt;n\nZ']
          .map((letter) => letter.charCodeAt(0))
          .concat(0xfc, ...[...'rich;1\n'].map((letter) => letter.charCodeAt(0))),
      )
    const screen = await open()
    await screen.getByRole('button', { name: 'Read as UTF-8 · Comma · Names in line 1: change it' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Encoding').selectOptions('Windows-1252')
    await dialog.getByLabelText('Between cells').selectOptions('Semicolon')
    await expect.element(dialog.getByRole('cell', { name: 'Zürich' })).toBeVisible()
    await expect.element(dialog.getByRole('radio', { name: 'Names in line 2' })).toBeChecked()
    await dialog.getByRole('radio', { name: 'No line names them' }).click()
    await dialog.getByRole('radio', { name: 'Names in line 2' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => sent('setReading'))
      .toMatchObject([{ reading: { encoding: 'windows-1252', delimiter: ';', header: true, skip: 1 } }])
  })
})

describe('what the page’s own worker refuses', () => {
  const german = { tooManyColumns: 'Höchstens {{most}} Spalten.', notFetched: 'Die Datei kam nicht.' }
  beforeEach(async () => {
    for (const [key, text] of Object.entries(german)) i18next.addResource('de', 'modules/csv', `server.${key}`, text)
    await i18next.changeLanguage('de')
  })
  afterEach(() => void i18next.changeLanguage('en'))
  test('is said in the person’s language', async () => {
    datasets = [dataset({ file: 'wide' })]
    file = () => 'a,'.repeat(2_000)
    const screen = await open()
    await expect.element(screen.getByText('Höchstens 2000 Spalten.')).toBeVisible()
  })
  test('is said of a file that is not there any more', async () => {
    datasets = [dataset({ file: 'gone' })]
    file = () => null
    const screen = await open()
    await expect.element(screen.getByText('Die Datei kam nicht.')).toBeVisible()
  })
})

test('a formula is seen on the first rows while it is written, its faults row by row, and becomes a step', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'All columns' }).click()
  await screen.getByRole('menuitem', { name: 'New column by a formula…' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Formula').fill('100 / (n - 1')
  await expect.element(dialog.getByText('A quote or a bracket is never closed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect.element(dialog.getByText('Give it a name.')).toBeVisible()
  await dialog.getByLabelText('Name of the new column').fill('share')
  await dialog.getByLabelText('Formula').fill('100 / (n - 1)')
  await expect.element(dialog.getByRole('cell', { name: 'Nothing can be divided by zero.' })).toBeVisible()
  await expect.element(dialog.getByText('It gives nothing for 1 of the 4 rows looked at.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect
    .poll(() => sent('setSteps')[0]?.add)
    .toMatchObject([
      { kind: 'formula', formula: '100 / (n - 1)', name: 'share', readings: [{ column: 'n', type: 'integer' }] },
    ])
  await expect.element(screen.getByText('share = 100 / (n - 1)')).toBeVisible()
  await expect.element(screen.getByText('Nothing can be divided by zero. (1 row)')).toBeVisible()
})

test('a formula becomes a step as it is written, not as it was tried before, and why it cannot be tried is said', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'All columns' }).click()
  await screen.getByRole('menuitem', { name: 'New column by a formula…' }).click()
  const dialog = screen.getByRole('dialog')
  const field = dialog.getByLabelText('Formula')
  await dialog.getByLabelText('Name of the new column').fill('more')
  await field.fill('n + 1')
  await expect.element(dialog.getByRole('cell', { name: '11' })).toBeVisible()
  // Written and submitted before the worker can answer.
  const area = field.element() as HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, 'upper(city)')
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.form?.requestSubmit()
  await expect.element(dialog.getByRole('cell', { name: 'BONN' })).toBeVisible()
  expect(sent('setSteps')).toEqual([])

  const post = Worker.prototype.postMessage
  const posting = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...given) {
    if ((given[0] as { name: string }).name === 'tryFormula') throw new Error('It is out of memory.')
    post.apply(this, given as Parameters<typeof post>)
  })
  await field.fill('lower(city)')
  await expect.element(dialog.getByText('It is out of memory.')).toBeVisible()
  posting.mockRestore()
  await field.fill('upper(city) & n')
  await expect.element(dialog.getByRole('cell', { name: 'BONN10' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await expect
    .poll(() => sent('setSteps').map(({ add }) => add))
    .toMatchObject([[{ formula: 'upper(city) & n', readings: [{ column: 'city' }, { column: 'n' }] }]])
})

test('a pivot sums up by rows and columns, with totals, and is exported', async () => {
  const screen = await open('/tools/csv?view=pivot')
  const table = screen.getByRole('region', { name: 'Pivot' })
  await screen.getByLabelText('Rows', { exact: true }).selectOptions('city')
  await screen.getByLabelText('Value').selectOptions('n')
  await expect.element(table.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total17')
  const drawn: string[] = []
  const watching = new MutationObserver(() => drawn.push(document.querySelector('table')?.textContent ?? ''))
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  await screen.getByLabelText('As', { exact: true }).selectOptions('Median')
  await expect.element(table.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total3')
  watching.disconnect()
  expect(drawn.filter((text) => /Median/.test(text) && text.endsWith('Total17'))).toEqual([])
  await screen.getByLabelText('Columns').selectOptions('n')
  await expect.element(table.getByRole('columnheader', { name: 'Total' })).toBeVisible()
})

test('columns are told in numbers', async () => {
  const screen = await open('/tools/csv?view=columns&column=n')
  const details = screen.getByRole('region', { name: 'The column n' })
  await expect.element(details).toMatchTextContent(/Mean4\.25/)
  await expect.element(details).toMatchTextContent(/Median3/)
})

test('without a model, “Write the SQL” says how to connect one, and a query that writes does not run', async () => {
  const screen = await open('/tools/csv?view=sql')
  await screen.getByRole('textbox', { name: 'Query' }).fill('delete from cities')
  await screen.getByRole('button', { name: 'Run' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Queries here only read\./)
  await screen.getByRole('button', { name: 'Write the SQL' }).click()
  await expect.element(screen.getByText(kit.model.none, { exact: true })).toBeVisible()
})
