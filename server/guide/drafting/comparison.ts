import type { PersonaKey } from '@atrium/contract/chat'
import { cell } from '../markdown.ts'
import { type Brief, capital, facts, type Template } from './brief.ts'

const option = '[^,;:?]{2,60}?'
const detections = [
  new RegExp(
    `^(?:write|make|draft|create|prepare|give me|do|show me)?(?: ?me)?(?: ?(?:a|an|the))? ?(?:comparison|compare)(?: table)?(?: (?:of|between))? (?<a>${option})(?:,| and| with| to| vs\\.?| versus| against| or) (?<b>${option})(?:(?:,| and| or| vs\\.?) (?:and )?(?<c>${option}))?(?: (?:for|by|on|regarding|in terms of) (?<criteria>.{2,120}))?$`,
    'iu',
  ),
  new RegExp(`^(?<a>${option}) (?:vs\\.?|versus) (?<b>${option})$`, 'iu'),
  /^(?:(?:what are|list|give me|write|make|show me)(?: me)? )?(?:the |a list of )?(?:pros and cons|advantages and disadvantages|upsides and downsides)(?: (?:of|for|to) (?<single>.{2,100}))?$/iu,
  /^(?:(?:write|make|draft|create|prepare|give me)(?: me)?(?: a| an)? comparison(?: table)?|compare(?: (?:two|some|three|my) (?:things|options|offers|products|choices|ideas))?)$/iu,
]

/** How the options are to be shown, which is none of them. */
const MANNER =
  /[, ]+(?:side by side|compare(?: (?:them|both))?|help me (?:decide|choose)|pros and cons|in a table|please)$/iu

const criteria: Readonly<Record<PersonaKey, readonly string[]>> = {
  personal: ['What I like about it', 'What bothers me', 'Cost', 'Effort every week', 'How I would feel in a year'],
  hustler: ['Cost to try', 'Days until the first result', 'Upside if it works', 'What kills it', 'Next move'],
  smb: ['Cost to buy or start', 'Cost a year', 'Hours of our time', 'Return a year', 'Risk', 'Way out'],
  enterprise: [
    'Strategic fit',
    'Total cost over three years',
    'Time to value',
    'Security and compliance',
    'Dependence on the supplier',
    'Stakeholders affected',
    'Reversibility',
  ],
}

export const comparison: Template = {
  kind: 'comparison',
  slots: [
    {
      name: 'a',
      labels: ['first', 'option a', 'a', 'first option'],
      question: 'What is the first option?',
      asked: true,
    },
    {
      name: 'b',
      labels: ['second', 'option b', 'b', 'second option'],
      question: 'What is the second option?',
      asked: true,
    },
    {
      name: 'decider',
      labels: ['criterion', 'most important', 'what matters most', 'matters most', 'priority', 'important'],
      question: 'What matters most in this choice?',
      asked: true,
    },
  ],
  detect(said) {
    const sentence = said.replace(MANNER, '')
    for (const [index, pattern] of detections.entries()) {
      const found = pattern.exec(sentence)
      if (!found) continue
      const { a, b, c, single, criteria: named } = found.groups ?? {}
      if (index === 2)
        return {
          facts: { ...facts({ a: single, decider: 'the balance of both sides' }), b: 'not doing it', single: 'yes' },
          items: [],
        }
      return { facts: facts({ a, b, c }), items: named ? named.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu) : [] }
    }
    return null
  },
  write(brief, { persona }) {
    const rows = (brief.items.length >= 3 ? brief.items : [...brief.items, ...criteria[persona]]).filter(
      (item) => !brief.removed.some((gone) => item.toLowerCase().includes(gone)),
    )
    const first = brief.facts.decider && !brief.facts.single ? [`${capital(brief.facts.decider)} (matters most)`] : []
    const kept = [...first, ...(brief.length === 'short' ? rows.slice(0, 4) : rows)]
    if (brief.facts.single) return sides(brief)
    const options = [
      brief.facts.a ?? '[first option]',
      brief.facts.b ?? '[second option]',
      ...(brief.facts.c ? [brief.facts.c] : []),
    ].map(capital)
    const table = [
      `| | ${options.map(cell).join(' | ')} |`,
      `| --- |${options.map(() => ' --- |').join('')}`,
      ...kept.map((row) => `| **${cell(capital(row))}** |${options.map(() => ' […] |').join('')}`),
    ].join('\n')
    return [
      `### ${options.join(' or ')}?`,
      table,
      `${verdict[persona]} I do not know the options themselves: the cells are yours to fill.`,
    ].join('\n\n')
  },
}

const verdict: Readonly<Record<PersonaKey, string>> = {
  personal: 'When the table is full, cover the names and ask which column you would envy.',
  hustler: 'Pick the one that you can test cheapest this week; a test beats a table.',
  smb: 'Give each row 0 to 5 points, multiply the row that matters most by two, and add up.',
  enterprise: 'Recommendation: [option], because [the criterion that decides]. Dissent: [what speaks against it].',
}

function sides(brief: Brief): string {
  const name = capital(brief.facts.a ?? '[the idea]')
  const added = brief.items.map((item) => `| ${cell(capital(item))} | […] |`)
  return [
    `### ${name}: for and against`,
    [
      '| For | Against |',
      '| --- | --- |',
      ...added,
      '| [what gets better] | [what it costs] |',
      '| [who gains] | [who loses] |',
      '| [what it makes possible] | [what it rules out] |',
      '| [what happens if it works] | [what happens if it fails] |',
    ].join('\n'),
    'I do not know the facts of the matter: the cells are yours to fill. One strong reason outweighs four weak ones.',
  ].join('\n\n')
}
