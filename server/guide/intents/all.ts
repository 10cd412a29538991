import { chanceIntents } from './chance/all.ts'
import { clothingIntents } from './clothing/all.ts'
import { agentsHelp, help } from './help/articles.ts'
import { dateIntents } from './dates/all.ts'
import { draftIntents } from './draft/all.ts'
import { fileIntents } from './file/all.ts'
import type { Intent } from './intent.ts'
import { moneyIntents } from './money/all.ts'
import { recipeIntents } from './recipe/all.ts'
import { talkIntents } from './talk/all.ts'
import { textIntents } from './text/all.ts'
import { unitsIntents } from './units/all.ts'
import { timeIntents } from './time/all.ts'

/** What the Guide does itself. */
export const intents: readonly Intent[] = [
  ...moneyIntents,
  ...chanceIntents,
  ...recipeIntents,
  ...clothingIntents,
  ...textIntents,
  ...talkIntents,
  help,
  agentsHelp,
  ...unitsIntents,
  ...dateIntents,
  ...timeIntents,
  ...draftIntents,
  ...fileIntents,
]
