import { previewOf } from '@atrium/contract/file-kinds'
import { File, FileArchive, FileImage, FileMusic, FileText, FileVideoCamera } from 'lucide-react'

const icons = { image: FileImage, audio: FileMusic, video: FileVideoCamera, pdf: FileText, text: FileText, none: File }

/** What kind of file it is, as a sign. */
export function FileIcon({ mime, className = 'size-4' }: { mime: string; className?: string }) {
  const Icon = /zip|tar|compressed|gzip/.test(mime) ? FileArchive : icons[previewOf(mime)]
  return <Icon aria-hidden className={`text-muted ${className}`} />
}
