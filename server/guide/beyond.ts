import { nearest } from './find.ts'
import type { GuideContext } from './guide.ts'
import { howToConnect } from './knowledge/connect.ts'
import { isLong, plain } from './phrasing.ts'
import { certainty, type Skill } from './skill.ts'

/** Says plainly that the question is beyond the built-in assistant, what comes nearest, and how to connect a model. */
export const beyond: Skill = (context) => ({
  skill: 'beyond',
  how: 'beyond',
  confidence: certainty.last,
  introduces: true,
  reply: () => respond(context),
})

async function respond(context: GuideContext): Promise<string> {
  const { question } = context
  if (question.trim() === '') {
    return `There is no text in that message. I cannot see pictures; a connected model with vision can. ${howToConnect(context)}`
  }
  const near = isLong(question) ? [] : await nearest(context)
  const what = reason(plain(question.slice(0, 400)))
  return [
    what,
    near.length > 0
      ? `What comes nearest here:\n\n${near.join('\n')}`
      : 'I calculate, convert units, count days, read attachments, draft from templates and run the actions of the modules; “what can you do?” shows it with examples.',
    howToConnect(context),
  ].join('\n\n')
}

function reason(text: string): string {
  if (
    /^(?:write|compose|create|tell|sing|make)(?: me)?(?: up)? (?:an? |some |the )?(?:\p{L}+ ){0,2}?(?:poem|story|song|essay|joke|novel|lyrics|rap|haiku|article|blog(?: post)?|speech|tweet|post|script)\b/iu.test(
      text,
    )
  )
    return 'That is writing of the free kind, which is beyond me: I am the built-in assistant, not a language model, and only fill templates (e-mail, plan, checklist, agenda, comparison).'
  if (
    /^(?:write|create|generate|fix|debug|explain|make)(?: me)?(?: an?| some| the| this| my)? ?(?:\p{L}+ ){0,2}?(?:code|function|program|script|sql|query|regex|python|javascript|html|class|algorithm|bug)\b/iu.test(
      text,
    )
  )
    return 'Writing and explaining code is beyond me: I am the built-in assistant, not a language model.'
  if (
    /^(?:translate|übersetze?|traduc\w*)\b|\b(?:in|into|to) (?:english|french|german|spanish|italian|chinese|japanese|russian|arabic|portuguese|dutch|polish|korean|hindi)(?:,? please)?\??$/iu.test(
      text,
    )
  )
    return 'Translating is beyond me: I am the built-in assistant, not a language model.'
  if (
    /^(?:i'?m|i am|im|i feel|feeling) (?:(?:so|very|really|just|a bit|feeling) )*(?:sad|lonely|unhappy|down|low|miserable|heartbroken|not (?:ok|okay|happy|fine))\b/iu.test(
      text,
    )
  )
    return 'I am sorry to hear that. Talking it over is beyond me: I am a program, not a person or a language model. Somebody who knows you is better company.'
  if (/\b(?:weather|forecast|news|stock price|share price|score|traffic|current(?:ly)?|latest|live)\b/iu.test(text))
    return 'I do not know: I am the built-in assistant and look nothing up on the internet.'
  if (
    /^(?:(?:can|could|please|draw|generate|create|make|paint)\b.*)?\b(?:image|picture|photo|drawing|logo|video)\b/iu.test(
      text,
    )
  )
    return 'Making pictures or video is beyond me: I am the built-in assistant, not a model.'
  if (
    /^(?:(?:can|could|would|will) you |please )*(?:call|phone|dial|text|ring|book|reserve|order|buy|pay|play|turn (?:on|off)|switch (?:on|off)|set (?:an? |the |my )?(?:alarm|timer)|wake me|browse|google|search the (?:web|internet)|look (?:it |this )?up online)\b/iu.test(
      text,
    )
  )
    return 'I cannot do that: I am the built-in assistant and reach nothing outside this workspace, neither telephones nor shops nor the internet, and have no alarm or timer.'
  return 'That is beyond me: I am the built-in assistant, not a language model, and I would rather say so than guess.'
}
