import type { PersonaKey } from '@atrium/contract/chat'
import { capital, facts, listIn, type Template } from './brief.ts'
import { occasionOf } from './occasions.ts'

const detections = [
  /^(?:write|draft|make|create|prepare|build|need|i need|give me|set up|come up with|do)(?: (?:me|up|us))?(?: (?:a|an|the|my|our|some))?(?: (?<kind>(?:[\p{L}-]+ ){0,4}?))?(?:check-?list|to-?do(?: list)?|packing list|shopping list|todo)(?: (?<how>for|to|of|about|before|with|containing|:) (?<what>.{2,300}))?$/iu,
  /^(?<kind>[\p{L}-]+ )?check-?list(?: (?<how>for|to|of|about|before|with|:) (?<what>.{2,300}))?$/iu,
]

const openings: Readonly<Record<PersonaKey, string>> = {
  personal: 'Take it one box at a time.',
  hustler: 'Top three first; the rest only if they are done.',
  smb: 'Put a name and an hour estimate beside each before you start.',
  enterprise: 'Assign an owner and a date to each line; review open ones in the next meeting.',
}

export const checklist: Template = {
  kind: 'checklist',
  slots: [
    { name: 'what', labels: ['for', 'what', 'occasion', 'topic', 'about'], question: 'What is it for?', asked: true },
    {
      name: 'date',
      labels: ['date', 'by when', 'deadline', 'when', 'due'],
      question: 'When does it have to be done?',
      asked: true,
    },
  ],
  detect(sentence) {
    for (const pattern of detections) {
      const found = pattern.exec(sentence)?.groups
      if (!found) continue
      const what = found.what ?? ''
      const listed = /^(?:with|containing|:)$/iu.test(found.how ?? '') || /:\s/u.test(what)
      const date =
        /,? (?:by|on|before|for) (?<date>(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?)$/iu.exec(
          what,
        )?.groups?.date
      const kind = `${found.kind ?? ''}${/packing/iu.test(sentence) ? 'packing' : ''}`.trim()
      const topic = listed ? '' : date ? what.replace(/,? (?:by|on|before|for) [^,]{3,30}$/iu, '') : what
      const title = topic ? (kind && !/^packing$/iu.test(kind) ? `${topic}` : topic) : kind
      return {
        facts: facts({ what: title, date, kind: `${kind} ${topic}` }),
        items: listed ? listIn(what.replace(/^[^:]{0,60}:\s/u, '')) : [],
      }
    }
    return null
  },
  write(brief, { persona }) {
    const occasion = occasionOf(`${brief.facts.kind ?? ''} ${brief.facts.what ?? ''}`)
    const own = brief.items.map(capital)
    // Named items make the list; the usual ones fill a list that has none of its own.
    const all = (own.length >= 3 ? own : [...own, ...occasion.items]).filter(
      (item) => !brief.removed.some((gone) => item.toLowerCase().includes(gone)),
    )
    const items = brief.length === 'short' ? all.slice(0, Math.max(5, own.length)) : all
    const extra =
      brief.length === 'long'
        ? ['[anything special to this occasion]', 'Decide what happens if one of these cannot be done']
        : []
    const date = brief.facts.date ? ` (by ${brief.facts.date})` : ''
    return [
      `### Checklist: ${capital(brief.facts.what ?? '[occasion]')}${date}`,
      [...items, ...extra].map((item) => `- [ ] ${item}`).join('\n'),
      openings[persona],
    ].join('\n\n')
  },
}
