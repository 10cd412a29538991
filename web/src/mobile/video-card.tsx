import { prefixed } from '@atrium/contract/brand'
import { CircleAlert, Clapperboard, Download, ExternalLink, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnImage as isOwn } from '../chat/reply-image.tsx'
import { localeOf } from '../i18n/locale.ts'
import { ApiError, api } from '../platform/api.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import {
  afterAnswer,
  afterFailedCheck,
  isOver,
  newVideoTask,
  POLL_EVERY,
  type VideoAnswer,
  type VideoFault,
  type VideoOrder,
  type VideoTask,
} from './video-task.ts'

/** A video that is being made, and the video (spec 4.4). */
export function VideoCard({ taskId, provider, prompt }: VideoOrder) {
  const { t, i18n } = useTranslation('mobile')
  const [attempt, setAttempt] = useState(0)
  const task = useVideoTask(taskId, provider, attempt)
  const percent =
    task.progress === null
      ? null
      : (task.progress / 100).toLocaleString(localeOf(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
  return (
    <section
      aria-label={t('video.label')}
      className="my-2 w-full max-w-md overflow-hidden rounded-lg border border-line bg-popover text-sm"
    >
      <div className="flex items-start gap-3 p-3.5">
        <Clapperboard aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <p role="status" className="font-medium">
            {t(`video.${task.phase}`)}
          </p>
          {prompt && (
            <p dir="auto" className="line-clamp-2 text-xs text-muted">
              {prompt}
            </p>
          )}
          <p className="text-xs text-faint">{provider}</p>
        </div>
        {!isOver(task) && percent && <span className="shrink-0 text-xs text-muted tabular">{percent}</span>}
      </div>
      {!isOver(task) && (
        <div className="px-3.5 pb-3.5">
          <Progress value={task.progress} label={t('video.progress')} />
        </div>
      )}
      {task.fault && <Failure fault={task.fault} onRetry={() => setAttempt(attempt + 1)} />}
      {task.url && <Player url={task.url} taskId={taskId} prompt={prompt} />}
    </section>
  )
}

function Failure({ fault, onRetry }: { fault: VideoFault; onRetry: () => void }) {
  const { t } = useTranslation('mobile')
  const text =
    fault.kind === 'told'
      ? fault.text
      : fault.kind === 'status'
        ? t('video.fault.status', { status: fault.status })
        : t(`video.fault.${fault.kind}`)
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-3">
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-ink" />
      <p role="alert" dir="auto" className="min-w-0 flex-1 text-danger-ink [overflow-wrap:anywhere]">
        {text}
      </p>
      <Button size="sm" onClick={onRetry}>
        {t('video.checkAgain')}
      </Button>
    </div>
  )
}

/** Where the browser gets it from: another host's through our server, which is the only one that pages may ask. */
const playable = (url: string): string => (isOwn(url) ? url : `/api/video/video?${new URLSearchParams({ src: url })}`)

function Player({ url, taskId, prompt }: { url: string; taskId: string; prompt: string | undefined }) {
  const { t } = useTranslation('mobile')
  const video = useRef<HTMLVideoElement>(null)
  const [blocked, setBlocked] = useState(false)
  const source = playable(url)
  const play = () =>
    video.current?.play().then(
      () => setBlocked(false),
      // Refused for want of a gesture: the person starts it. Anything else the player tells by itself.
      (cause: unknown) => cause instanceof DOMException && cause.name === 'NotAllowedError' && setBlocked(true),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each video
  useEffect(() => void play(), [source])
  return (
    <>
      <div className="relative bg-sidebar">
        <video
          ref={video}
          src={source}
          aria-label={prompt || t('video.label')}
          muted
          playsInline
          controls
          preload="metadata"
          onPlay={() => setBlocked(false)}
          // Spec 9: at most 400 px tall.
          className="mx-auto block max-h-[400px] max-w-full"
        />
        {blocked && (
          <button
            type="button"
            aria-label={t('video.play')}
            onClick={() => void play()}
            className="absolute inset-0 m-auto flex size-14 items-center justify-center rounded-full bg-popover text-ink shadow-float"
          >
            <Play aria-hidden className="size-6 fill-current" />
          </button>
        )}
      </div>
      <div className="flex flex-wrap gap-2 p-3">
        <a
          href={source}
          download={`${prefixed('video').replace('_', '-')}-${taskId}.mp4`}
          className={buttonClass('secondary', 'sm')}
        >
          <Download aria-hidden className="size-4" />
          {t('video.download')}
        </a>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerPolicy="no-referrer"
          className={buttonClass('ghost', 'sm')}
        >
          <ExternalLink aria-hidden className="size-4" />
          {t('video.open')}
        </a>
      </div>
    </>
  )
}

/** Asks for the task's state every 3 s until it is over. */
function useVideoTask(taskId: string, provider: string, attempt: number): VideoTask {
  const [task, setTask] = useState(newVideoTask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt begins anew
  useEffect(() => {
    const left = new AbortController()
    const query = new URLSearchParams({ provider })
    let timer: ReturnType<typeof setTimeout> | undefined
    let now = newVideoTask
    setTask(now)
    const check = async () => {
      try {
        const path = `/api/video/status/${encodeURIComponent(taskId)}?${query}`
        now = afterAnswer(now, await api.get<VideoAnswer>(path, { signal: left.signal, askToSignIn: false }))
      } catch (cause) {
        if (left.signal.aborted) return
        console.error('The state of a video could not be had.', cause)
        now = afterFailedCheck(now, cause instanceof ApiError ? cause.status : 0)
      }
      if (left.signal.aborted) return
      setTask(now)
      if (!isOver(now)) timer = setTimeout(check, POLL_EVERY)
    }
    void check()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [taskId, provider, attempt])
  return task
}
