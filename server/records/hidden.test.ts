import { expect, test } from 'vitest'
import { refuseHidden, refuseHiddenAnswer, withoutHidden, withoutTexts } from './hidden.ts'

const hidden = new Set(['sesame', 'open-it'])
const none = new Set<string>()
const answered = 'x.do would have answered a secret'

test('hidden texts are taken out of a value wherever they stand, and everything else stays as it is', () => {
  const value = { a: 'say sesame and sesame', b: ['open-it', 1, null, true, undefined], c: { d: 'open', e: null } }
  expect(withoutTexts(value, hidden)).toEqual({
    a: 'say ••• and •••',
    b: ['•••', 1, null, true, undefined],
    c: { d: 'open', e: null },
  })
  for (const plain of [null, undefined, 0, false, '']) expect(withoutTexts(plain, hidden)).toBe(plain)
  expect(withoutTexts(value, none)).toBe(value)
})

test('a value is refused where a hidden text stands in it, however deep, and in no other case', () => {
  for (const value of ['sesame', 'x sesame x', [[{ a: 'open-it' }]], { a: null, b: { c: ['sesame'] } }])
    expect(() => refuseHidden(value, hidden, 'x.do'), JSON.stringify(value)).toThrow(answered)
  for (const value of [null, undefined, 1, true, '', 'sesam', [null], { a: null, b: undefined, c: 0 }])
    expect(() => refuseHidden(value, hidden, 'x.do'), JSON.stringify(value)).not.toThrow()
  expect(() => refuseHidden('sesame', none, 'x.do')).not.toThrow()
})

async function seen(pieces: (string | Uint8Array)[], texts = hidden): Promise<string> {
  let said = ''
  try {
    for await (const piece of withoutHidden(pieces, texts, 'x.do')) said += Buffer.from(piece as string).toString()
  } catch (error) {
    expect((error as Error).message).toBe(answered)
    said += '!'
  }
  return said
}

test('a file ends before the piece that would show a hidden text, even one that lies across several', async () => {
  expect(await seen(['one ', 'two'])).toBe('one two')
  expect(await seen(['one ', 'sesame', 'two'])).toBe('one !')
  expect(await seen(['one ses', 'ame two'])).toBe('one ses!')
  expect(await seen(['s', 'e', 's', 'a', 'm', 'e'])).toBe('sesam!')
  expect(await seen([Buffer.from('ope'), Buffer.from('n-it')])).toBe('ope!')
  expect(await seen(['sesame'], none)).toBe('sesame')
})

test('one hidden text is enough, by every way', async () => {
  const one = new Set(['sesame'])
  expect(withoutTexts(['say sesame', 'open-it'], one)).toEqual(['say •••', 'open-it'])
  expect(() => refuseHidden(['sesame'], one, 'x.do')).toThrow(answered)
  expect(await seen(['one ses', 'ame two'], one)).toBe('one ses!')
  await expect(refuseHiddenAnswer(new Response('say sesame'), one, 'x.do')).rejects.toThrow(answered)
})

test('an answer is refused by its headers and its first piece, and cut off at a later one', async () => {
  const answer = (body: string | null, headers = {}) => new Response(body, { status: 201, headers })
  await expect(refuseHiddenAnswer(answer('x', { 'x-a': 'sesame' }), hidden, 'x.do')).rejects.toThrow(answered)
  await expect(refuseHiddenAnswer(answer('say sesame'), hidden, 'x.do')).rejects.toThrow(answered)
  await expect(refuseHiddenAnswer({ a: 'sesame' }, hidden, 'x.do')).rejects.toThrow(answered)
  const plain = { a: 1 }
  expect(await refuseHiddenAnswer(plain, hidden, 'x.do')).toBe(plain)
  const good = await refuseHiddenAnswer(answer('all is well', { 'x-a': 'b' }), hidden, 'x.do')
  expect([good.status, good.headers.get('x-a'), await good.text()]).toEqual([201, 'b', 'all is well'])
  const empty = answer(null)
  expect(await refuseHiddenAnswer(empty, hidden, 'x.do')).toBe(empty)
  const untouched = answer('sesame')
  expect(await refuseHiddenAnswer(untouched, none, 'x.do')).toBe(untouched)
  const nothing = await refuseHiddenAnswer(answer(''), hidden, 'x.do')
  expect(await nothing.text()).toBe('')
  let pulled = 0
  const late = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from(pulled++ === 0 ? 'one ' : 'sesame')),
  })
  const cut = await refuseHiddenAnswer(new Response(late), hidden, 'x.do')
  await expect(cut.text()).rejects.toThrow()
})
