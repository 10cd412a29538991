// Spans of time as people write them, in whole seconds.

/** Units by the beginnings of their names in the languages that write them so; `m` alone is minutes. */
const UNITS: readonly (readonly [pattern: RegExp, seconds: number])[] = [
  [/^(?:w|wk|wks|weeks?|woche|wochen|wo|semaines?|sem|semanas?|settiman[ae])$/, 604_800],
  [/^(?:d|days?|tage?n?|jours?|j|d[ií]as?|giorn[io]|g)$/, 86_400],
  [/^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae])$/, 3_600],
  [/^(?:m|min|mins|minutes?|minuten?|minutos?|minut[io])$/, 60],
  [/^(?:s|secs?|seconds?|sek|sekunden?|secondes?|segundos?|second[io])$/, 1],
]
const LONGEST = 60 // characters

/**
 * `1:30` (hours and minutes), `1:30:00`, `90 min`, `1 h 30 min`, `1,5 Std.`, `45s`; a number alone is minutes. null when it is
 * none of these.
 */
export function readDuration(text: string): number | null {
  const said = text.trim().toLowerCase()
  if (said.length > LONGEST) return null
  const [, hours, minutes = '', seconds = '0'] = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/.exec(said) ?? []
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (/^\d{1,7}(?:[.,]\d{1,3})?$/.test(said)) return Math.round(Number(said.replace(',', '.')) * 60)
  let total = 0
  let rest = said
  while (rest !== '') {
    const found = /^(\d{1,7}(?:[.,]\d{1,3})?)\s?(\p{L}{1,10})\.?(?:,\s|\s(?:and|und|et|y|e)\s|\s)?/u.exec(rest)
    const unit = found && UNITS.find(([pattern]) => pattern.test(found[2] ?? ''))
    if (!found || !unit) return null
    total += Number((found[1] ?? '').replace(',', '.')) * unit[1]
    rest = rest.slice(found[0].length)
  }
  return said === '' ? null : Math.round(total)
}

/** `1:30` for 5400 seconds, `0:00:45` for 45: read again it is the same. */
export function writeDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = seconds % 60
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}${rest ? `:${two(rest)}` : ''}`
}
