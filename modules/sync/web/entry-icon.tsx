import { File, FileArchive, FileImage, FileMusic, FileText, FileVideoCamera, Folder } from 'lucide-react'
import { previewOf } from '../previews.ts'

const icons = { image: FileImage, audio: FileMusic, video: FileVideoCamera, pdf: FileText, text: FileText, none: File }

export function EntryIcon({ kind, mime, className }: { kind: string; mime: string; className?: string }) {
  if (kind === 'folder') return <Folder aria-hidden className={`text-accent ${className ?? 'size-4'}`} />
  const Icon = /zip|tar|compressed|gzip/.test(mime) ? FileArchive : icons[previewOf(mime)]
  return <Icon aria-hidden className={`text-muted ${className ?? 'size-4'}`} />
}
