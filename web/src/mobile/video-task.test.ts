import { expect, test } from 'vitest'
import { afterAnswer, afterFailedCheck, newVideoTask, type VideoAnswer, type VideoTask, videoIn } from './video-task.ts'

const times = (count: number, step: (task: VideoTask) => VideoTask, task = newVideoTask): VideoTask =>
  Array.from({ length: count }).reduce<VideoTask>(step, task)
const hears = (answer: VideoAnswer) => (task: VideoTask) => afterAnswer(task, answer)

test('a task is processing from the first answer on, with the server’s progress, and complete as soon as there is an address', () => {
  const under = afterAnswer(newVideoTask, { state: 'RUNNING', progress: 40 })
  expect(under).toMatchObject({ phase: 'processing', progress: 40 })
  for (const there of [{ url: '/v' }, { videoUrl: '/v' }, { output: { video_url: '/v' } }])
    expect(afterAnswer(under, { status: 'SUCCEEDED', ...there })).toMatchObject({ phase: 'completed', url: '/v' })
})

test.each(['SUCCEEDED', 'COMPLETED', 'success'])('%s without an address fails after more than 30 polls', (status) => {
  const patient = times(30, hears({ status }))
  expect(patient.phase).toBe('processing')
  expect(afterAnswer(patient, { status })).toMatchObject({ phase: 'failed', fault: { kind: 'noUrl' } })
})

test.each(['FAILED', 'error'])('%s fails with what the server says, or without', (status) => {
  expect(afterAnswer(newVideoTask, { status, error: 'No credit' }).fault).toEqual({ kind: 'told', text: 'No credit' })
  expect(afterAnswer(newVideoTask, { status }).fault).toEqual({ kind: 'failed' })
})

test('more than 100 polls are too many', () => {
  const patient = times(100, hears({ status: 'RUNNING' }))
  expect(patient.phase).toBe('processing')
  expect(afterAnswer(patient, { status: 'RUNNING' })).toMatchObject({ phase: 'failed', fault: { kind: 'timeout' } })
})

test('more than 3 failed checks are too many, and the last one is told', () => {
  const patient = times(3, (task) => afterFailedCheck(task, 502))
  expect(patient.phase).toBe('processing')
  expect(afterFailedCheck(patient, 502).fault).toEqual({ kind: 'status', status: 502 })
  expect(afterFailedCheck(patient, 0).fault).toEqual({ kind: 'unreachable' })
})

test('a reply tells of a video by its meta, or by a text with the task, its maker and the clapper', () => {
  const taskId = '0a1b2c3d-0a1b-4c2d-8e3f-0123456789ab'
  expect(videoIn({ taskId, provider: 'veo', prompt: 'A cat' }, '')).toEqual({
    taskId,
    provider: 'veo',
    prompt: 'A cat',
  })
  expect(videoIn({}, `🎬 Wan is at it. Task ID: ${taskId}.`)).toEqual({ taskId, provider: 'wan' })
  for (const text of [`Wan is at it: ${taskId}`, `🎬 ${taskId}`, `🎬 Wan: ${taskId}0`, '🎬 Wan'])
    expect(videoIn({ taskId }, text)).toBeUndefined()
})
