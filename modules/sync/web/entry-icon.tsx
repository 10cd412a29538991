import { FileIcon } from '@atrium/web/kit'
import { Folder } from 'lucide-react'

export function EntryIcon({ kind, mime, className }: { kind: string; mime: string; className?: string }) {
  if (kind === 'folder') return <Folder aria-hidden className={`text-accent ${className ?? 'size-4'}`} />
  return <FileIcon mime={mime} {...(className && { className })} />
}
