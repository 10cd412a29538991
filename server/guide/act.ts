import { AppError } from '@atrium/contract/errors'
import { refusalIn } from '../platform/texts.ts'
import { inLanguage } from '../records/module-texts.ts'
import { commandIn, presentModule, readCommand } from './actions/commands.ts'
import { knownCommand } from './actions/known-command.ts'
import { doneIn } from './actions/look-up.ts'
import { type Meaning, meaningOf } from './actions/meant.ts'
import { recordTable, sayFound, saySaved } from './actions/outcome.ts'
import { example } from './actions/patterns.ts'
import { pendingReading } from './actions/pending.ts'
import { complete, questionFor, type Reading } from './actions/reading.ts'
import { linkTo, lowerFirst, type Target, targetsOf } from './actions/targets.ts'
import { tell } from './actions/tell.ts'
import { short } from './actions/values.ts'
import { offerOf } from './dialogue/chosen.ts'
import type { GuideContext } from './guide.ts'
import { suggestTriggers } from './knowledge/suggest.ts'
import { cell } from './markdown.ts'
import { isLong, plain } from './phrasing.ts'
import { certainty, type Match, type Skill } from './skill.ts'
import { areEqual, isFair, isNear, isSure } from './understanding/sureness.ts'
import { type Understood, understand } from './understanding/understand.ts'

/** Runs the actions of modules from plain sentences, slash commands, and answers to its own questions. */
export const act: Skill = async (context) => {
  const command = commandIn(context.question)
  if (command) {
    const commanded = await readCommand(command, context)
    if (commanded.kind === 'reading') return carriedOut(commanded.reading, certainty.certain, context)
    if (commanded.kind === 'modules') return claim(certainty.certain, commanded.modules.map(presentModule).join('\n\n'))
    if (commanded.kind === 'actions')
      return claim(certainty.certain, choices(commanded.targets, `**${command.trigger}** can mean:`))
    return claim(certainty.parsed, unknownCommand(command.trigger, context))
  }
  if (isLong(context.question)) return null
  if (context.meant) return chosen(context.meant, context)
  const pending = await pendingReading(context)
  const fresh = await fromSentence(context)
  if (!pending) return fresh
  if (fresh && fresh.confidence >= certainty.pattern && !pending.certain) return fresh
  if (pending.kind === 'cancelled')
    return { ...claim(certainty.certain, 'Cancelled. Nothing was saved.'), intent: 'cancel' }
  return carriedOut(pending.reading, pending.certain ? certainty.certain : certainty.answer, context)
}

/** What was offered and chosen, with the values of the sentence that was not sure. */
async function chosen(id: string, context: GuideContext): Promise<Match | null> {
  const one = (await understand(plain(context.question), context)).find(({ meant }) => meant.id === id)
  const meaning = one && (await meaningOf(one, context))
  return meaning ? carriedOut(meaning.reading, certainty.certain, context) : null
}

async function fromSentence(context: GuideContext): Promise<Match | null> {
  const sentence = plain(context.question)
  const understood = await understand(sentence, context)
  const [best] = understood
  if (best && !(isSure(best) && best.meant.target)) {
    const named = await namedIn(understood, context)
    // “Delete the packing list”, where a file is called so, drafts none.
    const confidence = isSure(best) ? certainty.parsed : confidenceOf(named?.understood.sure ?? 0)
    if (named) return carriedOut(named.reading, confidence, context)
  }
  if (!best || !isSure(best)) {
    const done = await doneIn(sentence, targetsOf(context.modules), context)
    const reading = done && complete(done.target, { title: done.title })
    if (reading?.state === 'ready') return carriedOut(reading, certainty.pattern, context)
  }
  if (!best?.meant.target || !(isFair(best) || isSure(best))) return null
  if (!isSure(best)) return claim(certainty.found - 0.05, offers(understood.filter(isFair), UNSURE, context), 'asked')
  const meanings: Meaning[] = []
  for (const one of understood.filter((one) => isSure(one) || isNear(best, one)).slice(0, 4)) {
    const meaning = await meaningOf(one, context)
    // What is not sure by its words is meant only where its thing is there.
    if (meaning && (isSure(one) || meaning.isFound)) meanings.push(meaning)
  }
  const [first, ...others] = meanings.sort((a, b) => b.score - a.score)
  if (!first) return null
  // What names something that is nowhere is no other way to read what needs nothing to be there.
  const equals = others.filter(({ understood, isLost }) => !isLost && areEqual(first.understood, understood))
  if (equals.length > 0) {
    const those = [first, ...equals].map(({ understood }) => understood)
    return claim(certainty.pattern, offers(those, SEVERAL, context), 'asked')
  }
  return carriedOut(first.reading, confidenceOf(first.understood.sure), context)
}

/**
 * Of what a sentence is not surely about, the one change whose thing it calls by its whole name: “I called the vet” where “Call the vet” is
 * to be done.
 */
