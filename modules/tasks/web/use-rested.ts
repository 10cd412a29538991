import { useDeferredValue, useEffect, useState } from 'react'

/** The value, once it has rested for so many milliseconds; an empty one at once. */
export function useRested(value: string, pause: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value ? pause : 0)
    return () => clearTimeout(timer)
  }, [value, pause])
  return useDeferredValue(rested)
}
