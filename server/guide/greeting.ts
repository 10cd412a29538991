import { brand } from '@atrium/contract/brand'
import { isAsking } from './actions/pending.ts'
import { clockNow, momentOf } from './calendar/reading.ts'
import type { GuideContext } from './guide.ts'
import { howToConnect } from './knowledge/connect.ts'
import { safe } from './markdown.ts'
import { isLong, plain, unended } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'

interface Phrase {
  pattern: RegExp
  answer: (context: GuideContext) => string
  /** True for words that answer a question; they are no small talk while one is open. */
  answers?: boolean
  /** True when the answer says who is answering and how to connect a model. */
  introduces?: boolean
}

const name = brand.name

function hello({ personName, now, timeZone, locale }: GuideContext): string {
  const hour = Number(clockNow(momentOf({ now, timeZone, locale })).slice(11, 13))
  const part = hour < 5 ? 'Hello' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  return `${part}${personName ? `, ${personName}` : ''}. What shall we do? I can calculate, convert, count days, read attachments, draft texts and run what the modules offer; “what can you do?” shows it all.`
}

const self = (context: GuideContext): string =>
  `I am the built-in assistant of ${name}. I am not ChatGPT, Claude, Gemini or any other language model: I am a set of programmed skills that work inside this server, exact in what they do and silent about the rest. ${howToConnect(context)}`

