import type { PersonaKey } from '@atrium/contract/chat'
import { type Brief, capital, facts, type Template, type Writer } from './brief.ts'
import { intentNamed, intentOf, outOfOffice } from './intents.ts'

const kinds = 'e-?mail|mail|letter|message|note|text message|reply|response|invitation|complaint|apology'
const detection = new RegExp(
  `^(?:write|draft|compose|prepare|create|make|send|do|word|i need|need|start)(?: (?:me|up|us))?(?: (?:a|an|the|some|my|another))?(?: (?<adjective>(?:[\\p{L}-]+ ){0,4}?))?(?<kind>${kinds})\\b(?<rest>.*)$`,
  'iu',
)
const clause =
  '(?:about|regarding|concerning|on the subject|asking|saying|telling|that|because|thanking|apologi[sz]ing|inviting|reminding|by|before|on|declining|confirming|requesting|complaining|announcing|informing|explaining|proposing|offering|suggesting|notifying'
const person = "(?<to>[\\w.+-]{1,64}@[\\w.-]{1,80}\\w|(?:my |our |the |a )?[\\p{L}][\\p{L}'’.& -]{0,50}?)"
/** "apology e-mail to Tom for being late", without a verb. */
const bare =
  /^(?:an? |the )?(?<adjective>(?:[\p{L}-]+ ){0,3}?)(?:e-?mail|letter)(?<rest> (?:to|about|asking|for|regarding|saying|telling|thanking|inviting|requesting)\b.+)$/iu
const toIn = new RegExp(` to ${person}(?= ${clause}|for)\\b|[,.;:]|$)`, 'iu')
/** "for Sam" names the reader only where the subject follows; else it is the subject. */
const forIn = new RegExp(` for ${person}(?= ${clause})\\b)`, 'iu')
const topicIn =
  /(?: about| regarding| concerning| on the subject of| re:?|:) (?:the fact that |that )?(?<a>.{2,200})| (?:asking|thanking|apologi[sz]ing|inviting|reminding|declining|confirming|requesting|complaining|announcing|informing|explaining|proposing|offering|suggesting|notifying)(?: (?:him|her|them|you|us|me|people|everyone|everybody))?(?: (?:for|to|that|about|of|if|whether))? (?<b>.{2,200})| (?:for|after) (?<c>.{2,160})/iu
/** "saying that I will be late": what the message itself says. */
const messageIn = / (?:saying|telling)(?: (?:him|her|them|you|us|me))?(?: that)? (?<message>.{2,300})/iu
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
    const kind = found.kind ?? ''
    const said = `${found.adjective ?? ''}${kind}`
    // "write a note to self about …" and "send a message" to a module are not letters.
    const rest = ` ${(found.rest ?? '').trim()}`
    // A date in the message itself is part of what it says.
    const date = messageIn.test(rest) ? undefined : dateIn.exec(rest)?.groups?.date
    const undated = date ? rest.replace(dateIn, '') : rest
    const { to, topic, message } = partsOf(undated, /^invitation$/iu.test(kind))
    // What an apology or a reminder asks is known, and nothing is asked of somebody who is thanked, so no date is either.
    const intent = intentNamed(`${said}${rest}`)
    const known: Record<string, string> =
      intent || message ? { ask: '', ...(intent?.ask === null || message ? { date: date ?? '' } : {}) } : {}
    const toAnybody: Record<string, string> = intent === outOfOffice ? { recipient: '', topic: '' } : {}
    return {
      facts: {
        ...toAnybody,
        ...facts({ recipient: to, topic, message, date, intent: `${said}${rest}`.trim() }),
        ...known,
      },
      items: [],
    }
  },
  write: (brief, writer) =>
    [...addressed(brief), `**Subject:** ${subject(brief)}`, ...body(brief, writer)].join('\n\n'),
}

interface Parts {
  to: string | undefined
  topic: string | undefined
  message: string | undefined
}

function partsOf(text: string, isInvitation: boolean): Parts {
  const message = messageIn.exec(text)?.groups?.message
  const unsaid = message ? text.replace(messageIn, '') : text
  const recipientIn = toIn.test(text) ? toIn : forIn
  const to = recipientIn.exec(text)?.groups?.to
  const topic = topicIn.exec(to ? unsaid.replace(recipientIn, '') : unsaid)?.groups
  const about = topic?.a ?? topic?.b ?? topic?.c
  // An invitation "to my wedding" names the feast and not the guest.
  return isInvitation && to && !about ? { to: undefined, topic: to, message } : { to, topic: about, message }
}

/** "my landlord" is a role, and its name is missing. */
const called = (recipient: string | undefined): string => {
  if (recipient?.includes('@')) return '[name]'
  const role = /^(?:my|our|the|a) (.+)$/iu.exec(recipient ?? '')?.[1]
  return role ? `[${role}’s name]` : capital(recipient ?? '[name]')
}

const subject = (brief: Brief): string =>
  capital(intentOf(brief.facts.intent ?? '').subject(brief.facts.topic || '[subject]'))
/** Who it goes to, where an address was given. */
const addressed = ({ facts: { recipient } }: Brief): string[] =>
  recipient?.includes('@') ? [`**To:** ${recipient}`] : []

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
  const intent = intentOf(brief.facts.intent ?? '')
  const name = called(brief.facts.recipient)
  const date = brief.facts.date || null
  const request = brief.facts.ask ? capital(brief.facts.ask) : brief.facts.message ? null : intent.ask
  const greeting =
    brief.facts.recipient === ''
      ? 'Hello,'
      : formal
        ? `Dear ${name},`
        : brief.manner === 'casual'
          ? `Hi ${name},`
          : voice.greeting(name)
  const brackets = brief.facts.details
    ? sentence(capital(brief.facts.details))
    : brief.length === 'long'
      ? '[Background in two or three sentences: what happened, why it matters to the reader.]'
      : ''
  const points = brief.items.filter((item) => !brief.removed.some((gone) => item.toLowerCase().includes(gone)))
  return [
    greeting,
    brief.length === 'short' || brief.manner === 'formal' ? '' : voice.pleasantry,
    brief.facts.message
      ? sentence(capital(brief.facts.message))
      : intent
          .opening(brief.facts.topic || '[what it is about]', formal ? 'formal' : 'casual')
          .replace('[date]', date ?? '[date]'),
    brackets,
    points.length > 0 ? points.map((point) => `- ${capital(point)}`).join('\n') : '',
    request
      ? voice.ask(request, date)
      : date && !brief.facts.message && intent !== outOfOffice
        ? `This is about ${date}.`
        : '',
    brief.length === 'short' || !request ? '' : (voice.extra ?? ''),
    brief.length === 'short' || !request ? '' : voice.closing,
    `${formal ? 'Kind regards,' : brief.manner === 'casual' ? 'All the best,' : voice.sign}\n${brief.facts.sender ?? personName ?? '[your name]'}`,
  ].filter(Boolean)
}
