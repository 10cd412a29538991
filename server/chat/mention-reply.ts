import type { Work } from '../platform/runs/work.ts'
import type { Turn } from './context.ts'
import type { Draft } from './generate.ts'
import type { ChatDeps, Mention } from './ports.ts'
import type { ReplyInput } from './reply-input.ts'

interface MentionReply {
  deps: ChatDeps
  work: Work
  input: ReplyInput
  mention: Mention
  question: Turn | undefined
  draft: Draft
}

/** The seat that a message of somebody with an account names. A key gives nobody work. */
export async function mentionIn(
  deps: ChatDeps,
  { principal, continues }: ReplyInput,
  text: string,
): Promise<Mention | null> {
  const isMember = principal.kind === 'member' || principal.kind === 'administrator'
  if (!deps.seats || !isMember || principal.userId === null || principal.key || continues) return null
  return deps.seats.mentioned(principal.userId, text)
}

/** Gives the seat its task and says so. Taken over, it is the same task: it is known by its message. */
export async function mentionReply({ deps, work, input, mention, question, draft }: MentionReply): Promise<void> {
  await work.ready
  const answer = await deps.seats?.assign({
    person: input.principal.userId as string,
    seat: mention,
    fileIds: question?.files.map(({ id }) => id) ?? [],
    threadId: work.run.thread_id as string,
    messageId: input.userMessageId ?? (question?.row.id as string),
    timeZone: input.timeZone,
    language: input.locale,
  })
  draft.firstTokenAt ??= performance.now()
  work.chunk(answer ?? '', draft.text.length)
  draft.text += answer ?? ''
}
