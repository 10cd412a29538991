import { Archive, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requireSignIn } from '../accounts/sign-in-request.ts'
import { Button, IconButton } from './button.tsx'
import { useConfirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuSub,
  MenuTrigger,
} from './menu.tsx'
import { Popover } from './popover.tsx'
import { Sheet } from './sheet.tsx'
import { toast } from './toast.tsx'

/** Everything that floats, each behind its button. */
export function DevOverlays() {
  const confirm = useConfirm()
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState<'left' | 'right' | 'top' | 'bottom'>()
  const [order, setOrder] = useState('newest')
  const [done, setDone] = useState(false)
  const [crash, setCrash] = useState(false)
  if (crash) throw new Error('The design system was asked to crash.')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu>
        <MenuTrigger>
          <IconButton label="Actions" icon={<MoreHorizontal />} variant="secondary" />
        </MenuTrigger>
        <MenuContent>
          <MenuItem icon={<Pencil />} shortcut="mod+R">
            Rename
          </MenuItem>
          <MenuItem icon={<Archive />}>Archive</MenuItem>
          <MenuItem disabled>Not available</MenuItem>
          <MenuSeparator />
          <MenuLabel>Order</MenuLabel>
          <MenuRadioGroup value={order} onValueChange={setOrder}>
            <MenuRadioItem value="newest">Newest first</MenuRadioItem>
            <MenuRadioItem value="title">By title</MenuRadioItem>
          </MenuRadioGroup>
          <MenuCheckboxItem checked={done} onCheckedChange={setDone}>
            Show what is done
          </MenuCheckboxItem>
          <MenuSub label="Move to">
            <MenuItem>Inbox</MenuItem>
            <MenuItem>Someday</MenuItem>
          </MenuSub>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger>
            Delete
          </MenuItem>
        </MenuContent>
      </Menu>
      <Button onClick={() => setDialog(true)}>Dialog</Button>
      <Button
        onClick={async () => {
          const sure = await confirm({
            title: 'Delete this conversation?',
            text: 'It cannot be brought back.',
            confirm: 'Delete conversation',
            danger: true,
          })
          toast({ title: sure ? 'Deleted' : 'Kept' })
        }}
      >
        Confirm
      </Button>
      {(['left', 'right', 'top', 'bottom'] as const).map((side) => (
        <Button key={side} onClick={() => setSheet(side)}>
          Sheet {side}
        </Button>
      ))}
      <Popover label="Details" trigger={<Button>Popover</Button>}>
        <TextField label="Name" />
      </Popover>
      <Button
        onClick={() =>
          toast({
            title: 'Task added',
            description: 'Call the printer, due tomorrow.',
            action: { label: 'Undo', altText: 'Undo it in the history', onClick: () => toast({ title: 'Undone' }) },
          })
        }
      >
        Toast
      </Button>
      <Button
        onClick={() =>
          toast({
            variant: 'destructive',
            title: 'Login failed',
            description: 'The username or the password is wrong.',
          })
        }
      >
        Destructive toast
      </Button>
      <Button onClick={() => void requireSignIn()}>Sign-in dialog</Button>
      <Button variant="danger" onClick={() => setCrash(true)}>
        Crash
      </Button>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Rename conversation"
        description="The name is for you; the assistant does not read it."
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setDialog(false)}>
              Rename
            </Button>
          </>
        }
      >
        <TextField label="Title" defaultValue="Plan for the spring fair" />
      </Dialog>
      <Sheet
        side={sheet}
        open={sheet !== undefined}
        onOpenChange={(open) => open || setSheet(undefined)}
        title="Details"
      >
        <p className="px-4 pb-6 text-muted">A sheet comes from an edge and keeps the page in place.</p>
      </Sheet>
    </div>
  )
}