const phrases: readonly Phrase[] = [
  {
    pattern:
      /^(?:(?:hi+|hello+|hey+|hiya|howdy|yo|hallo|hola|bonjour|salut|ciao|servus|namaste|greetings|good (?:morning|afternoon|evening|day)|morning|evening)[ ,]*)+(?:there|atrium|guide|assistant|everyone|all|again|friend|bot|buddy|mate)?$/iu,
    answer: hello,
  },
  {
    pattern:
      /^(?:(?:many |ok |okay |great |perfect |cool |nice |awesome |wonderful |super ?)?(?:thanks|thank you|thx|ty|cheers|thank u|merci|gracias|danke|grazie|much appreciated)(?: (?:so much|a lot|very much|again|you|for (?:your|the) help|for that|for this|a million|that helps?|that was helpful))*)$/iu,
    answer: () => 'You are welcome.',
  },
  {
    pattern:
      /^(?:bye+|goodbye|good ?bye|see you(?: later| soon| tomorrow)?|ciao|cya|good night|later|farewell|that(?:'s| is) all(?: for (?:now|today))?|i(?:'m| am) done)$/iu,
    answer: ({ personName }) =>
      `Goodbye${personName ? `, ${personName}` : ''}. The conversation is kept; you find it in the sidebar.`,
  },
  {
    pattern:
      /^(?:who (?:are|r) (?:you|u)|what (?:are|r) (?:you|u)|what(?:'s| is) your name|do you have a name|introduce yourself|tell me about yourself|(?:are|r) you (?:an? )?(?:ai|a\.i\.|artificial intelligence|bot|chat ?bot|robot|machine|program|human|person|real|real person|alive|language model|llm|model|computer)(?: or (?:an? )?(?:human|bot|ai|person|machine|real person))?|is this (?:an? )?(?:ai|bot|real person|human)|am i (?:talking|speaking|chatting) (?:to|with) (?:an? )?(?:human|bot|real person|ai|machine|person))$/iu,
    answer: self,
    introduces: true,
  },
  {
    pattern:
      /^(?:(?:are|r|is) (?:you|this|it|u)(?: really| actually)? (?:using |based on |powered by |running |running on )?(?:chat ?gpt|gpt(?:[- ]?[\d.]+o?)?|open ?ai|claude|anthropic|gemini|bard|google|llama|mistral|copilot|siri|alexa|grok|deepseek)|(?:what|which) (?:ai |language )?(?:model|llm|ai|gpt|version) (?:are you|is this|do you use|am i (?:talking|speaking) to|are you (?:using|running|based on))(?: using)?|who (?:made|built|created|developed|trained|programmed) you|are you connected to (?:a|any) (?:model|llm|ai)|is (?:a|any) model connected)$/iu,
    answer: self,
    introduces: true,
  },
  {
    pattern:
      /^(?:(?:hi|hey|hello|good (?:morning|afternoon|evening))(?: there)?,? )?(?:how (?:are|r) (?:you|u)(?: (?:doing|today|feeling))*|how(?:'s| is) it going|how do you do|what(?:'s|s| is) up|sup|how are things|are you (?:ok|okay|well|there|awake|online|ready))$/iu,
    answer: () => 'Working as I should; a program has no better or worse days. What can I do for you?',
  },
  {
    pattern:
      /^(?:ok(?:ay)?|k|fine|good|great|cool|nice|perfect|awesome|wonderful|excellent|got it|i see|understood|alright|all right|makes sense|right|exactly|correct|lovely|super|amazing|sounds good|very good|lol|haha+|wow)$/iu,
    answers: true,
    answer: () => 'Good. Go on whenever you like.',
  },
  {
    pattern:
      /^(?:(?:(?:you(?:'re| are)|that(?:'s| is| was)|this is) (?:so |very |really |pretty )?(?:great|good|awesome|amazing|smart|clever|helpful|brilliant|wonderful|cool|nice|kind|the best|useful|fantastic|impressive)|(?:well|nicely) done|(?:good|great|nice|excellent) (?:job|work|bot|answer)|i (?:love|like) (?:you|it|this|that)|love (?:it|you|this)))$/iu,
    answer: () => 'That is good to hear. I am a program and feel nothing, but I am glad it is of use.',
  },
  {
    pattern:
      /^(?:(?:do|can) you (?:have|feel) (?:any )?(?:feelings|emotions|pain|love)|are you (?:happy|sad|conscious|sentient|lonely|tired|bored|angry)|how old are you|when were you (?:born|made)|where (?:are you|do you live|are you from)|do you (?:sleep|eat|dream|have a (?:body|family)))$/iu,
    answer: () =>
      'I am a program inside this server: without age, feelings or a place of my own. What can I do for you?',
  },
  {
    pattern: /^(?:what(?:'s| is) my name|who am i|do you (?:know|remember) (?:my name|who i am))$/iu,
    answer: ({ personName }) =>
      personName
        ? `Your account here is called ${safe(personName)}.`
        : 'I do not know: you are not signed in with a name of your own.',
  },
  {
    pattern: /^(?:my name is|call me) \p{L}[\p{L}' -]{0,40}$/iu,
    answer: () =>
      'Pleased to meet you. I do not keep that: the name that I use is the one of your account, and I see what was said in this conversation only.',
  },
  {
    pattern:
      /^(?:i (?:really |just )?(?:want|wish|need|am going|plan) to (?:die|kill myself|end (?:it all|my life)|hurt myself|harm myself|disappear forever)|i(?:'m| am) (?:suicidal|going to kill myself|thinking (?:of|about) (?:suicide|killing myself|ending my life))|i (?:don't|do not|dont) want to (?:live|be alive|exist)(?: any ?more)?|kill myself|suicide)$/iu,
    answer: () =>
      'I am a program and not able to help with this, but people are. If you may be in danger, call your local emergency number now (112 in Europe, 911 in the United States and Canada, 999 in the United Kingdom). In the United States and Canada, 988 reaches a crisis line by call or text; other countries have one as well. If you can, tell somebody near you how you feel.',
  },
  { pattern: /^(?:sorry|my bad|oops|i(?:'m| am) sorry|pardon|excuse me|apologies)$/iu, answer: () => 'No harm done.' },
  {
    pattern: /^(?:yes|yep|yeah|sure|no|nope|nah|maybe|y|n)(?: please| thanks| thank you)?$/iu,
    answers: true,
    answer: () => 'I have no question open at the moment. Tell me what you would like to do.',
  },
  {
    pattern:
      /^(?:test(?:ing)?(?: test| 123| 1 2 3)*|ping|is (?:this|it) (?:thing )?(?:on|working)|can you (?:hear|read|see) (?:me|this)|anybody (?:there|home))$/iu,
    answer: () => 'It works: I read you.',
  },
  {
    pattern: /^(?:never ?mind|forget it|cancel|stop|nothing|no matter)$/iu,
    answer: ({ turns }) =>
      /\bPress \*\*Undo\*\*/u.test(turns.findLast(({ role }) => role === 'assistant')?.text ?? '')
        ? 'What you said before is saved already. Press **Undo** on that reply to take it back.'
        : 'All right. Nothing was changed.',
  },
  {
    pattern:
      /^(?:you suck|i hate you|(?:you(?:'re| are) )?(?:stupid|useless|dumb|an idiot|bad|terrible|not helpful|no help|wrong)|that(?:'s| is|'s not| is not)? (?:wrong|not (?:right|correct|what i (?:asked|meant|wanted))|incorrect|useless|not helpful)|wrong(?: answer)?|you (?:don't|do not) understand(?: me)?|this is useless)$/iu,
    answer: () =>
      'I am sorry that was no use. I understand certain kinds of sentences and not free conversation; other words may get me there. “What can you do?” shows what I understand, with examples.',
  },
]

/** Greetings, thanks, and honest answers about who is answering. */
export const greeting: Skill = (context) => {
  if (isLong(context.question)) return null
  const text = unended(plain(context.question)).replace(/ (?:please|atrium|guide|assistant|then|:\)|:-\))$/iu, '')
  const open = isAsking(context.turns.at(-1))
  const phrase = phrases.find(({ pattern, answers }) => !(open && answers) && pattern.test(text))
  return phrase
    ? {
        skill: 'greeting',
        confidence: certainty.phrase,
        introduces: phrase.introduces ?? false,
        reply: () => phrase.answer(context),
      }
    : null
}
