import type { PersonaKey } from '@atrium/contract/chat'
import { type Brief, capital, fact, facts, type Template, type Writer } from './brief.ts'

interface Intent {
  /** Words in the request that mean this kind of e-mail. */
  asked: RegExp
  subject: (topic: string) => string
  opening: (topic: string, manner: 'formal' | 'casual') => string
  /** What the reader should do; null where nothing is asked of them. */
  ask: string | null
}

const intents: readonly Intent[] = [
  {
    asked: /\bthank(?:s|[- ]you|ing)?\b/iu,
    subject: (topic) => `Thank you for ${topic}`,
    opening: (topic, manner) =>
      manner === 'formal'
        ? `I would like to thank you for ${topic}. It made a real difference.`
        : `Thank you so much for ${topic}. It really helped.`,
    ask: null,
  },
  {
    asked: /\b(?:apolog\w*|sorry)\b/iu,
    subject: (topic) => `Apology: ${topic}`,
    opening: (topic, manner) =>
      manner === 'formal'
        ? `Please accept my apology for ${topic}. It should not have happened.`
        : `I am sorry about ${topic}. That should not have happened.`,
    ask: 'Here is what I will do to put it right: [what you will do].',
  },
  {
    asked: /\bfollow(?:ing)?[- ]?up\b/iu,
    subject: (topic) => `Following up on ${topic}`,
    opening: (topic) => `I am following up on ${topic}.`,
    ask: 'Could you let me know where it stands?',
  },
  {
    asked: /\b(?:invit\w*)\b/iu,
    subject: (topic) => `Invitation: ${topic}`,
    opening: (topic, manner) =>
      manner === 'formal' ? `I would like to invite you to ${topic}.` : `I would love to have you at ${topic}.`,
    ask: 'Please tell me whether you can come.',
  },
  {
    asked: /\bremind\w*\b/iu,
    subject: (topic) => `Reminder: ${topic}`,
    opening: (topic) => `This is a short reminder about ${topic}.`,
    ask: 'Please let me know if anything stands in the way.',
  },
  {
    asked: /\b(?:declin\w*|turn(?:ing)? down|reject\w*|refus\w*)\b/iu,
    subject: (topic) => `About ${topic}`,
    opening: (topic) => `Thank you for thinking of me for ${topic}. I have to decline this time.`,
    ask: null,
  },
  {
    asked: /\bcomplain\w*\b/iu,
    subject: (topic) => `Complaint: ${topic}`,
    opening: (topic) => `I am writing because of ${topic}. This is what happened: [what happened, and when].`,
    ask: 'Please put it right, and tell me how you will.',
  },
  {
    asked: /\b(?:resign\w*|quit(?:ting)?)\b/iu,
    subject: () => 'Resignation',
    opening: () => 'I am writing to resign from my position as [position]. My last working day will be [last day].',
    ask: 'Please confirm the date, and tell me how you would like the handover to go.',
  },
  {
    asked: /\b(?:introduc\w*)\b/iu,
    subject: (topic) => `Introduction: ${topic}`,
    opening: (topic) => `I would like to introduce ${topic}.`,
    ask: 'Would you have fifteen minutes to talk?',
  },
  {
    asked: /\b(?:ask(?:ing)?|request\w*|for (?:a |the )?(?:permission|refund|raise|quote|extension))\b/iu,
    subject: (topic) => `Request: ${topic}`,
    opening: (topic) => `I am writing to ask about ${topic}.`,
    ask: 'Could you tell me whether this is possible?',
  },
]
const general: Intent = {
  asked: /./u,
  subject: capital,
  opening: (topic) => `I am writing about ${topic}.`,
  ask: '[What you would like the reader to do].',
}

const kinds = 'e-?mail|mail|letter|message|note|text message|reply|response|invitation'
const detection = new RegExp(
  `^(?:write|draft|compose|prepare|create|make|send|do|word|i need|need|start)(?: (?:me|up|us))?(?: (?:a|an|the|some|my|another))?(?: (?<adjective>(?:[\\p{L}-]+ ){0,4}?))?(?:${kinds})\\b(?<rest>.*)$`,
  'iu',
)
const clause =
  '(?:about|regarding|concerning|on the subject|asking|saying|telling|that|because|thanking|apologi[sz]ing|inviting|reminding|by|before|on|declining|confirming|requesting'
