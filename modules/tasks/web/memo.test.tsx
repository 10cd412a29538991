import { afterEach, expect, test, vi } from 'vitest'
import { answering, calls, page } from '../../../web/src/records/test-page.tsx'
import { fakeTus } from '../../../web/src/records/uploads/test-tus.ts'
import { SplitDialog } from './split-dialog.tsx'

const ACTION = 'POST /api/m/tasks'
const models = (able: object) => ({
  'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1', able }],
})
const task = (line: string) => ({ line, title: line, due: null, again: null, unsupported: [] })
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Tones instead of a microphone: what records them is the browser’s own. */
function microphone() {
  const context = new AudioContext()
  const { stream } = context.createMediaStreamDestination()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream)
  return stream
}

test('a memo is recorded, written down, and its tasks are chosen; the recording is taken back', async () => {
  answering({
    ...models({ hear: 'Whisper' }),
    [`${ACTION}/transcribe`]: [200, { output: { text: 'Buy milk and call Anna' }, change: null }],
    [`${ACTION}/split`]: [
      200,
      { output: { tasks: [task('Buy milk'), task('Call Anna')], isCut: false }, change: null },
    ],
    [`${ACTION}/addMany`]: [200, { output: { added: 1 }, change: 'c1' }],
    'DELETE /api/m/tasks/files/f1': [200, {}],
  } as never)
  const tus = fakeTus((name) => ({ id: 'f1', name, mime: 'audio/webm', size: 0 }))
  const stream = microphone()
  const onClose = vi.fn()
  const screen = await page(<SplitDialog from="memo" today="2026-11-02" onClose={onClose} />)
  await expect.element(screen.getByRole('button', { name: 'Write it down' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Record', exact: true }).click()
  await screen.getByRole('button', { name: 'Stop recording' }).click()
  await expect.element(screen.getByText('Recording ready: memo.webm')).toBeVisible()
  expect(stream.getTracks().every(({ readyState }) => readyState === 'ended')).toBe(true)
  await screen.getByRole('button', { name: 'Write it down' }).click()
  await expect.element(screen.getByLabelText('What was said')).toHaveValue('Buy milk and call Anna')
  await screen.getByRole('checkbox', { name: 'Take “Call Anna”' }).click()
  await screen.getByRole('button', { name: 'Add 1 task' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(tus.begun()).toEqual([{ name: 'memo.webm', address: '/api/m/tasks/files/tasks/files/tus' }])
  expect(calls).toContainEqual([`${ACTION}/split`, { goal: 'Buy milk and call Anna', from: 'memo' }])
  expect(calls).toContainEqual([`${ACTION}/addMany`, { lines: ['Buy milk'] }])
  expect(calls.map(([call]) => call)).toContain('DELETE /api/m/tasks/files/f1')
})

test('a microphone that is refused, or is not there, is told in a sentence', async () => {
  answering(models({ hear: 'Whisper' }) as never)
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
  asked.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  asked.mockRejectedValueOnce(new DOMException('', 'NotFoundError'))
  const screen = await page(<SplitDialog from="memo" today="2026-11-02" onClose={() => undefined} />)
  await screen.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(screen.getByText(/^The microphone may not be used here/)).toBeVisible()
  await screen.getByRole('button', { name: 'Record', exact: true }).click()
  await expect.element(screen.getByText(/^No microphone was found/)).toBeVisible()
})
