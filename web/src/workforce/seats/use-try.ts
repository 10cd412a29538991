import type { SampleTask } from '@atrium/contract/workforce-seats'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { api } from '../../platform/api.ts'
import { uuid } from '../../platform/uuid.ts'
import { taskPage } from '../work/task-line.tsx'
import { useDoing } from '../work/use-doing.ts'

/** Gives a seat a task with a playbook's own sample, and leads there. Asked again because the answer was lost, it is the same task. */
export function useTry(seatId: string) {
  const navigate = useNavigate()
  const attempts = useRef(new Map<string, string>())
  return useDoing({
    act: (playbook: string) => {
      const attempt = attempts.current.get(playbook) ?? uuid()
      attempts.current.set(playbook, attempt)
      return api.post<z.infer<typeof SampleTask>>(`/api/workforce/seats/${seatId}/try`, { playbook, attempt })
    },
    onDone: ({ taskId }) => void navigate(taskPage(taskId)),
  })
}
