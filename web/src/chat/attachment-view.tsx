import type { Attachment } from '@atrium/contract/chat'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatSize } from './format-size.ts'
import { ReplyImage } from './reply-image.tsx'

/** What was attached to a message: pictures as themselves, files by name and size. */
export function AttachmentView({ attachments }: { attachments: readonly Attachment[] }) {
  const { i18n } = useTranslation()
  if (attachments.length === 0) return null
  return (
    <ul className="mb-1.5 flex flex-wrap justify-end gap-2">
      {attachments.map((file) =>
        file.mime.startsWith('image/') && file.mime !== 'image/svg+xml' ? (
          <li key={file.id} className="max-w-64 [&_img]:max-h-56 [&>span]:my-0">
            <ReplyImage src={file.url} alt={file.name} />
          </li>
        ) : (
          <li key={file.id}>
            <a
              href={file.url}
              download={file.name}
              className="flex max-w-64 items-center gap-2.5 rounded-lg border border-line bg-popover px-3 py-2 text-sm hover:border-line-strong"
            >
              <FileText aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span className="min-w-0">
                <span
                  dir="auto"
                  className="block truncate [text-align:-webkit-match-parent] [text-align:match-parent]"
                  title={file.name}
                >
                  {file.name}
                </span>
                <span className="block text-xs text-muted">{formatSize(file.size, i18n.language)}</span>
              </span>
            </a>
          </li>
        ),
      )}
    </ul>
  )
}
