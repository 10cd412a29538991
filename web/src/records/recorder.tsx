import { Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** seconds; half an hour is 14 MB at what browsers record in */
const LONGEST = 30 * 60
const KINDS = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

interface RecorderProps {
  onRecorded: (file: File) => void
  disabled?: boolean
}

interface Recording {
  recorder: MediaRecorder
  since: number
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Records what is said until it is stopped. What was recorded is handed over; nothing is sent. */
export function Recorder({ onRecorded, disabled }: RecorderProps) {
  const { t } = useTranslation('kit')
  const [recording, setRecording] = useState<Recording | null>(null)
  const [seconds, setSeconds] = useState(0)
  const [problem, setProblem] = useState('')
  const running = useRef<MediaRecorder>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (running.current?.state === 'recording') running.current.stop()
    }
  }, [])
  useEffect(() => {
    if (!recording) return
    const timer = setInterval(() => {
      const passed = Math.floor((performance.now() - recording.since) / 1000)
      setSeconds(passed)
      if (passed >= LONGEST && recording.recorder.state === 'recording') recording.recorder.stop()
    }, 250)
    return () => clearInterval(timer)
  }, [recording])

  const start = async () => {
    setProblem('')
    if (!navigator.mediaDevices || !('MediaRecorder' in window)) return setProblem(t('recorder.unable'))
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const release = () => {
        for (const track of stream.getTracks()) track.stop()
      }
      // Who left while they were asked for the microphone records nothing.
      if (isGone.current) return release()
      const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind))
      const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 64_000 })
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.onstop = () => {
        release()
        if (isGone.current) return
        setRecording(null)
        const type = recorder.mimeType.split(';')[0] || 'audio/webm'
        const ending = type.includes('mp4') ? 'm4a' : type.includes('ogg') ? 'ogg' : 'webm'
        onRecorded(new File(parts, `memo.${ending}`, { type }))
      }
      recorder.start()
      running.current = recorder
      setSeconds(0)
      setRecording({ recorder, since: performance.now() })
    } catch (error) {
      const { name } = error as Error
      setProblem(t(name === 'NotFoundError' ? 'recorder.noMicrophone' : 'recorder.refused'))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {recording ? (
        <Button
          variant="danger"
          icon={<Square aria-hidden className="size-4" />}
          onClick={() => recording.recorder.state === 'recording' && recording.recorder.stop()}
        >
          {t('recorder.stop')}
        </Button>
      ) : (
        <Button icon={<Mic aria-hidden className="size-4" />} disabled={disabled} onClick={() => void start()}>
          {t('recorder.start')}
        </Button>
      )}
      {recording && (
        <span role="timer" aria-label={t('recorder.length')} className="tabular-nums text-sm text-muted">
          {clock(seconds)}
        </span>
      )}
      {problem && (
        <p role="alert" className="w-full text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
