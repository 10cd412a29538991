/** What GET /api/video/status/:taskId answers; providers name the same things differently (spec 3). */
export interface VideoAnswer {
  status?: string
  state?: string
  url?: string
  videoUrl?: string
  output?: { video_url?: string } | null
  /** percent */
  progress?: number
  error?: string
}

/** A video that is being made, as a reply tells of it. */
export interface VideoOrder {
  taskId: string
  provider: string
  prompt?: string
}

const TASK_ID = /(?<![\w-])[\w-]{36}(?![\w-])/

/** The video that a reply is about (spec 5): told by its meta, or by a text with a task's id, its maker and the clapper. */
export function videoIn({ taskId, provider, prompt }: Partial<VideoOrder>, text: string): VideoOrder | undefined {
  if (taskId && provider) return { taskId, provider, prompt }
  const found = text.includes('🎬') ? TASK_ID.exec(text)?.[0] : undefined
  const maker = /\b(wan|veo)/i.exec(text)?.[1]
  return found && maker ? { taskId: found, provider: maker.toLowerCase(), prompt } : undefined
}

export type VideoFault =
  | { kind: 'noUrl' | 'timeout' | 'failed' | 'unreachable' }
  | { kind: 'told'; text: string }
  | { kind: 'status'; status: number }

export interface VideoTask {
  phase: 'pending' | 'processing' | 'completed' | 'failed'
  /** How often the status was asked for. */
  polls: number
  failedChecks: number
  url: string | null
  /** percent; null while nobody has told. */
  progress: number | null
  fault: VideoFault | null
}

/** Spec 9, "Video polling". */
export const POLL_EVERY = 3_000 // ms
const POLLS = 100
const POLLS_WITHOUT_URL = 30
const FAILED_CHECKS = 3

export const newVideoTask: VideoTask = {
  phase: 'pending',
  polls: 0,
  failedChecks: 0,
  url: null,
  progress: null,
  fault: null,
}

export const isOver = ({ phase }: VideoTask): boolean => phase === 'completed' || phase === 'failed'

const succeeded = new Set(['SUCCEEDED', 'COMPLETED', 'SUCCESS'])
const failures = new Set(['FAILED', 'ERROR'])

const failed = (task: VideoTask, fault: VideoFault): VideoTask => ({ ...task, phase: 'failed', fault })

/** The task after an answer about it (spec 4.4, "Video generation card"). */
export function afterAnswer(before: VideoTask, answer: VideoAnswer): VideoTask {
  const status = (answer.status ?? answer.state ?? '').toUpperCase()
  const url = answer.url || answer.videoUrl || answer.output?.video_url || null
  const progress = typeof answer.progress === 'number' ? Math.min(100, Math.max(0, answer.progress)) : before.progress
  const task: VideoTask = { ...before, phase: 'processing', polls: before.polls + 1, progress }
  if (failures.has(status))
    return failed(task, answer.error ? { kind: 'told', text: answer.error } : { kind: 'failed' })
  if (url) return { ...task, phase: 'completed', url }
  if (succeeded.has(status) && task.polls > POLLS_WITHOUT_URL) return failed(task, { kind: 'noUrl' })
  return timed(task)
}

/** The task after a check that failed; `status` is 0 when the server was not reached. */
export function afterFailedCheck(before: VideoTask, status: number): VideoTask {
  const task: VideoTask = {
    ...before,
    phase: 'processing',
    polls: before.polls + 1,
    failedChecks: before.failedChecks + 1,
  }
  if (task.failedChecks > FAILED_CHECKS)
    return failed(task, status > 0 ? { kind: 'status', status } : { kind: 'unreachable' })
  return timed(task)
}

const timed = (task: VideoTask): VideoTask => (task.polls > POLLS ? failed(task, { kind: 'timeout' }) : task)
