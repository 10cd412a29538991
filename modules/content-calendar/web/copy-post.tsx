import type { HeldFile } from '@atrium/contract/files'
import { Button, download, heldUrl, toast } from '@atrium/web/kit'
import { Copy, Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ChannelRow } from '../channels.ts'
import { textFor } from '../posting.ts'
import type { Draft } from './draft.ts'
import { useTexts } from './texts.ts'

/** ms between two downloads: a browser drops one that is asked for in the same moment */
const BETWEEN = 300

const copied = (text: string, t: ReturnType<typeof useTexts>['t']) =>
  navigator.clipboard.writeText(text).then(
    () => toast({ title: t('copied') }),
    () => toast({ variant: 'destructive', title: t('notCopied') }),
  )

interface CopyPostProps {
  draft: Draft
  /** Those that it goes to. */
  channels: readonly ChannelRow[]
}

/** What is taken to a network by hand: its text, and its pictures and files beside it. */
export function CopyPost({ draft, channels }: CopyPostProps) {
  const { t } = useTexts()
  const { files } = draft
  if (channels.length === 0 && files.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {channels.map(({ id, name }) => (
        <Button
          key={id}
          size="sm"
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => void copied(textFor(draft, id), t)}
        >
          {t('post.copy', { name })}
        </Button>
      ))}
      <PostFiles files={files} text={draft.text} altTexts={draft.altTexts} />
    </div>
  )
}

interface PostFilesProps {
  files: readonly HeldFile[]
  text: string
  /** What is to be seen on the pictures, by the ids of the files. */
  altTexts: Readonly<Record<string, string>>
}

/** A post's pictures and files: downloaded with one click, or handed to another app where the device can. */
export function PostFiles({ files, text, altTexts }: PostFilesProps) {
  const { t } = useTexts()
  const [isSharing, setIsSharing] = useState(false)
  const downloadAll = () => {
    for (const [at, file] of files.entries()) setTimeout(() => download(heldUrl(file)), at * BETWEEN)
  }
  const share = async () => {
    setIsSharing(true)
    try {
      const sent = await Promise.all(files.map(fetched))
      await navigator.share({ text, files: sent })
    } catch (error) {
      // Who closes the choice of apps has not failed.
      if ((error as Error).name !== 'AbortError') toast({ variant: 'destructive', title: t('post.notShared') })
    } finally {
      setIsSharing(false)
    }
  }
  if (files.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Download aria-hidden className="size-4" />} onClick={downloadAll}>
        {t('post.download', { count: files.length })}
      </Button>
      {mayShare(files) && (
        <Button
          size="sm"
          loading={isSharing}
          icon={<Share2 aria-hidden className="size-4" />}
          onClick={() => void share()}
        >
          {t('post.share')}
        </Button>
      )}
      {files.map(({ id, name }) => {
        const alt = altTexts[id]
        return (
          alt && (
            <Button
              key={id}
              size="sm"
              icon={<Copy aria-hidden className="size-4" />}
              aria-label={t('alt.copyOf', { name })}
              onClick={() => void copied(alt, t)}
            >
              {t('alt.copy')}
            </Button>
          )
        )
      })}
    </div>
  )
}

/** Whether this device hands files of these kinds to other apps. */
const mayShare = (files: readonly HeldFile[]): boolean =>
  'canShare' in navigator &&
  navigator.canShare({ files: files.map(({ name, mime }) => new File([], name, { type: mime })) })

async function fetched(file: HeldFile): Promise<File> {
  const answer = await fetch(heldUrl(file))
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`)
  return new File([await answer.blob()], file.name, { type: file.mime })
}
