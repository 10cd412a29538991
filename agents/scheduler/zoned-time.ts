export const MINUTE = 60_000

/** `Mon 16 Mar, 09:00`, on a clock of the zone. */
export const saidTime = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)

/** Two times as people write hours of work: `9-17`, `09:00–17:30`. Null when they are none or the end is not after the beginning. */
export function hoursIn(text: string): { from: number; to: number } | null {
  const [, h1 = '', m1 = '00', h2 = '', m2 = '00'] =
    /(\d\d?)(?:[:.](\d\d))?\s*(?:-|–|—|to)\s*(\d\d?)(?:[:.](\d\d))?/.exec(text) ?? []
  if (!h1 || !h2) return null
  const [from, to] = [Number(h1) * 60 + Number(m1), Number(h2) * 60 + Number(m2)]
  return from < to && to <= 1440 ? { from, to } : null
}
