import type { Counted } from './diary.ts'
import type { Medicine } from './medicines.ts'

// Questions for a visit. Institute for Healthcare Improvement, "Ask Me 3"; AHRQ, "Questions To Ask Your Doctor".

export interface VisitQuestion {
  question: string
  /** What of the person's own words it comes from. */
  from: string
}

const ASK_ME_3 = ['What is my main problem?', 'What do I need to do?', 'Why is it important for me to do this?']

/** The person's own first; then what their diary and list of medicines give rise to; the three of Ask Me 3 last. */
export function questionsFor(
  own: readonly string[],
  noted: readonly Counted[],
  medicines: readonly Medicine[],
): VisitQuestion[] {
  return [
    ...own.map((question) => ({ question, from: 'your own' })),
    ...noted.slice(0, 5).map(({ what, times, first, last }) => ({
      question: `I noted “${what}” ${times === 1 ? `on ${first}` : `${times} times from ${first} to ${last}`}. What could it mean, and what should I watch for?`,
      from: 'your diary',
    })),
    ...medicines
      .filter(({ twice }) => twice !== null)
      .map(({ name, line, twice }) => ({
        question: `“${name}” is on my list twice. Should I take both?`,
        from: `your medicines, lines ${twice} and ${line}`,
      })),
    ...(medicines.some(({ missing }) => missing.length > 0)
      ? [
          {
            question: `How much, and how often, do I take: ${medicines
              .filter(({ missing }) => missing.length > 0)
              .slice(0, 10)
              .map(({ name }) => name)
              .join(', ')}?`,
            from: 'your medicines',
          },
        ]
      : []),
    ...(medicines.length > 1
      ? [{ question: 'Do all my medicines go together, and do I still need each?', from: 'your medicines' }]
      : []),
    ...ASK_ME_3.map((question) => ({ question, from: 'Ask Me 3' })),
  ]
}
