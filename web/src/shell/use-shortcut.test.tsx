import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useShortcut } from './use-shortcut.ts'

function Page({ onNew, onMod }: { onNew: () => void; onMod: () => void }) {
  useShortcut('n', onNew)
  useShortcut('mod+e', onMod)
  return (
    <>
      <button type="button">In the page</button>
      <input aria-label="Field" />
      <div role="dialog" aria-label="Dialog">
        <button type="button">In the dialog</button>
      </div>
    </>
  )
}

test('a letter alone is the page’s, but not in a field nor in a dialog; with a modifier it is the page’s everywhere', async () => {
  const [onNew, onMod] = [vi.fn(), vi.fn()]
  const screen = await render(<Page onNew={onNew} onMod={onMod} />)
  screen.getByText('In the page').element().focus()
  await userEvent.keyboard('n')
  expect(onNew).toHaveBeenCalledTimes(1)
  for (const place of [screen.getByLabelText('Field'), screen.getByText('In the dialog')]) {
    ;(place.element() as HTMLElement).focus()
    await userEvent.keyboard('n{ControlOrMeta>}e{/ControlOrMeta}')
  }
  expect(screen.getByLabelText('Field').element()).toHaveValue('n')
  expect(onNew).toHaveBeenCalledTimes(1)
  expect(onMod).toHaveBeenCalledTimes(2)
})
