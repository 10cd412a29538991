import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { checkAds } from './check-ads.ts'
import { mended, readerShare, remarksOn } from './clarity.ts'
import { editText } from './edit-text.ts'
import { adFaults, adLength } from './media.ts'
import { benefitsIn, taggedLink } from './versions.ts'
import { writeVersions } from './write-versions.ts'

let ann: Client
beforeAll(async () => {
  ann = await (await testApp()).administrator()
})

describe('A text', () => {
  test('is marked line by line', () => {
    const remarks = remarksOn(
      'We utilize it.\nThe cake was eaten. The bread was baked by us.\nWe are the best. We are the best by 12 points.',
      ['cake'],
      'American',
    )
    expect(remarks.map(({ line, kind, words }) => [line, kind, words])).toEqual([
      [1, 'Wordy', 'utilize'],
      [2, 'Passive', 'was baked by'],
      [2, 'Not our word', 'cake'],
      [3, 'Claim without proof', 'best'],
    ])
  })
  test('is mended only where nothing is to be judged', () => {
    expect(mended('In order to win, the the team is able to  run.').text).toBe('To win, the team can run.')
    expect(mended('The purchase of additional bread').text).toBe('The purchase of additional bread')
  })
  test('is mended once for all', () => {
    const words = fc.constantFrom(
      'in order to',
      'the',
      'prior to',
      'bread',
      'is able to',
      '12.50',
      'Utilize',
      '\n',
      '  ',
      'each and every',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (some) => {
        const once = mended(some.join(' ')).text
        return (
          mended(mended(once).text).text === mended(once).text &&
          (once.match(/12\.50/g)?.length ?? 0) === some.filter((word) => word === '12.50').length
        )
      }),
    )
  })
  test('speaks of its reader or its writer', () =>
    expect(readerShare("You're here. Your bread, our oven. We bake.")).toEqual({ you: 2, we: 2 }))
})

describe('Ads', () => {
  test('are held to the rules of Google Ads', () => {
    const faults = (text: string) => adFaults('headline', text).map(({ fault }) => fault)
    expect(faults('a'.repeat(30))).toEqual([])
    expect(faults('a'.repeat(31))).toEqual(['31 characters; 30 are allowed'])
    expect(faults('Order now!')).toEqual(['an exclamation mark in a headline'])
    expect(faults('FRESH bread, call 0316 123 4567')[1]).toBe('capitals: FRESH')
    expect(faults('{KeyWord:Fresh bread} in the very middle of Graz')).toEqual(['38 characters; 30 are allowed'])
    expect(adLength('日本')).toBe(4)
  })
  test('the sample: which can be uploaded, and why the others cannot', async () => {
    const { product } = await tryPlaybook(checkAds, ann)
    expect(product.summary).toContain('5 ads with')
    expect(product.summary).toContain('2 can be uploaded as they are')
    expect(product.couldNot[0]).toBe('Rows without any text: line 6.')
    const rows = product.blocks[0]?.kind === 'table' ? product.blocks[0].rows : []
    expect(rows.filter(({ line }) => line === 4).map(({ fault }) => fault)).toEqual([
      'a sign repeated',
      'more than one exclamation mark',
      'a phone number (use a call asset)',
      '18 characters; 15 are allowed',
      'no whole address with https://',
      'capitals: FRESH, BREAD',
      '4 headlines: 8 to 15 give the system something to choose from',
    ])
    await expect(tryPlaybook(checkAds, ann, { files: { 'ads.csv': 'Name,Age\nAnn,3' } })).rejects.toThrow(
      'no columns “Headline 1”',
    )
  })
})

describe('Versions', () => {
  test('a benefit has its proof behind a bar', () =>
    expect(benefitsIn('- Quick | 5 minutes\n\nCheap')).toEqual([
      { text: 'Quick', proof: '5 minutes' },
      { text: 'Cheap', proof: '' },
    ]))
  test('links are tagged and keep what they have', () => {
    expect(taggedLink('https://a.example/b?c=1', 'mail', 'v2', 'course')).toBe(
      'https://a.example/b?c=1&utm_source=newsletter&utm_medium=email&utm_campaign=course&utm_content=v2',
    )
    expect(taggedLink('javascript:alert(1)', 'mail', 'v1', 'x')).toBe('javascript:alert(1)')
  })
  test('the sample: five angles, one benefit without proof', async () => {
    const { product } = await tryPlaybook(writeVersions, ann)
    const drafts = product.blocks[0]?.kind === 'drafts' ? product.blocks[0].drafts : []
    expect(new Set(drafts.map(({ to }) => to)).size).toBe(5)
    expect(drafts[0]?.text).toContain('utm_content=v1')
    expect(product.evidence[2]?.note).toContain('1 benefits without proof')
    const ad = await tryPlaybook(writeVersions, ann, {
      input: { medium: 'google ad', offer: 'Bread that is baked at night and delivered at six' },
    })
    expect(ad.product.couldNot.join(' ')).toContain('material for 1 angle only')
    expect(ad.product.evidence.map(({ met }) => met)).toEqual(['no', 'yes', 'yes'])
  })
})

test('without a text the drafts of the calendar are read', async () => {
  await expect(tryPlaybook(editText, ann, { input: {} })).rejects.toThrow('There is no text')
  await ann.call('POST', '/api/m/content-calendar/add', {
    title: 'Rye',
    kind: 'post',
    start: '2026-03-20T09:00',
    text: 'We utilize rye.',
  })
  const { product } = await tryPlaybook(editText, ann, { input: {} })
  expect(product.blocks.find(({ kind }) => kind === 'drafts')).toMatchObject({ drafts: [{ text: 'We use rye.' }] })
  const sample = await tryPlaybook(editText, ann)
  expect(sample.product.summary).toMatch(/remarks on 1\d\d words/)
})
