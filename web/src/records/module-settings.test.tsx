import '../ui/styles.css'
import { expect, test } from 'vitest'
import { i18n } from '../i18n/index.ts'
import { ModulesSection } from '../settings/modules-section.tsx'
import { PageFrame, PageModuleContext } from '../shell/page-frame.tsx'
import { currentToasts } from '../ui/toast-store.ts'
import { ModuleSettingsButton } from './module-settings.tsx'
import { answering, calls, page, undoOf } from './test-page.tsx'

const flash = {
  ...{ id: 'flash', title: 'Flashcards', summary: '', icon: 'layers', hasSettings: true },
  secrets: { key: { title: 'Stream key' } },
}
const plain = { ...flash, secrets: {} }
const sent = (call: string) => calls.filter(([one]) => one === call).map(([, body]) => body)
const SECRET = '/api/modules/flash/secrets'
const settings = (version: number, dayStartsAt: number) => ({ id: version > 0 ? 's1' : null, version, dayStartsAt })
const titles = () => currentToasts().map(({ title }) => title)
const none = { name: 'key', title: 'Stream key', summary: 'From the settings of your channel.', setAt: null }

async function opened(module: typeof flash | typeof plain) {
  const screen = await page(<ModuleSettingsButton module={module} />)
  await screen.getByRole('button', { name: 'Settings: Flashcards' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Settings: Flashcards' })).toBeVisible()
  return screen
}

test('the form shows what is chosen, says what does not fit, saves it with the version that was seen, and can undo', async () => {
  answering({
    'POST /api/m/flash/settings': [200, { output: settings(3, 5), change: null }],
    'POST /api/m/flash/changeSettings': [200, { output: settings(4, 7), change: 'c1' }],
    'POST /api/changes/c1/undo': [200, {}],
  })
  const screen = await opened(plain)
  const hour = screen.getByLabelText('Hour at which a new day begins')
  await expect.element(hour).toHaveValue('5')
  await expect.element(screen.getByRole('button', { name: 'History' })).toBeVisible()
  await hour.fill('24')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Hour at which a new day begins: 23 or less.')).toBeVisible()
  await hour.fill('7')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(titles).toContain('Saved')
  expect(sent('POST /api/m/flash/changeSettings')).toEqual([{ dayStartsAt: 7, remindAt: 8, version: 3 }])
  expect(undoOf('Saved')).toBeDefined()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('who changes them while another did sees both', async () => {
  const theirs = { code: 'conflict', message: 'They were changed.', details: { current: settings(1, 9) } }
  answering({
    'POST /api/m/flash/settings': [200, { output: settings(0, 4), change: null }],
    'POST /api/m/flash/changeSettings': (body) =>
      (body as { version: number }).version === 1
        ? [200, { output: settings(2, 7), change: 'c' }]
        : [409, { error: theirs }],
  })
  const screen = await opened(plain)
  await expect.element(screen.getByRole('button', { name: 'History' })).not.toBeInTheDocument()
  await screen.getByLabelText('Hour at which a new day begins').fill('7')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('row', { name: 'Hour at which a new day begins 7 9' })).toBeVisible()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(titles).toContain('Saved')
  expect(sent('POST /api/m/flash/changeSettings')).toEqual([
    { dayStartsAt: 7, remindAt: 8, version: 0 },
    { dayStartsAt: 7, remindAt: 8, version: 1 },
  ])
})

test('of a secret it shows whether and since when it is set; it is entered unseen, replaced, and removed', async () => {
  let setAt: string | null = null
  answering({
    'POST /api/m/flash/settings': [200, { output: settings(0, 4), change: null }],
    [`GET ${SECRET}`]: () => [200, { secrets: [{ ...none, setAt }] }],
    [`PUT ${SECRET}/key`]: (body) => {
      if ((body as { value: string }).value === '') return [400, { error: { message: 'Enter a value.' } }]
      setAt = '2026-10-05T12:00:00.000Z'
      return [200, { ok: true }]
    },
    [`DELETE ${SECRET}/key`]: () => {
      setAt = null
      return [200, { ok: true }]
    },
  })
  const screen = await opened(flash)
  await expect.element(screen.getByText('Not set')).toBeVisible()
  await screen.getByRole('button', { name: 'Set Stream key' }).click()
  const field = screen.getByLabelText('Stream key', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  await expect.element(field).toHaveAttribute('autocomplete', 'off')
  await expect.element(screen.getByText('From the settings of your channel.')).toBeVisible()
  const form = screen.getByRole('region', { name: 'Keys and passwords' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Enter a value.')).toBeVisible()
  await field.fill('sk-very-secret')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^Set on .*2026/)).toBeVisible()
  expect(document.body.innerHTML).not.toContain('sk-very-secret')
  expect(sent(`PUT ${SECRET}/key`)).toEqual([{ value: '' }, { value: 'sk-very-secret' }])
  await expect.element(screen.getByRole('button', { name: 'Replace Stream key' })).toBeVisible()
  await screen.getByRole('button', { name: 'Remove Stream key' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText('Not set')).toBeVisible()
  expect(sent(`DELETE ${SECRET}/key`)).toHaveLength(1)
})

test('a module’s page has the button where there is something to be set', async () => {
  const pageOf = (module: typeof plain) => (
    <PageModuleContext value={module}>
      <PageFrame title={module.title}>…</PageFrame>
    </PageModuleContext>
  )
  const screen = await page(
    <>
      {pageOf(plain)}
      {pageOf({ ...plain, title: 'Tables', hasSettings: false })}
      {pageOf({ ...flash, title: 'Stream', hasSettings: false })}
    </>,
  )
  await expect.element(screen.getByRole('button', { name: 'Settings: Flashcards' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Settings: Stream' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Settings: Tables' }).query()).toBeNull()
})

test('the account’s Settings list the modules in which something can be set', async () => {
  answering({
    'GET /api/modules': [200, { modules: [plain, { ...plain, id: 'csv', title: 'Tables', hasSettings: false }] }],
    'POST /api/m/flash/settings': [200, { output: settings(1, 6), change: null }],
  })
  await i18n.loadNamespaces('settings')
  const screen = await page(<ModulesSection />)
  const open = screen.getByRole('button', { name: 'Open the settings of Flashcards' })
  await expect.element(open).toBeVisible()
  expect(screen.getByText('Tables').query()).toBeNull()
  await open.click()
  await expect.element(screen.getByLabelText('Hour at which a new day begins')).toHaveValue('6')
})
