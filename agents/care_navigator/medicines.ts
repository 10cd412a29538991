// A list of medicines as a person writes it, made complete for a visit. What such a list holds: WHO, "5 Moments for Medication
// Safety"; AHRQ, medication reconciliation. Nothing is judged but whether the list says it.

export interface Medicine {
  line: number
  text: string
  name: string
  /** `500 mg`; empty when it is not said. */
  dose: string
  /** `twice a day`; empty when it is not said. */
  often: string
  missing: string[]
  /** Line of the same name before it. */
  twice: number | null
}

const DOSE =
  /\b\d+(?:[.,]\d+)?\s?(?:mg|g|µg|mcg|ug|ml|iu|i\.?u\.?|units?|drops?|puffs?|tablets?|caps?(?:ules?)?|%)(?=$|[\s,;)/])/i
const OFTEN =
  /\b(once|twice|three times|\d+\s?(?:x|times))(?:\s(?:a|per|each|every)?\s?(?:day|daily|week|weekly|night))?\b|\b(daily|weekly|nightly|hourly|in the (?:morning|evening)|at (?:night|bedtime|noon)|mornings?|evenings?|every\s(?:other\s)?(?:\d+\s)?(?:hours?|days?|weeks?|morning|evening|night)|when needed|as needed|if needed|prn|\d-\d-\d(?:-\d)?)\b/i

/** One a line; empty lines are none. */
export function medicinesIn(text: string): Medicine[] {
  const seen = new Map<string, number>()
  return text
    .split(/\r?\n/)
    .slice(0, 200)
    .flatMap((raw, at) => {
      const line = raw
        .replace(/^\s*[-*•]\s*/, '')
        .trim()
        .slice(0, 300)
      if (!line) return []
      const dose = DOSE.exec(line)?.[0] ?? ''
      const often = OFTEN.exec(line)?.[0] ?? ''
      const ends = [dose, often].filter(Boolean).map((part) => line.indexOf(part))
      const name = (ends.length > 0 ? line.slice(0, Math.min(...ends)) : line).split(/[,;:(]/)[0]?.trim() ?? ''
      const key = name.toLowerCase()
      const twice = key ? (seen.get(key) ?? null) : null
      if (key && twice === null) seen.set(key, at + 1)
      return [
        {
          line: at + 1,
          text: line,
          name: name || line,
          dose,
          often,
          missing: [name ? '' : 'name', dose ? '' : 'dose', often ? '' : 'how often'].filter(Boolean),
          twice,
        },
      ]
    })
}
