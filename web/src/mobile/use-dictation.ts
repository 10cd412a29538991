import { useEffect, useRef, useState } from 'react'

/** The Web Speech API's recognition, which TypeScript's DOM library does not have. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}
interface ResultEvent extends Event {
  results: ArrayLike<ArrayLike<{ transcript: string }>>
}
interface FaultEvent extends Event {
  error: string
}
type Recogniser = new () => Recognition

const recogniser = (): Recogniser | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: Recogniser
    webkitSpeechRecognition?: Recogniser
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

export type DictationState = 'off' | 'listening' | 'unavailable' | 'refused' | 'failed'

export interface Dictation {
  state: DictationState
  /** Begins, or ends what has begun. `onText` gets all that was heard so far. */
  toggle: (onText: (heard: string) => void) => void
  /** The person goes on by hand: what went wrong need not be told any longer. */
  dismiss: () => void
}

/** Speech into text, by the browser where it can. */
export function useDictation(language: string): Dictation {
  const [state, setState] = useState<DictationState>('off')
  const current = useRef<Recognition>(null)
  useEffect(() => () => current.current?.abort(), [])

  const begin = (onText: (heard: string) => void) => {
    const Recogniser = recogniser()
    if (!Recogniser) return setState('unavailable')
    const recognition = new Recogniser()
    recognition.lang = language
    recognition.continuous = true
    recognition.interimResults = true
    recognition.addEventListener('result', (event) =>
      onText(Array.from((event as ResultEvent).results, (result) => result[0]?.transcript ?? '').join('')),
    )
    recognition.addEventListener('error', (event) => {
      const { error } = event as FaultEvent
      setState(faults[error] ?? (error === 'aborted' ? 'off' : 'failed'))
    })
    recognition.addEventListener('end', () => {
      current.current = null
      setState((now) => (now === 'listening' ? 'off' : now))
    })
    current.current = recognition
    setState('listening')
    recognition.start()
  }

  return {
    state,
    toggle: (onText) => (current.current ? current.current.stop() : begin(onText)),
    dismiss: () => setState((now) => (now === 'listening' ? now : 'off')),
  }
}

const faults: Readonly<Record<string, DictationState>> = {
  'not-allowed': 'refused',
  'audio-capture': 'refused',
  'service-not-allowed': 'unavailable',
  'language-not-supported': 'unavailable',
}
