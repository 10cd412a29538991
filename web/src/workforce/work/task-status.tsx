import type { TaskStatus } from '@atrium/contract/workforce-work'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleEllipsis,
  CircleSlash,
  Hand,
  ScanEye,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'

const looks = {
  backlog: ['neutral', CircleDashed],
  todo: ['neutral', CircleDot],
  in_progress: ['info', CircleEllipsis],
  waiting_human: ['warning', Hand],
  blocked: ['danger', CircleAlert],
  in_review: ['accent', ScanEye],
  done: ['success', CircleCheck],
  cancelled: ['neutral', CircleSlash],
} as const satisfies Record<TaskStatus, [Tone, typeof Hand]>

export function TaskBadge({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('seats')
  const [tone, Sign] = looks[status]
  return (
    <Badge tone={tone} icon={<Sign aria-hidden />}>
      {t(`task.states.${status}`)}
    </Badge>
  )
}
