import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passagesOf, sentencesOf } from './passages.ts'
import { passagesAbout } from './retrieve.ts'
import { keySentences } from './summarise.ts'

const sentences = (text: string) => sentencesOf(passagesOf(text), 'en')

describe('sentences', () => {
  test('do not end at titles, initials and abbreviations', () => {
    expect(
      sentences('Dr. Hofer met J. Smith at 5 p.m. in Rome. They talked, e.g. about money.').map(({ text }) => text),
    ).toEqual(['Dr. Hofer met J. Smith at 5 p.m. in Rome.', 'They talked, e.g. about money.'])
  })

  test('know their paragraph and page', () => {
    expect(
      sentences('One here.\n\nTwo here. Three here.\fFour here.').map(({ text, page, paragraph }) => [
        text,
        page,
        paragraph,
      ]),
    ).toEqual([
      ['One here.', 1, 1],
      ['Two here.', 1, 2],
      ['Three here.', 1, 2],
      ['Four here.', 2, 3],
    ])
  })

  test('are whole again where lines were wrapped and words divided', () => {
    expect(sentences('The com-\nmittee met\nin March.')[0]?.text).toBe('The committee met in March.')
  })
})

describe('key sentences', () => {
  const topic = [
    'The bridge over the river needs repair this summer.',
    'My aunt likes yellow tulips and strong coffee.',
    'Engineers found cracks in the bridge and closed the river road.',
    'The repair of the bridge will cost two million.',
    'Bananas are rich in potassium and easy to peel.',
    'The river road stays closed until the bridge repair is done.',
  ]

  test('are about what the text is about', () => {
    const chosen = keySentences(sentences(topic.join(' ')), 3).map(({ text }) => text)
    expect(chosen.every((text) => /bridge/u.test(text))).toBe(true)
  })

  test('do not repeat each other', () => {
    const chosen = keySentences(sentences(`${topic[0]} ${topic[0]} ${topic[0]} ${topic[2]}`), 2).map(({ text }) => text)
    expect(new Set(chosen).size).toBe(2)
  })

  test('stand in the order of the text, are of the text, and are no more than asked for', () => {
    const word = fc.constantFrom('bridge', 'river', 'repair', 'road', 'cost', 'summer', 'the', 'of', 'closed', 'city')
    const line = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => `${words.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.integer({ min: 1, max: 8 }), (lines, count) => {
        const all = sentences(lines.map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join('\n\n'))
        const chosen = keySentences(all, count)
        expect(chosen.length).toBeLessThanOrEqual(count)
        const places = chosen.map((sentence) => all.indexOf(sentence))
        expect(places.every((place) => place >= 0)).toBe(true)
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }),
    )
  })
})

describe('passages about a topic', () => {
  test('the one that holds most of the words comes first, cut around them', () => {
    const long = `${'Filler words stand here. '.repeat(60)}The warranty ends after two years of use. ${'More filler follows now. '.repeat(60)}`
    const [first] = passagesAbout('when does the warranty end', passagesOf(`Nothing of note.\n\n${long}`))
    expect(first?.quote).toContain('warranty ends after two years')
    expect(first?.quote.length).toBeLessThan(450)
    expect(first?.passage.paragraph).toBe(2)
  })
})
