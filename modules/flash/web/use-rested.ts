import { useEffect, useState } from 'react'

/** The value, once it has rested for so many milliseconds. */
export function useRested(value: string, pause: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return rested
}
