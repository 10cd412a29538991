import { Button } from '@atrium/web/kit'
import { useTexts } from './texts.ts'

interface WaitingProps {
  review: readonly { id: string; title: string }[]
  late: number
  /** The first of those that are late. */
  due: readonly { id: string; title: string }[]
  onOpen: (id: string) => void
  onDue: (id: string) => void
}

/** What somebody has to decide, and what should be out by now. */
export function Waiting({ review, late, due, onOpen, onDue }: WaitingProps) {
  const { t } = useTexts()
  if (review.length === 0 && late === 0) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      {late > 0 && <bdi className="font-medium">{t('late', { count: late })}</bdi>}
      {due.map((one) => (
        <Post key={one.id} title={one.title} onOpen={() => onDue(one.id)} />
      ))}
      {review.length > 0 && <bdi>{t('reviewing', { count: review.length })}</bdi>}
      {review.slice(0, 3).map(({ id, title }) => (
        <Post key={id} title={title} onOpen={() => onOpen(id)} />
      ))}
    </div>
  )
}

function Post({ title, onOpen }: { title: string; onOpen: () => void }) {
  return (
    <Button size="sm" className="max-w-60" onClick={onOpen}>
      <span dir="auto" className="truncate">
        {title}
      </span>
    </Button>
  )
}
