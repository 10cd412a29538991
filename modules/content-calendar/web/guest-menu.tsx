import { IconButton, Menu, MenuContent, MenuItem, MenuTrigger, toast, useAction } from '@atrium/web/kit'
import { Ellipsis, Link2, Link2Off } from 'lucide-react'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

const ID = 'content-calendar'

interface GuestMenuProps {
  /** The event’s, or its series’. */
  id: string
  address: string
  name: string
}

/** What can be done about a guest who is kept: the page on which they answer is theirs alone, and can be given to them by hand. */
export function GuestMenu({ id, address, name }: GuestMenuProps) {
  const { t } = useTexts()
  const link = useAction<typeof calendar, 'answerLink'>(ID, 'answerLink')
  const close = useAction<typeof calendar, 'closeAnswerLink'>(ID, 'closeAnswerLink', { done: t('guests.pageClosed') })
  const copy = async () => {
    const made = await link.mutateAsync({ id, address }).catch(() => null) // told already
    if (!made) return
    const page = new URL(made.output.path, location.origin).href
    // Where the browser lets nothing be copied, it is there to be copied by hand.
    const tellPage = () => toast({ variant: 'destructive', title: t('notCopied'), description: page })
    const written = navigator.clipboard?.writeText(page)
    if (!written) return tellPage()
    await written.then(() => toast({ title: t('copied') }), tellPage)
  }
  return (
    <Menu>
      <MenuTrigger>
        <IconButton size="sm" label={t('guests.more', { name })} icon={<Ellipsis />} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={<Link2 />} onSelect={() => void copy()}>
          {t('guests.copyPage')}
        </MenuItem>
        <MenuItem icon={<Link2Off />} onSelect={() => close.mutate({ id, address })}>
          {t('guests.closePage')}
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
