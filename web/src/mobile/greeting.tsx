import { brand } from '@atrium/contract/brand'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PHONE, useMedia } from '../shell/use-media.ts'

const PER_CHARACTER = 35 // ms (spec 9)

/**
 * What the assistant says first. It types it (spec 2.5), but not on small screens, nor for whoever wants less motion,
 * nor above a conversation that goes on.
 */
export function Greeting({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('mobile')
  const text = t('greeting', { brand: brand.name })
  const isSmall = useMedia(PHONE)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const types = isNew && !isSmall && !isStill
  const typed = useTyped([...text], types)
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden className="relative block">
        {/* The whole text keeps the place, so that nothing moves while it is typed. */}
        <span className="invisible">{text}</span>
        <span data-typed className="absolute inset-0">
          {types ? typed : text}
        </span>
      </span>
    </>
  )
}

function useTyped(characters: readonly string[], on: boolean): string {
  const [count, setCount] = useState(0)
  const { length } = characters
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => setCount((now) => Math.min(now + 1, length)), PER_CHARACTER)
    return () => clearInterval(timer)
  }, [on, length])
  return characters.slice(0, count).join('')
}
