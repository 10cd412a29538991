import {
  camelCase,
  kebabCase,
  lowerCase,
  sentenceCase,
  snakeCase,
  titleCase,
  upperCase,
} from '@atrium/domain/text/cases'
import { onText, type TextIntent } from './result.ts'
import { say } from './say.ts'

const inCase = (
  name: 'upper' | 'lower' | 'title' | 'sentence' | 'camel' | 'snake' | 'kebab',
  change: (text: string, language: string) => string,
): TextIntent =>
  onText([`text.${name}`, 'text.case'], (text, language) => ({
    said: say(language, `case.${name}`),
    text: change(text.trimEnd(), language),
  }))

export const upper = inCase('upper', upperCase)
export const lower = inCase('lower', lowerCase)
export const title = inCase('title', titleCase)
export const sentence = inCase('sentence', sentenceCase)
export const camel = inCase('camel', camelCase)
export const snake = inCase('snake', snakeCase)
export const kebab = inCase('kebab', kebabCase)
