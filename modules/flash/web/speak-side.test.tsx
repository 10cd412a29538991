import { afterEach, expect, test, vi } from 'vitest'
import { answering, calls, page } from '../../../web/src/records/test-page.tsx'
import { SpeakSide } from './speak-side.tsx'

const SPEAK = 'POST /api/m/flash/speak'
const models = (able: object) => ({
  'GET /api/models': [200, { models: [{ id: 'm1', name: 'M', provider: 'openai' }], selected: 'm1', able }],
})
const sides = [
  { name: 'Front', html: '' },
  { name: 'Back', html: '<b>der</b> Zitronenbaum [sound:old.mp3]' },
]
afterEach(() => localStorage.clear())

test('a side is spoken in its language, heard, and added to its field only when asked; the language is remembered', async () => {
  answering({
    ...models({ speak: 'TTS 1' }),
    [SPEAK]: [200, { output: { mime: 'audio/mpeg', base64: btoa('a sound') }, change: null }],
  } as never)
  const put: [string, string | undefined][] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return answer(address, init)
    put.push([new URL(address, location.href).pathname, (init.body as Blob).type])
    return Response.json({ name: 'der Zitronenbaum-1.mp3', file: 'f1', mime: 'audio/mpeg' })
  })
  const onKept = vi.fn()
  const screen = await page(<SpeakSide type="basic" sides={sides} onKept={onKept} />)
  await screen.getByText('Speak a side').click()
  await expect.element(screen.getByRole('button', { name: 'Speak', exact: true })).toBeDisabled()
  await screen.getByLabelText('Side').selectOptions('Back')
  await screen.getByLabelText('Language').selectOptions('de')
  await screen.getByRole('button', { name: 'Speak', exact: true }).click()
  await expect.element(screen.getByLabelText('The words, spoken')).toBeVisible()
  expect(calls).toContainEqual([SPEAK, { text: 'der Zitronenbaum', language: 'de' }])
  expect(onKept).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Add to the card' }).click()
  await expect.poll(() => onKept.mock.calls).toEqual([[1, '[sound:der Zitronenbaum-1.mp3]']])
  expect(put).toEqual([['/api/m/flash/media/der%20Zitronenbaum.mp3', 'audio/mpeg']])
  const again = await page(<SpeakSide type="basic" sides={sides} onKept={onKept} />)
  await again.getByText('Speak a side').last().click()
  await again.getByLabelText('Side').last().selectOptions('Back')
  await expect.element(again.getByLabelText('Language').last()).toHaveValue('de')
})

test('where no model speaks, the button says how to have one', async () => {
  answering(models({ see: 'M' }) as never)
  const screen = await page(<SpeakSide type="basic" sides={sides.slice(1)} onKept={() => undefined} />)
  await screen.getByText('Speak a side').click()
  await screen.getByRole('button', { name: 'Speak', exact: true }).click()
  await expect.element(screen.getByText('No connected model can speak')).toBeVisible()
})
