import type { PersonaKey } from '@atrium/contract/chat'
import { minutesOfTime, timeOfMinutes } from '@atrium/domain/dates/local-time'
import { showTime } from '../calendar/reading.ts'
import { readTime } from '../calendar/times.ts'
import { cell } from '../markdown.ts'
import { type Brief, capital, fact, facts, listIn, type Template, type Writer } from './brief.ts'

const detection =
  /^(?:write|draft|make|create|prepare|build|need|i need|give me|set up|come up with|do)?(?: ?(?:me|up|us))?(?: ?(?:a|an|the|my|our|some))?(?: ?(?<kind>(?:[\p{L}\d:-]+ ){0,5}?))?agenda(?<rest>(?: (?:for|of|about|on|with|to|covering|:).{2,300})?)$/iu
const minutesIn =
  /(?<n>\d{1,3})[ -]?(?<unit>min(?:ute)?s?|hours?|h)\b|(?<half>half[ -](?:an[ -])?hour)|(?<one>one[ -]hour|an hour)/iu

/** Shares of the meeting; the first and the last item are short. */
const usual: Readonly<Record<PersonaKey, readonly string[]>> = {
  personal: ['Arrive and say hello', '[main topic]', 'What we agreed, and who does what'],
  hustler: ['The one number: where are we?', '[main topic]: decide', 'Three actions, each with a name and a date'],
  smb: [
    'Where we stand: orders, cash, capacity',
    '[main topic]: cost, time, return',
    'Decisions and who does what',
    'Risks until next time',
  ],
  enterprise: [
    'Purpose and decision requested',
    '[main topic]: recommendation and options',
    'Stakeholders and risks',
    'Decision, owners and dates',
    'Communication',
  ],
}

