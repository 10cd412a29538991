import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { eventually, serveApi } from '../chat/test-api.ts'
import { TestScreen } from '../chat/test-screen.tsx'
import { VideoCard } from './video-card.tsx'
import type { VideoAnswer } from './video-task.ts'

const POLL_EVERY = 3_000 // ms (spec 9)
const TASK = '0a1b2c3d-0a1b-4c2d-8e3f-0123456789ab'

/** The card, with a server that gives these answers in turn, a number being a status it fails with. */
async function open(answers: (VideoAnswer | number)[]) {
  const api = serveApi()
  const asked: string[] = []
  /** ms by the clock of the test */
  const times: number[] = []
  api.answer = (_method, url) => {
    if (!url.pathname.startsWith('/api/video/')) return undefined
    asked.push(url.pathname + url.search)
    times.push(Date.now())
    const next = answers[Math.min(asked.length, answers.length) - 1] ?? 500
    return typeof next === 'number' ? new Response('no', { status: next }) : Response.json(next)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const screen = await render(
    <TestScreen>
      <VideoCard taskId={TASK} provider="wan" prompt="A cat on a sill" />
    </TestScreen>,
  )
  const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  /** The next answer, 3 s after the one before. */
  const next = async () => {
    const before = asked.length
    await passes(POLL_EVERY)
    await eventually(() => expect(asked.length).toBeGreaterThan(before))
  }
  return { asked, times, screen, passes, next }
}

test('the card asks every three seconds until there is a video, plays it muted, and offers it for keeping', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { asked, times, screen, passes, next } = await open([
    { status: 'PENDING' },
    { state: 'RUNNING', progress: 40 },
    { status: 'SUCCEEDED', output: { video_url: 'https://videos.example/cat.mp4' } },
  ])
  await expect.element(screen.getByText('Making the video')).toBeVisible()
  expect(asked).toEqual([`/api/video/status/${TASK}?provider=wan`])
  await next()
  // Waiting for what is on the screen moves the clock of the test along too.
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(POLL_EVERY)
  await expect.element(screen.getByText('40%')).toBeVisible()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await next()
  await expect.element(screen.getByText('The video is ready')).toBeVisible()
  const video = document.querySelector('video')
  const source = `/api/video/video?src=${encodeURIComponent('https://videos.example/cat.mp4')}`
  expect(video).toMatchObject({ muted: true })
  expect(video?.getAttribute('src')).toBe(source)
  expect(play).toHaveBeenCalledOnce()
  const link = screen.getByRole('link', { name: 'Download' })
  await expect.element(link).toHaveAttribute('download', `atrium-video-${TASK}.mp4`)
  await passes(10 * POLL_EVERY)
  expect(asked).toHaveLength(3)
})

test('where the browser will not start it by itself there is a button', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
  play.mockRejectedValueOnce(new DOMException('not without a gesture', 'NotAllowedError')).mockResolvedValue()
  const { screen } = await open([{ status: 'SUCCEEDED', url: '/video.mp4' }])
  const button = screen.getByRole('button', { name: 'Play the video' })
  await button.click()
  await expect.element(button).not.toBeInTheDocument()
  expect(play).toHaveBeenCalledTimes(2)
})

test('three failed checks are borne, the fourth is told in the spec’s words, and one can ask again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { asked, screen, passes, next } = await open([502, 502, 502, 502, { status: 'FAILED' }])
  for (let check = 2; check <= 3; check++) await next()
  await expect.element(screen.getByText('Making the video')).toBeVisible()
  await next()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Status check failed: 502')
  await passes(10 * POLL_EVERY)
  expect(asked).toHaveLength(4)
  await screen.getByRole('button', { name: 'Check again' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Video generation failed')
})