async function namedIn(understood: readonly Understood[], context: GuideContext): Promise<Meaning | null> {
  const isSaid = isSure(understood[0] as Understood)
  const few = understood.filter(({ meant: { target }, sure, aligned }, at) =>
    isSaid ? target && aligned >= TO_THE_WORD : target?.action.effect === 'write' && at < 4 && sure >= 0.2,
  )
  const meanings: Meaning[] = []
  for (const one of few) {
    const meaning = await meaningOf(one, context)
    if (meaning?.isWhole && meaning.reading.state === 'ready') meanings.push(meaning)
  }
  const [only, ...others] = meanings
  return only && others.length === 0 ? only : null
}

/** How well it has to fit where the words speak for something else. */
const TO_THE_WORD = 0.93

const UNSURE = 'I am not sure what you mean. Is it one of these?'
const SEVERAL = 'That could mean more than one thing. Which is it?'

const confidenceOf = (score: number): number =>
  Math.min(certainty.pattern + Math.max(0, score - 0.75) * 0.2, certainty.parsed - 0.01)

const claim = (confidence: number, markdown: string, how?: 'asked'): Match => ({
  skill: 'act',
  confidence,
  ...(how && { how }),
  reply: () => markdown,
})

/** The claim of an action that was understood. */
export const carriedOut = (reading: Reading, confidence: number, context: GuideContext): Match => ({
  skill: 'act',
  confidence,
  intent: reading.target.id,
  ...(reading.state === 'asking' && { how: 'asked' as const }),
  ...(reading.state === 'ready' && { values: reading.values }),
  reply: () => respond(reading, context),
})

type Ready = Extract<Reading, { state: 'ready' }>

async function respond(reading: Reading, context: GuideContext): Promise<string> {
  const { target } = reading
  if (reading.state === 'wrong')
    return `${reading.problem} ${target.module.route ? `It can be done on its page: ${linkTo(target.module)}.` : ''}`.trim()
  if (reading.state === 'asking') {
    const so = Object.keys(reading.values).length > 0 ? `\n\n${recordTable({ ...reading.values }, context)}` : ''
    const opening = reading.problem ?? `To ${lowerFirst(target.action.summary)} I need one more thing.`
    return `${opening}${so}\n\n${questionFor(reading.field)}\n\nSay “cancel” to leave it.`
  }
  if (target.action.effect === 'send') {
    const table = recordTable({ ...reading.values }, context)
    const place = target.module.route
      ? ` Check it and send it yourself on its page: ${linkTo(target.module)}.`
      : ' It has to be sent from its own page.'
    return `“${target.action.summary}” leaves the workspace and cannot be undone, so I do not do it from a sentence.${place}${table ? `\n\nThis is what would be sent:\n\n${table}` : ''}`
  }
  return run(reading, context)
}

async function run({ target, values, names = [] }: Ready, context: GuideContext): Promise<string> {
  try {
    const { output, undo } = await context.act(target.id, values)
    const { resultTemplate } = inLanguage(target.module, context.locale).actions[target.name] ?? target.action
    if (resultTemplate) {
      const link = target.module.route ? `Open ${linkTo(target.module)}.` : ''
      const hint = undo ? 'Press **Undo** on this reply to take it back.' : ''
      return [tell(resultTemplate, values, output, context), [link, hint].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join('\n\n')
    }
    if (target.action.effect === 'read')
      return `${sayFound(output, titleOf(target), context)}${target.module.route ? `\n\nOpen ${linkTo(target.module)}.` : ''}`
    const saved = saySaved(output, { ...values }, context)
    const where = target.module.route ? ` in ${linkTo(target.module)}` : ''
    const back = undo ? 'Press **Undo** on this reply to take it back.' : 'This change has no undo.'
    const about = names.length > 0 ? `: ${names.map((name) => `**${cell(name)}**`).join(', ')}` : ''
    return [`Done: ${lowerFirst(titleOf(target))}${about}. Saved${where}.`, saved, back].filter(Boolean).join('\n\n')
  } catch (error) {
    // A refusal is an answer; anything else is a fault for the run's own error handling.
    if (!(error instanceof AppError)) throw error
    return `${target.action.summary}: not done. ${refusalIn(error, context.locale)}`
  }
}

/** A summary may explain itself after a colon; a heading needs no more than what stands before it. */
const titleOf = ({ action }: Target): string => action.summary.split(': ')[0] as string

/** At most three, to press or to be called by their place. */
const offers = (understood: readonly Understood[], opening: string, context: GuideContext): string =>
  [
    `${opening}\n`,
    ...understood
      .flatMap((one) => offerOf(one, context) ?? [])
      .slice(0, 3)
      .map((line) => `- ${line}`),
  ].join('\n')

function choices(targets: readonly Target[], opening: string): string {
  const lines = [...new Set(targets)].map(({ action, module }) => {
    const way = action.triggers?.[0] ?? (action.examples?.[0] ? `“${example(action.examples[0])}”` : null)
    return `- **${action.summary}** (${linkTo(module)})${way ? `: ${way}` : ''}`
  })
  return `${opening}\n\n${lines.join('\n')}`
}

function unknownCommand(trigger: string, context: GuideContext): string {
  const known = knownCommand(trigger, context.modules)
  if (known) return known
  const near = suggestTriggers(trigger, context.modules)
  const meant = near.length > 0 ? ` Did you mean ${near.map((entry) => `**${entry}**`).join(' or ')}?` : ''
  return `There is no command **${short(trigger)}** here.${meant} Type **/** in the message box to see every command.`
}
