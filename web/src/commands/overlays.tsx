import { ActivityDrawer } from '../activity/parts.ts'
import { AbilityDialog } from '../catalogue/ability-dialog.tsx'
import { SearchDialog } from '../chat/search-dialog.tsx'
import { ShortcutsDialog } from '../settings/shortcuts-dialog.tsx'
import { OverlayComing } from '../ui/overlay-boundary.tsx'
import { Palette } from './palette.tsx'

export interface OverlaysProps {
  /** `palette`, `search`, `shortcuts`, `activity`, or an ability's id. */
  name: string
  /** The palette's list, or what is searched for. */
  detail: string
  isOpen: boolean
  onClose: () => void
}

/** What commands open over the page: one at a time. */
export function Overlays({ name, detail, isOpen, onClose }: OverlaysProps) {
  const onOpenChange = (open: boolean) => open || onClose()
  if (name === 'palette') return <Palette open={isOpen} group={detail || undefined} onOpenChange={onOpenChange} />
  if (name === 'search') return <SearchDialog open={isOpen} words={detail} onOpenChange={onOpenChange} />
  if (name === 'shortcuts') return isOpen && <ShortcutsDialog onClose={onClose} />
  if (name === 'activity')
    return (
      <ActivityDrawer
        open={isOpen}
        onOpenChange={onOpenChange}
        placeholder={isOpen && <OverlayComing onClose={onClose} />}
      />
    )
  return <AbilityDialog id={name} open={isOpen} onOpenChange={onOpenChange} />
}
