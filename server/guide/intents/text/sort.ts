import { numberStyle } from '@atrium/domain/numbers/number-style'
import { itemsOf, type Order, sortItems } from '@atrium/domain/text/items'
import { onText, type TextIntent } from './result.ts'
import { say } from './say.ts'

const NAMES = { words: ['az', 'za'], numbers: ['up', 'down'], length: ['shortest', 'longest'] } as const

const sorting = (id: string, by: Order, isDescending = false): TextIntent =>
  onText([id, 'text.sort'], (text, language, { locale }) => {
    const { items, joint } = itemsOf(text)
    const decimal = numberStyle(locale).decimal === ',' ? ',' : '.'
    const sorted = sortItems(items, { by, language, isDescending, decimal })
    const said = [say(language, `sort.${NAMES[by][isDescending ? 1 : 0]}`, { items: items.length })]
    const without = by === 'numbers' ? items.filter((item) => !/\p{Nd}/u.test(item)).length : 0
    if (without > 0) said.push(say(language, 'sort.unnumbered', { items: without }))
    return { said, text: sorted.join(joint) }
  })

export const sort = sorting('text.sort', 'words')
export const sortDescending = sorting('text.sort-descending', 'words', true)
export const sortNumbers = sorting('text.sort-numbers', 'numbers')
export const sortNumbersDescending = sorting('text.sort-numbers-descending', 'numbers', true)
export const sortShortest = sorting('text.sort-shortest', 'length')
export const sortLongest = sorting('text.sort-longest', 'length', true)
