import { calcIntents } from './calc/all.ts'
import { chanceIntents } from './chance/all.ts'
import { clothingIntents } from './clothing/all.ts'
import { dateIntents } from './dates/all.ts'
import { draftIntents } from './draft/all.ts'
import { fileIntents } from './file/all.ts'
import { helpIntents } from './help/articles.ts'
import type { Intent } from './intent.ts'
import { memoryIntents } from './memory/memory.ts'
import { moneyIntents } from './money/all.ts'
import { recipeIntents } from './recipe/all.ts'
import { talkIntents } from './talk/all.ts'
import { textIntents } from './text/all.ts'
import { timeIntents } from './time/all.ts'
import { unitsIntents } from './units/all.ts'
import { workforceIntents } from './workforce/all.ts'

/** What the Guide does itself. */
export const intents: readonly Intent[] = [
  ...calcIntents,
  ...moneyIntents,
  ...chanceIntents,
  ...recipeIntents,
  ...clothingIntents,
  ...textIntents,
  ...talkIntents,
  ...unitsIntents,
  ...dateIntents,
  ...timeIntents,
  ...draftIntents,
  ...fileIntents,
  ...memoryIntents,
  ...workforceIntents,
  ...helpIntents,
]
