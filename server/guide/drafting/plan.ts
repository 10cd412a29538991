import type { PersonaKey } from '@atrium/contract/chat'
import { addDays, type Day, daysBetween } from '@atrium/domain/dates/days'
import { readDate, showDay, today } from '../calendar/reading.ts'
import { cell } from '../markdown.ts'
import { type Brief, capital, fact, facts, type Template, type Writer } from './brief.ts'
import { occasionOf } from './occasions.ts'

const dated =
  /,? (?:by|before|until|due|starting|for|on|in) (?<date>(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}(?: \d{4})?|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|next \w+|this \w+|tomorrow|(?:the )?end of (?:the )?\w+|\d{1,2} (?:days|weeks|months)|\d{4}-\d{2}-\d{2}|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/iu
const budgeted =
  /,? (?:with|on|for|under|within) (?:a )?(?:budget of )?(?<budget>[$€£¥]\s?[\d.,]+k?|[\d.,]+ ?(?:euros?|dollars?|pounds|eur|usd|gbp))(?: budget)?/iu

const detections = [
  /^(?:write|draft|make|create|prepare|build|develop|need|i need|give me|outline|set up|come up with|do)(?: (?:me|up|us))?(?: (?:a|an|the|my|our|some))?(?: (?<kind>(?:[\p{L}\d-]+ ){0,4}?))?(?:plan|roadmap|schedule|road map|timeline)(?: (?:for|to|of|about|on) (?<goal>.{2,200}))?$/iu,
  /^(?:an? |the |my |our )?(?<kind>(?:project|business|study|training|marketing|work|launch|onboarding|travel|trip|\d{1,2}[- ](?:day|week|month)) )plan (?:for|to|of) (?<goal>.{2,200})$/iu,
  /^(?:start|begin|kick off|create|set up|launch|open|do) (?:a |an |the |my |our )?(?:new )?(?<kind>(?:[\p{L}-]+ ){0,3}?)project(?:(?: called| named| about| for| on| to|:) (?<goal>.{2,200}))?$/iu,
  /^plan (?:for |out )?(?<goal>(?:a |an |the |my |our )?.{2,200})$/iu,
]

/** "plan B", "plan ahead" and the like are not requests for a plan. */
const idle = /^(?:[a-z]|ahead|[b-z] .{0,4})$/iu

export const plan: Template = {
  kind: 'plan',
  slots: [
    {
      name: 'goal',
      labels: ['goal', 'aim', 'what', 'project', 'name', 'title', 'outcome'],
      question: 'What should be true when it is done?',
      asked: true,
    },
    {
      name: 'deadline',
      labels: ['deadline', 'by when', 'date', 'due', 'when', 'end'],
      question: 'By when?',
      asked: true,
    },
    {
      name: 'people',
      labels: ['people', 'team', 'who', 'with', 'owner', 'owners'],
      question: 'Who takes part?',
      asked: true,
    },
    { name: 'budget', labels: ['budget', 'cost', 'money', 'costs'], question: 'What may it cost?', asked: true },
  ],
  detect(sentence) {
    for (const pattern of detections) {
      const found = pattern.exec(sentence)?.groups
      if (!found) continue
      let goal = found.goal ?? ''
      if (idle.test(goal)) return null
      const budget = budgeted.exec(goal)?.groups?.budget
      goal = goal.replace(budgeted, '')
      const spoken = dated.exec(` ${goal}`)?.groups?.date
      if (spoken) goal = ` ${goal}`.replace(dated, '').trim()
      const lasting = /\b(\d{1,2})[- ](day|week|month)s?\b/iu.exec(found.kind ?? '')
      const deadline = spoken ?? (lasting ? `${lasting[1]} ${lasting[2]}s` : undefined)
      const kind = (found.kind ?? '').replace(lasting?.[0] ?? '', '').trim()
      const named = /^(?:new|good|simple|quick|detailed|short|project|action|work|little|small|big|full)?$/iu.test(kind)
        ? ''
        : kind
      return {
        facts: facts({
          goal: goal || (named ? `${named} plan`.replace(/ plan plan$/u, ' plan') : undefined),
          deadline,
          budget,
          kind: `${kind} ${goal}`,
        }),
        items: [],
      }
    }
    return null
  },
  async write(brief, writer) {
    const goal = fact(brief, 'goal', 'goal')
    const occasion = occasionOf(`${brief.facts.kind ?? ''} ${brief.facts.goal ?? ''}`)
    const steps = [...occasion.steps, ...brief.items.map(capital)].filter(
      (step) => !brief.removed.some((gone) => step.toLowerCase().includes(gone)),
    )
    const kept = brief.length === 'short' ? steps.slice(0, Math.max(3, brief.items.length)) : steps
    const days = await dates(brief, writer, kept.length)
    const owner = brief.facts.people ? cell(brief.facts.people.split(/,| and /u)[0] as string) : '[who]'
    const rows = kept.map(
      (step, index) =>
        `| ${index + 1} | ${cell(step)} | ${index === 0 ? owner : '[who]'} | ${days?.[index] ? showDay(days[index] as Day, writer.moment.locale) : '[date]'} |`,
    )
    const head = [
      `### Plan: ${capital(goal)}`,
      `**Done means:** ${capital(goal)}. **By:** ${fact(brief, 'deadline', 'date')}. **With:** ${fact(brief, 'people', 'people')}. **Budget:** ${fact(brief, 'budget', 'amount')}.`,
    ]
    return [
      ...head,
      ['| # | Step | Who | By |', '| --- | --- | --- | --- |', ...rows].join('\n'),
      ...frames[writer.persona](kept[0] ?? goal, brief),
    ].join('\n\n')
  },
}

/** The time from today to the deadline, divided evenly over the steps; null without a deadline that can be read. */
async function dates(brief: Brief, { moment }: Writer, count: number): Promise<Day[] | null> {
  const said = brief.facts.deadline
  const deadline = said
    ? (
        (await readDate(said.replace(/^in (?=\d)/iu, ''), moment, 'future')) ??
        (await readDate(`in ${said}`, moment, 'future'))
      )?.day
    : undefined
  if (!deadline) return null
  const here = today(moment)
  const total = daysBetween(here, deadline)
  if (total < 1 || total > 3_660) return null
  return Array.from({ length: count }, (_, index) =>
    addDays(here, Math.max(1, Math.round((total * (index + 1)) / count))),
  )
}

const frames: Readonly<Record<PersonaKey, (first: string, brief: Brief) => string[]>> = {
  personal: (first) => [
    `Start small: **${first.charAt(0).toLowerCase()}${first.slice(1)}** is enough for this week. Leave some air before the last date, and tell somebody about it; that helps.`,
  ],
  hustler: (first) => [
    `**The move today:** ${first.charAt(0).toLowerCase()}${first.slice(1)}. One hour, no tools to buy.`,
    '**The number that decides:** [number] by [date]. Below it, change or stop.',
    '**Not doing:** [two things you drop to make room].',
  ],
  smb: (_, brief) => [
    [
      '| Figures | |',
      '| --- | --- |',
      `| Cost, money | ${brief.facts.budget ? cell(brief.facts.budget) : '[amount]'} |`,
      '| Cost, hours × rate | [hours] × [rate] |',
      '| Expected return a year | [amount] |',
      '| Pays back after | cost ÷ return × 12 = [months] |',
    ].join('\n'),
    'The assumption that would change the answer: [assumption].',
  ],
  enterprise: () => [
    '**Decision needed first:** [decision], from [sponsor], by [date].',
    [
      '| Risk | Likelihood | Effect | Owner |',
      '| --- | --- | --- | --- |',
      '| [risk] | [low, medium, high] | [effect] | [owner] |',
    ].join('\n'),
    '**Stakeholders to inform:** [names]. **Reporting:** [rhythm] to [forum].',
  ],
}
