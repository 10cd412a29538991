import { capital } from './brief.ts'

/** What an e-mail is for, and how it says so. */
export interface Intent {
  /** Words in the request that mean this kind of e-mail. */
  asked: RegExp
  subject: (topic: string) => string
  opening: (topic: string, manner: 'formal' | 'casual') => string
  /** What the reader should do; null where nothing is asked of them. */
  ask: string | null
}

/** Goes to whoever writes. */
export const outOfOffice: Intent = {
  asked: /\bout[- ]of[- ](?:the[- ])?office\b/iu,
  subject: () => 'Out of office',
  opening: () =>
    'Thank you for your message. I am out of the office until [date]. In urgent cases please turn to [name].',
  ask: null,
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
    opening: () => 'I am writing to resign from my position as [position]. My last working day will be [date].',
    ask: 'Please confirm the date, and tell me how you would like the handover to go.',
  },
  {
    asked: /\b(?:cover letter|application|apply(?:ing)?)\b/iu,
    subject: (topic) => `Application: ${topic}`,
    opening: (topic) => `I am applying for ${topic}. [Why you fit, in two sentences.]`,
    ask: 'I would be glad to talk about it.',
  },
  outOfOffice,
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

/** The intent in a request; null where none is named. */
export const intentNamed = (text: string): Intent | null => intents.find(({ asked }) => asked.test(text)) ?? null

export const intentOf = (text: string): Intent => intentNamed(text) ?? general
