import './styles.css'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../i18n/test-i18n.ts'
import { Button, IconButton } from './button.tsx'
import { ConfirmProvider, useConfirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu.tsx'
import { Popover } from './popover.tsx'

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

function Renaming() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Rename conversation">
        <TextField label="Title" />
      </Dialog>
    </>
  )
}

function Loading() {
  const [open, setOpen] = useState(false)
  const [isHere, setIsHere] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import</Button>
      {isHere ? (
        <Dialog key="dialog" open={open} onOpenChange={setOpen} title="Import">
          <TextField label="File" />
        </Dialog>
      ) : (
        <Dialog key="placeholder" open={open} onOpenChange={setOpen} title="…">
          <input aria-label="Coming" onFocus={() => setIsHere(true)} />
        </Dialog>
      )}
    </>
  )
}

function Asking({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const confirm = useConfirm()
  return (
    <Button onClick={async () => onAnswer(await confirm({ title: 'Delete it?', confirm: 'Delete', danger: true }))}>
      Ask
    </Button>
  )
}

function Row() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label="Actions" icon="…" />
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={() => setOpen(true)}>Rename</MenuItem>
        </MenuContent>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="Rename">
        <TextField label="Title" />
      </Dialog>
    </>
  )
}

test('a dialog focuses its first field, and gives the focus back when Escape closes it', async () => {
  const screen = await render(<Renaming />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Rename conversation' })).toBeVisible()
  await expect.element(screen.getByLabelText('Title')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'Rename' })).toHaveFocus()
})

test('a dialog that takes the place of its placeholder gives the focus back to what opened that', async () => {
  const screen = await render(<Loading />)
  await screen.getByRole('button', { name: 'Import' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Import' })).toBeVisible()
  await expect.element(screen.getByLabelText('File')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'Import' })).toHaveFocus()
})

test('on a phone a dialog is a sheet at the bottom edge', async () => {
  await page.viewport(390, 800)
  const screen = await render(<Renaming />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await expect
    .poll(() => {
      const box = screen.getByRole('dialog').element().getBoundingClientRect()
      return [box.left, box.width, Math.round(box.bottom)]
    })
    .toEqual([0, 390, 800])
  await page.viewport(1200, 800)
})

test('a question is answered by its button, by Cancel and by Escape, and not by a click beside it', async () => {
  const answers: boolean[] = []
  const screen = await render(
    <ConfirmProvider>
      <Asking onAnswer={(yes) => answers.push(yes)} />
    </ConfirmProvider>,
  )
  const ask = async () => {
    await screen.getByRole('button', { name: 'Ask' }).click()
    await expect.element(screen.getByRole('alertdialog', { name: 'Delete it?' })).toBeVisible()
  }
  await ask()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  document.elementFromPoint(4, 4)?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await screen.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => answers).toEqual([true])
  await ask()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => answers).toEqual([true, false])
  await ask()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => answers).toEqual([true, false, false])
})

test('a menu opened by the keyboard focuses its first item, is walked by arrows, and gives the focus back', async () => {
  const chosen = vi.fn()
  const screen = await render(
    <Menu>
      <MenuTrigger>
        <IconButton label="Actions" icon="…" />
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => chosen('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => chosen('archive')}>Archive</MenuItem>
      </MenuContent>
    </Menu>,
  )
  const trigger = screen.getByRole('button', { name: 'Actions' })
  ;(trigger.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu', { name: 'Actions' })).toBeVisible()
  await expect.poll(focused).toBe('Rename')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('Archive')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => chosen.mock.calls).toEqual([['archive']])
  await expect.poll(focused).toBe('Actions')
  expect(trigger.element().getAttribute('aria-expanded')).toBe('false')
})

test('a menu chosen from by the mouse closes; an item may open a dialog, which keeps the focus', async () => {
  const screen = await render(<Row />)
  await screen.getByRole('button', { name: 'Actions' }).click()
  await screen.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(screen.getByLabelText('Title')).toHaveFocus()
  await userEvent.keyboard('typed')
  await expect.element(screen.getByLabelText('Title')).toHaveValue('typed')
  await userEvent.keyboard('{Escape}')
  await expect.poll(focused).toBe('Actions')
})

function Deletable() {
  const [there, setThere] = useState(true)
  return (
    <main tabIndex={-1}>
      {there && (
        <Menu>
          <MenuTrigger>
            <IconButton label="Actions" icon="…" />
          </MenuTrigger>
          <MenuContent>
            <MenuItem onSelect={() => setThere(false)}>Delete</MenuItem>
          </MenuContent>
        </Menu>
      )}
    </main>
  )
}

test('when the button of a menu goes with what was chosen, the focus goes to the page', async () => {
  const screen = await render(<Deletable />)
  await screen.getByRole('button', { name: 'Actions' }).click()
  await screen.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

test('a popover is opened and closed by its button and gives the focus back on Escape', async () => {
  const screen = await render(
    <Popover label="Details" trigger={<Button>Details</Button>}>
      <TextField label="Name" />
    </Popover>,
  )
  const button = screen.getByRole('button', { name: 'Details' })
  await button.click()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await button.click()
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
  await button.click()
  await expect.element(screen.getByLabelText('Name')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

test('the tooltip of an icon button shows its name and shortcut on focus, and Escape hides it', async () => {
  const screen = await render(<IconButton label="Copy" shortcut="mod+C" icon="c" />)
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Copy' })).toHaveFocus()
  const bubble = () => [...document.querySelectorAll('[popover]:popover-open')].map((element) => element.textContent)
  await expect.poll(bubble).toEqual([expect.stringMatching(/^Copy.+C$/)])
  await userEvent.keyboard('{Escape}')
  expect(bubble()).toEqual([])
})

test('the tooltip goes with its control', async () => {
  const Copy = ({ there }: { there: boolean }) => (there ? <IconButton label="Copy" icon="c" /> : <p>Gone</p>)
  const screen = await render(<Copy there />)
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Copy' })).toHaveFocus()
  const bubbles = () => document.querySelectorAll('[popover]:popover-open').length
  await expect.poll(bubbles).toBe(1)
  await screen.rerender(<Copy there={false} />)
  await expect.poll(bubbles).toBe(0)
})

test('a quiet button that is on looks so', async () => {
  const screen = await render(
    <>
      <IconButton label="Good" icon="g" pressed />
      <Button variant="ghost">Cancel</Button>
      <p className="text-accent-ink">accent</p>
      <p className="text-ink">ink</p>
    </>,
  )
  const colourOf = (element: Element) => getComputedStyle(element).color
  const button = (name: string) => colourOf(screen.getByRole('button', { name }).element())
  const text = (name: string) => colourOf(screen.getByText(name, { exact: true }).element())
  expect([button('Good'), button('Cancel')]).toEqual([text('accent'), text('ink')])
})

test('a button that is loading keeps the focus and refuses clicks', async () => {
  const onClick = vi.fn()
  const screen = await render(
    <Button loading onClick={onClick}>
      Save
    </Button>,
  )
  await screen.getByRole('button', { name: 'Save' }).click({ force: true })
  expect(onClick).not.toHaveBeenCalled()
})