const person = "(?<to>(?:my |our |the |a )?[\\p{L}][\\p{L}'’.& -]{0,50}?)"
/** "apology e-mail to Tom for being late", without a verb. */
const bare =
  /^(?:an? |the )?(?<adjective>(?:[\p{L}-]+ ){0,3}?)(?:e-?mail|letter)(?<rest> (?:to|about|asking|for|regarding|saying|telling|thanking|inviting|requesting)\b.+)$/iu
const toIn = new RegExp(` to ${person}(?= ${clause}|for)\\b|[,.;:]|$)`, 'iu')
/** "for Sam" names the reader only where the subject follows; else it is the subject. */
const forIn = new RegExp(` for ${person}(?= ${clause})\\b)`, 'iu')
const topicIn =
  /(?: about| regarding| concerning| on the subject of| re:?|:) (?:the fact that |that )?(?<a>.{2,200})| (?:asking|saying|telling|thanking|apologi[sz]ing|inviting|reminding|declining|confirming|requesting)(?: (?:him|her|them|you|us|me))?(?: (?:for|to|that|about|of|if|whether))? (?<b>.{2,200})| for (?<c>.{2,160})/iu
const dateIn =
  /[, ]+(?:by|before|on|due|until) (?<date>(?:next |this |the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|tonight|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}(?: \d{4})?|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?|(?:the )?end of (?:the )?\w+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})$/iu

export const email: Template = {
  kind: 'e-mail',
  slots: [
    { name: 'recipient', labels: ['to', 'recipient', 'name', 'reader'], question: 'Who is it to?', asked: true },
    {
      name: 'topic',
      labels: ['about', 'topic', 'subject', 'purpose', 'regarding'],
      question: 'What is it about?',
      asked: true,
    },
    {
      name: 'ask',
      labels: ['ask', 'request', 'what i want', 'action', 'goal', 'call to action'],
      question: 'What should the reader do?',
      asked: true,
    },
    {
      name: 'date',
      labels: ['by when', 'date', 'deadline', 'when', 'due'],
      question: 'By when, or when does it happen?',
      asked: true,
    },
    {
      name: 'details',
      labels: ['details', 'detail', 'background', 'reason', 'because', 'context'],
      question: 'What background does the reader need?',
      asked: false,
    },
    {
      name: 'sender',
      labels: ['from', 'sender', 'signed', 'my name', 'signature'],
      question: 'Who signs it?',
      asked: false,
    },
  ],
  detect(sentence) {
    const found = (detection.exec(sentence) ?? bare.exec(sentence))?.groups
    if (!found) return null
    const adjective = found.adjective ?? ''
    // "write a note to self about …" and "send a message" to a module are not letters.
    const rest = ` ${(found.rest ?? '').trim()}`
    const date = dateIn.exec(rest)?.groups?.date
    const undated = date ? rest.replace(dateIn, '') : rest
    const recipientIn = toIn.test(undated) ? toIn : forIn
    const to = recipientIn.exec(undated)?.groups?.to
    const afterTo = to ? undated.replace(recipientIn, '') : undated
    const topic = topicIn.exec(afterTo)?.groups
    const intent = intents.find(({ asked }) => asked.test(`${adjective}${rest}`))
    // What an apology or a reminder asks is known, and nothing is asked of somebody who is thanked, so no date is either.
    const known: Record<string, string> = intent
      ? { ask: '', ...(intent.ask === null ? { date: date ?? '' } : {}) }
      : {}
    return {
      facts: {
        ...facts({
          recipient: to,
          topic: topic?.a ?? topic?.b ?? topic?.c,
          date,
          intent: `${adjective}${rest}`.trim(),
        }),
        ...known,
      },
      items: [],
    }
  },
  write: (brief, writer) => [`**Subject:** ${subject(brief)}`, ...body(brief, writer)].join('\n\n'),
}

