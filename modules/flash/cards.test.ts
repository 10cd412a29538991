import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clozeNumbers, renderCloze } from './cloze.ts'
import { readDrafts } from './drafts.ts'
import { BUILT_IN, sameBuiltIn } from './note-types.ts'
import { hasContent, mediaNames, plainText } from './plain-text.ts'
import type { NoteType } from './records.ts'
import { cardsOf, renderCard } from './templates.ts'

const type = (key: string) => BUILT_IN.find((one) => one.key === key) as NoteType
const custom = (front: string, back = '{{FrontSide}}', fields = ['Word', 'Hint', 'Picture']): NoteType => ({
  key: 'own',
  name: 'Own',
  kind: 'standard',
  fields,
  templates: [{ name: 'Card 1', front, back }],
  css: '',
})
const show = (of: NoteType, fields: string[], ord = 0) =>
  renderCard(of, { fields, tags: ['a', 'b'], deck: 'X::Y', ord })

describe('cloze', () => {
  test('hides its number, shows the others, and gives the hint', () => {
    const text = 'The {{c1::heart::organ}} pumps {{c2::blood}}.'
    expect(renderCloze(text, 1, 'question')).toBe('The <span class="cloze">[organ]</span> pumps blood.')
    expect(renderCloze(text, 2, 'question')).toBe('The heart pumps <span class="cloze">[…]</span>.')
    expect(renderCloze(text, 1, 'answer')).toBe('The <span class="cloze">heart</span> pumps blood.')
  })
  test('may stand in another, several times, with braces of formulas inside', () => {
    const text = '{{c1::Canberra was {{c2::founded}}}} in {{c2::1913}}'
    expect(clozeNumbers(text)).toEqual([1, 2])
    expect(renderCloze(text, 2, 'question')).toBe(
      'Canberra was <span class="cloze">[…]</span> in <span class="cloze">[…]</span>',
    )
    expect(renderCloze('{{c1::\\(x^{2}\\)}}', 1, 'answer')).toBe('<span class="cloze">\\(x^{2}\\)</span>')
  })
  test('whatever is typed, no letter outside a deletion is lost and nothing throws', () => {
    const part = fc.oneof(fc.constantFrom('{{c1::', '{{c2::', '}}', '::', '{', '}'), fc.string({ maxLength: 5 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        for (const number of clozeNumbers(text)) renderCloze(text, number, 'question')
        if (!text.includes('{{c')) expect(renderCloze(text, 1, 'question')).toBe(text)
      }),
    )
  })
})

describe('a note has', () => {
  test('a card for each template whose front shows something, and for each deletion', () => {
    expect(cardsOf(type('basic'), ['a', ''])).toEqual([0])
    expect(cardsOf(type('basic'), ['<br> ', 'b'])).toEqual([])
    expect(cardsOf(type('reversed'), ['a', 'b'])).toEqual([0, 1])
    expect(cardsOf(type('reversed'), ['a', ''])).toEqual([0])
    expect(cardsOf(type('cloze'), ['{{c3::x}} {{c1::y}} {{c3::z}}', ''])).toEqual([0, 2])
    expect(cardsOf(type('basic'), ['<img src="a.png">', ''])).toEqual([0])
  })
  test('no card where only fixed words would stand on the front', () => {
    expect(cardsOf(custom('Say: {{#Hint}}{{Word}}{{/Hint}}'), ['haus', '', ''])).toEqual([])
    expect(cardsOf(custom('Say: {{^Hint}}{{Word}}{{/Hint}}'), ['haus', '', ''])).toEqual([0])
  })
})

