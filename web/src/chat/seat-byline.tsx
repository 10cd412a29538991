import type { ReplyMeta } from '@atrium/contract/chat'
import { Link } from 'react-router'
import { Avatar } from '../ui/avatar.tsx'

/** The seat of the workforce that says this; leads to its task. */
export function SeatByline({ seat: { name, taskId } }: { seat: NonNullable<ReplyMeta['seat']> }) {
  return (
    <Link
      to={`/workforce/tasks/${taskId}`}
      className="mb-1 inline-flex max-w-full items-center gap-2 rounded-md text-sm font-medium hover:underline"
    >
      <Avatar name={name} className="size-5 text-[0.625rem]" />
      <bdi className="truncate">{name}</bdi>
    </Link>
  )
}