/** "my landlord" is a role, and its name is missing. */
const called = (recipient: string | undefined): string => {
  const role = /^(?:my|our|the|a) (.+)$/iu.exec(recipient ?? '')?.[1]
  return role ? `[${role}’s name]` : capital(recipient ?? '[name]')
}

const intentOf = (brief: Brief): Intent => intents.find(({ asked }) => asked.test(brief.facts.intent ?? '')) ?? general
const subject = (brief: Brief): string => capital(intentOf(brief).subject(fact(brief, 'topic', 'subject')))

interface Voice {
  greeting: (name: string) => string
  pleasantry: string
  /** Around the request. */
  ask: (request: string, date: string | null) => string
  extra: string | null
  closing: string
  sign: string
}

const by = (date: string | null): string => (date ? ` by ${date.replace(/^(?:by|on|before) /iu, '')}` : '')
const sentence = (text: string): string => (/[.!?\]]$/u.test(text) ? text : `${text}.`)

const voices: Readonly<Record<PersonaKey, Voice>> = {
  personal: {
    greeting: (name) => `Hi ${name},`,
    pleasantry: 'I hope you are doing well.',
    ask: (request, date) => `${sentence(request)}${date ? ` It would be great to know${by(date)}.` : ''}`,
    extra: null,
    closing: 'Thank you, and let me know if anything is unclear.',
    sign: 'Warmly,',
  },
  hustler: {
    greeting: (name) => `Hi ${name},`,
    pleasantry: '',
    ask: (request, date) =>
      `**Next step:** ${sentence(request)}${date ? ` Can we have it done${by(date)}?` : ' A yes or no today is enough.'}`,
    extra: null,
    closing: 'If I hear nothing, I will call you.',
    sign: 'Best,',
  },
  smb: {
    greeting: (name) => `Hello ${name},`,
    pleasantry: 'I hope business is good.',
    ask: (request, date) =>
      `${sentence(request)}${date ? ` Please answer${by(date)}, so that we can plan with it.` : ''}`,
    extra: 'What it means in cost, time or return: [the figure that matters].',
    closing: 'Call me if talking is quicker.',
    sign: 'Kind regards,',
  },
  enterprise: {
    greeting: (name) => `Dear ${name},`,
    pleasantry: '',
    ask: (request, date) =>
      `**Decision or action requested:** ${sentence(request)}${date ? `\n\n**By:** ${date.replace(/^(?:by|on|before) /iu, '')}` : ''}`,
    extra: '**Background and risk:** [two sentences that can be forwarded].',
    closing: 'I am available for questions, and will confirm the outcome in writing.',
    sign: 'Kind regards,',
  },
}

function body(brief: Brief, { persona, personName }: Writer): string[] {
  const voice = voices[persona]
  const formal = brief.manner === 'formal' || (brief.manner === 'usual' && persona === 'enterprise')
  const intent = intentOf(brief)
  const name = called(brief.facts.recipient)
  const date = brief.facts.date || null
  const request = brief.facts.ask ? capital(brief.facts.ask) : intent.ask
  const greeting = formal ? `Dear ${name},` : brief.manner === 'casual' ? `Hi ${name},` : voice.greeting(name)
  const brackets = brief.facts.details
    ? sentence(capital(brief.facts.details))
    : brief.length === 'long'
      ? '[Background in two or three sentences: what happened, why it matters to the reader.]'
      : ''
  const points = brief.items.filter((item) => !brief.removed.some((gone) => item.toLowerCase().includes(gone)))
  return [
    greeting,
    brief.length === 'short' || brief.manner === 'formal' ? '' : voice.pleasantry,
    intent.opening(fact(brief, 'topic', 'what it is about'), formal ? 'formal' : 'casual'),
    brackets,
    points.length > 0 ? points.map((point) => `- ${capital(point)}`).join('\n') : '',
    request ? voice.ask(request, date) : date ? `This is about ${date}.` : '',
    brief.length === 'short' || !request ? '' : (voice.extra ?? ''),
    brief.length === 'short' || !request ? '' : voice.closing,
    `${formal ? 'Kind regards,' : brief.manner === 'casual' ? 'All the best,' : voice.sign}\n${brief.facts.sender ?? personName ?? '[your name]'}`,
  ].filter(Boolean)
}
