import type { ThreadHistory } from '@atrium/contract/chat'
import { type ReactNode, use } from 'react'
import { queryClient } from '../platform/query.ts'
import { uuid } from '../platform/uuid.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { sendIn } from './thread-actions.ts'
import { ThreadContext } from './thread-context.ts'
import { threadKey } from './thread-queries.ts'

/** Where a link of the Guide's goes that says what may be meant: `#meant=tasks.add`. */
export const MEANT = '#meant='

/** One of the things that the Guide offers: its words are said. In another's reply, or outside of a conversation, it is mere text. */
export function Offer({ href, children }: { href: string; children: ReactNode }) {
  const thread = use(ThreadContext)
  const words = typeof children === 'string' ? children : null
  if (!thread?.threadId || words === null) return <span>{children}</span>
  const { threadId, busy } = thread
  const say = async () => {
    const messages = queryClient.getQueryData<ThreadHistory>(threadKey(threadId))?.messages ?? []
    const isOffered = messages.some(({ meta, content }) => meta.mode === 'guide' && content.includes(`](${href})`))
    if (!isOffered) return
    const sent = await sendIn(threadId, threadId, { text: words, attachments: [], options: { messageId: uuid() } })
    if ('refused' in sent && sent.refused.sentence) toast({ variant: 'destructive', title: sent.refused.sentence })
  }
  return (
    <Button
      size="sm"
      className="my-0.5 h-auto min-h-8 max-w-full whitespace-normal py-1 text-start"
      disabled={busy}
      onClick={say}
    >
      {words}
    </Button>
  )
}
