import { Share } from '@atrium/web/kit'
import { lazy, Suspense } from 'react'
import type { EntryRow } from '../rows.ts'
import { LinksDialog } from './links-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { TrashDialog } from './trash-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

const ActivityPanel = lazy(() => import('./activity-panel.tsx').then((file) => ({ default: file.ActivityPanel })))

/** What the person wants to do that needs a dialog. */
export type Asked =
  | { what: 'folder' | 'trash' | 'links' }
  | { what: 'rename' | 'share' | 'people' | 'versions' | 'request'; entry: EntryRow }
  | { what: 'activity'; entry?: Pick<EntryRow, 'id' | 'name'> }
  | { what: 'move'; entries: readonly EntryRow[] }

interface EntryDialogsProps {
  asked: Asked | null
  /** The folder that is looked at. */
  folder: string
  onDone: () => void
}

export function EntryDialogs({ asked, folder, onDone }: EntryDialogsProps) {
  if (!asked) return null
  switch (asked.what) {
    case 'folder':
      return <NameDialog folder={folder} onDone={onDone} />
    case 'rename':
      return <NameDialog entry={asked.entry} folder={folder} onDone={onDone} />
    case 'move':
      return <MoveDialog entries={asked.entries} folder={folder} onDone={onDone} />
    case 'share':
      return <ShareDialog entry={asked.entry} onDone={onDone} />
    case 'people':
      return (
        <Share
          module="sync"
          collection="entries"
          id={asked.entry.id}
          name={asked.entry.name}
          open
          onOpenChange={onDone}
        />
      )
    case 'request':
      return <RequestDialog folder={asked.entry} onDone={onDone} />
    case 'versions':
      return <VersionsDialog entry={asked.entry} onDone={onDone} />
    case 'activity':
      return (
        <Suspense>
          <ActivityPanel {...(asked.entry && { entry: asked.entry })} onDone={onDone} />
        </Suspense>
      )
    case 'trash':
      return <TrashDialog onDone={onDone} />
    case 'links':
      return <LinksDialog onDone={onDone} />
  }
}
