import { describe, expect, test } from 'vitest'
import { likestOf, wholeIn } from './likest.ts'

const small = new Set('i the a my that this thing one with for to of about'.split(' '))
const rows = ['Call the vet', 'Buy curtains for the bedroom', 'Book dentist appointment', 'Buy a gift for mum'].map(
  (title) => ({ title }),
)
const said = (words: string, among = rows) => likestOf(words, among, small).map(({ title }) => title)

describe('what is called otherwise than it is written', () => {
  test.each([
    ['called the vet', 'Call the vet'],
    ['vet call', 'Call the vet'],
    ['that thing with the curtains', 'Buy curtains for the bedroom'],
    ['the dentist one', 'Book dentist appointment'],
    ['booked the dentist', 'Book dentist appointment'],
    ['bought the curtain', 'Buy curtains for the bedroom'],
    ['denist', 'Book dentist appointment'],
  ])('%s', (words, title) => {
    expect(said(words)).toEqual([title])
  })

  test('what shares too little is not meant', () => {
    expect(said('called mum')).toEqual([])
    expect(said('paint the fence')).toEqual([])
  })

  test('of two that are alike neither is chosen', () => {
    const two = [{ title: 'Call Anna about the car' }, { title: 'Call Anna about the flat' }]
    expect(said('calling anna', two)).toHaveLength(2)
    expect(said('anna and the flat', two)).toEqual(['Call Anna about the flat'])
  })
})

describe('names that a sentence has whole', () => {
  const within = (sentence: string) => wholeIn(sentence, rows, small).map(({ title }) => title)

  test('in other forms and among other words', () => {
    expect(within('I finally called the vet this morning')).toEqual(['Call the vet'])
    expect(within('bought a gift for mum on the way home')).toEqual(['Buy a gift for mum'])
  })

  test('a part of a name is none', () => {
    expect(within('I called mum')).toEqual([])
    expect(within('the dentist was nice')).toEqual([])
  })
})