describe('a template', () => {
  test('shows the front on the back, conditions, filters and names', () => {
    expect(show(type('basic'), ['Q', 'A']).answer).toBe('Q\n\n<hr id=answer>\n\nA')
    const full = custom(
      '{{#Hint}}({{hint:Hint}}){{/Hint}}{{^Hint}}none{{/Hint}} {{text:Word}} {{Deck}} {{Subdeck}} {{Tags}} {{Card}}',
    )
    expect(show(full, ['<b>x</b>', 'h', '']).question).toBe(
      '(<details><summary>Hint</summary>h</details>) x X::Y Y a b Card 1',
    )
    expect(show(full, ['x', '', '']).question).toMatch(/^none x/)
    expect(show(custom('{{furigana:Word}}'), [' 日本[にほん]', '', '']).question).toBe(
      '<ruby>日本<rt>にほん</rt></ruby>',
    )
    expect(show(custom('{{unknown:Word}}{{Nothing}}'), ['x', '', '']).question).toBe('x')
  })
  test('asks for an answer to type', () => {
    expect(show(type('typed'), ['Q', '<b>Paris</b>&nbsp;'])).toMatchObject({ question: 'Q\n\n', typed: 'Paris' })
  })
  test('with the same words as a built-in one is that one, whatever its name and colours', () => {
    expect(sameBuiltIn({ ...type('reversed'), key: '1', name: 'Einfach', css: '.card{}' })?.key).toBe('reversed')
    expect(sameBuiltIn(custom('{{Word}}'))).toBeUndefined()
  })
})

describe('plain words', () => {
  test('of a field have no tags, sounds or deletions', () => {
    expect(plainText('<b>a</b>b<br>c &amp; {{c1::d::e}} [sound:x.mp3]<script>alert(1)</script>')).toBe('ab c & d')
    expect(hasContent('[sound:x.mp3]')).toBe(true)
    expect(hasContent('<div><br></div>&nbsp;')).toBe(false)
  })
  test('media are those of the collection, not of the network', () => {
    const html = `<img src="a b.png"><img src='ü%20c.jpg'> <img alt="x" src=d.gif>[sound:e.mp3]<img src="https://evil.example/x.png"><img src="//evil.example/y.png"><img src="data:image/png;base64,x">`
    expect(mediaNames(html)).toEqual(['a b.png', 'ü%20c.jpg', 'ü c.jpg', 'd.gif', 'e.mp3'])
  })
})

describe('cards from a text', () => {
  test('are read from lines, questions and answers, gaps and JSON', () => {
    expect(
      readDrafts(
        '1. dog = Hund\n- cat\tKatze\nQ: What is ATP?\nA: Energy\nThe {{c1::sun}} shines\n| a | b |\n',
      ).drafts.map(({ type: kind, front, back }) => [kind, front, back]),
    ).toEqual([
      ['basic', 'dog', 'Hund'],
      ['basic', 'cat', 'Katze'],
      ['basic', 'What is ATP?', 'Energy'],
      ['cloze', 'The {{c1::sun}} shines', ''],
      ['basic', 'a', 'b'],
    ])
    const json = 'Here you are:\n```json\n[{"front":"q","back":"a","tags":["x y"]},{"front":"only"}]\n```'
    expect(readDrafts(json)).toEqual({
      drafts: [{ type: 'basic', front: 'q', back: 'a', tags: ['x-y'] }],
      refused: [{ line: 2, text: '{"front":"only"}', reason: 'It has no back.' }],
    })
  })
  test('are not looked for in a long text that has none', () => {
    for (const text of ['{\n'.repeat(250_000), `[${'{"a":1},'.repeat(50_000)}{}]`]) {
      const { drafts, refused } = readDrafts(text)
      expect([drafts.length, refused.length]).toEqual([0, 1001])
      expect(refused.at(-1)).toMatchObject({ line: 1001, reason: expect.stringContaining('the rest was not read') })
    }
  })
  test('are refused one by one, with the line and the reason', () => {
    expect(readDrafts('dog = Hund\ndog = Hund\nfoo =\nQ: alone?\n').refused).toEqual([
      { line: 2, text: 'dog = Hund', reason: 'It stands here twice.' },
      { line: 3, text: 'foo =', reason: 'It has no back.' },
      { line: 4, text: 'alone?', reason: 'It has no back.' },
    ])
  })
})
