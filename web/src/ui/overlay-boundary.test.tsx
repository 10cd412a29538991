import './styles.css'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { part } from '../platform/part.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuContent, MenuTrigger } from './menu.tsx'
import { OverlayComing } from './overlay-boundary.tsx'
import { dismissToast, ToastProvider } from './toast.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => {
  dismissToast()
  vi.restoreAllMocks()
})

/** A part whose file cannot be had the first `failures` times. */
function late(failures: number) {
  let asked = 0
  return part<object>(async () => {
    asked += 1
    if (asked <= failures) throw new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
    return () => <p>Inside</p>
  })
}

function Page({ Inside }: { Inside: ReturnType<typeof late> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p>The page</p>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Details">
        <Inside placeholder={<OverlayComing onClose={() => setOpen(false)} />} />
      </Dialog>
      <Menu>
        <MenuTrigger>
          <Button>Open the menu</Button>
        </MenuTrigger>
        <MenuContent>
          <Inside />
        </MenuContent>
      </Menu>
      <ToastProvider label="Notifications" />
    </>
  )
}

test.each(['dialog', 'menu'])(
  'a %s whose part is gone closes with a word, the page stays, and it can be opened again',
  async (kind) => {
    const screen = await render(<Page Inside={late(3)} />)
    const button = screen.getByRole('button', { name: `Open the ${kind}` })
    await button.click()
    await expect.element(screen.getByText('This could not be opened')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
    await expect.element(screen.getByRole(kind as 'dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByText('The page')).toBeVisible()
    // Not by the mouse: on a screen this small the toast lies over the button.
    ;(button.element() as HTMLElement).click()
    await expect.element(screen.getByText('Inside')).toBeVisible()
  },
)

test('offline it says so, and nothing about a newer version', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const screen = await render(<Page Inside={late(1)} />)
  await screen.getByRole('button', { name: 'Open the dialog' }).click()
  await expect.element(screen.getByText('You are offline')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