export const agenda: Template = {
  kind: 'agenda',
  slots: [
    {
      name: 'topic',
      labels: ['topic', 'about', 'purpose', 'meeting', 'subject'],
      question: 'What must be decided or understood at the end?',
      asked: true,
    },
    { name: 'date', labels: ['date', 'when', 'day'], question: 'When is it?', asked: true },
    {
      name: 'duration',
      labels: ['duration', 'length', 'how long', 'minutes'],
      question: 'How long does it last?',
      asked: true,
    },
    {
      name: 'people',
      labels: ['people', 'who', 'with', 'attendees', 'participants'],
      question: 'Who comes?',
      asked: true,
    },
    { name: 'start', labels: ['start', 'time', 'begins', 'at'], question: 'At what time does it begin?', asked: false },
  ],
  detect(sentence) {
    const found = detection.exec(sentence)?.groups
    if (!found || /^(?:what|where|when|who|why|how|which|is|are|was|the|my|our|on|open|show)\b/iu.test(sentence))
      return null
    const rest = ` ${(found.kind ?? '').trim()} ${found.rest ?? ''}`.replace(/\s+/gu, ' ')
    const duration = minutesIn
      .exec(rest)?.[0]
      ?.replace(
        /(\d+)[ -]?(min(?:ute)?|hour)s?$/iu,
        (_, n: string, unit: string) =>
          `${n} ${unit.toLowerCase().startsWith('h') ? 'hour' : 'minute'}${n === '1' ? '' : 's'}`,
      )
    const start = / at (?<t>\d{1,2}(?:[:.]\d{2})? ?(?:[ap]m)?|noon)(?= |$)/iu.exec(rest)?.groups?.t
    const people = / with (?<p>[^:]{2,120}?)(?= (?:about|on|at|for|covering)\b|:|$)/iu.exec(rest)?.groups?.p
    const date =
      / (?:on|for) (?<d>(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}|[a-z]{3,9} \d{1,2})\b| (?<d2>tomorrow|today|next \w+day|on monday)/iu.exec(
        rest,
      )?.groups
    const topic =
      /(?: about| to discuss| on(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day)| to decide) (?<t>[^:]{2,120}?)(?= (?:with|at|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|:|$)/iu.exec(
        rest,
      )?.groups?.t
    const meeting =
      / for (?!(?:next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today)\b)(?:a |an |the |our |my )?(?:\d{1,3}[ -]?(?:min(?:ute)?s?|hours?)[ -]?)?(?<m>1:1[^:]{0,60}?|[^:]{2,80}?)(?= (?:about|on|with|at|to|covering|tomorrow|next)\b|:(?!1)|$)/iu.exec(
        rest,
      )?.groups?.m
    const items = /:\s(?<i>.+)$|covering (?<c>.+)$/iu.exec(rest)?.groups
    const listed = items?.i ?? items?.c
    return {
      facts: facts({
        topic: topic ?? (meeting && !/^(?:meeting|call)$/iu.test(meeting) ? meeting : undefined),
        meeting,
        date: date?.d ?? date?.d2,
        duration,
        people,
        start,
      }),
      items: listed ? listIn(listed) : [],
    }
  },
  write: (brief, writer) =>
    [
      `### Agenda: ${capital(brief.facts.meeting ?? brief.facts.topic ?? '[meeting]')}`,
      terms(brief),
      table(brief, writer),
      closing[writer.persona],
    ].join('\n\n'),
}

const closing: Readonly<Record<PersonaKey, string>> = {
  personal: 'Leave five minutes at the end for whatever came up.',
  hustler: 'No decision, no meeting: if nobody can decide, cancel it.',
  smb: 'Send it a day before, with the one figure that people should look at.',
  enterprise: 'Pre-read circulated [days] before; minutes with decisions and owners within a day.',
}

const terms = (brief: Brief): string =>
  `**When:** ${fact(brief, 'date', 'date')}${brief.facts.start ? `, ${brief.facts.start}` : ''}. **How long:** ${fact(brief, 'duration', 'duration')}. **With:** ${fact(brief, 'people', 'people')}. **At the end we know:** ${fact(brief, 'topic', 'decision or understanding')}.`

function minutesOf(text: string | undefined): number | null {
  const found = minutesIn.exec(text ?? '')?.groups
  if (!found) return /^\d{1,3}$/u.test(text?.trim() ?? '') ? Number(text) : null
  if (found.half) return 30
  if (found.one) return 60
  const amount = Number(found.n)
  return /^h/iu.test(found.unit ?? '') ? amount * 60 : amount
}

function table(brief: Brief, { persona, moment }: Writer): string {
  const topic = brief.facts.topic ?? '[main topic]'
  const skeleton = usual[persona].map((item) => item.replace('[main topic]', capital(topic)))
  const own = brief.items.map(capital)
  const items = (own.length > 0 ? [skeleton[0] as string, ...own, skeleton.at(-1) as string] : skeleton).filter(
    (item) => !brief.removed.some((gone) => item.toLowerCase().includes(gone)),
  )
  const minutes = minutesOf(brief.facts.duration)
  const shares = minutes ? divide(minutes, items.length) : null
  const start = brief.facts.start ? readTime(brief.facts.start.replace(/^(\d{1,2})$/u, '$1:00')) : null
  let clock = start ? minutesOfTime(start) : 0
  const rows = items.map((item, index) => {
    const share = shares?.[index]
    const at = start && share !== undefined ? showTime(timeOfMinutes(clock % 1_440), moment.locale) : null
    clock += share ?? 0
    return `| ${at ?? index + 1} | ${cell(item)} | ${share !== undefined ? `${share} min` : '[min]'} | [who] |`
  })
  return [`| ${start && shares ? 'Time' : '#'} | Item | Minutes | Who |`, '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** Whole minutes that add up to the meeting: a tenth each for the first and the last item, the rest evenly. */
function divide(total: number, count: number): number[] | null {
  if (count < 1 || total < count) return null
  if (count < 3)
    return Array.from({ length: count }, (_, index) => Math.floor(total / count) + (index < total % count ? 1 : 0))
  const edge = Math.max(1, Math.round(total / 10))
  const middle = total - 2 * edge
  const inner = count - 2
  return [
    edge,
    ...Array.from({ length: inner }, (_, index) => Math.floor(middle / inner) + (index < middle % inner ? 1 : 0)),
    edge,
  ]
}
