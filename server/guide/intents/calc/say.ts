import { examplesOf, textsOf } from '../say.ts'
import en from './texts/en.json' with { type: 'json' }

export const say = textsOf(en, import.meta.url)
export const examples = examplesOf(import.meta.url)
