import type { Agent } from '@atrium/contract/catalogue/agents'
import { textAt } from '@atrium/contract/texts'
import { textsIn } from '../../../platform/texts.ts'
import type { GuideLanguage } from '../intent.ts'
import { examplesOf, textsOf } from '../say.ts'
import en from './texts/en.json' with { type: 'json' }

export const say = textsOf(en, import.meta.url)
export const examples = examplesOf(import.meta.url)

const folder = new URL('./texts/', import.meta.url)

/** What an agent does; the catalogue has it in English. */
export const taskOf = ({ key, description }: Agent, language: GuideLanguage): string =>
  textAt(textsIn(folder, language), `agents.${key}`) ?? description
