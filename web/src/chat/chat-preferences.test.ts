import { personas } from '@atrium/contract/catalogue/personas'
import { DEFAULT_MODEL as CONTRACT_MODEL } from '@atrium/contract/models'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setOwner } from '../platform/owner.ts'
import {
  conversationId,
  currentThread,
  DEFAULT_MODEL,
  forgetPreferences,
  keepCurrentThread,
  nextPersona,
  personaKeys,
  readPreferences,
  setPreferences,
} from './chat-preferences.ts'

beforeEach(() => {
  localStorage.clear()
  forgetPreferences()
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['converse', 'personal'],
  ['industry', 'smb'],
  ['pirate', 'personal'],
  ['enterprise', 'enterprise'],
])('a stored persona “%s” is %s, and kept so', (stored, persona) => {
  localStorage.setItem('atrium_mode', stored)
  expect(readPreferences().persona).toBe(persona)
  expect(localStorage.getItem('atrium_mode')).toBe(persona)
})

test('personas go round in both directions', () => {
  const round = personaKeys.map((key) => nextPersona(key))
  expect(round).toEqual(['hustler', 'smb', 'enterprise', 'personal'])
  expect(personaKeys.map((key) => nextPersona(nextPersona(key), -1))).toEqual(personaKeys)
  expect(nextPersona('personal', -1)).toBe('enterprise')
})

test.each([null, '', '  '])('with %o as the stored model the default is taken, and saved', (stored) => {
  if (stored !== null) localStorage.setItem('selectedModel', stored)
  expect(readPreferences().model).toBe('gpt-4o-mini')
  expect(localStorage.getItem('selectedModel')).toBe('gpt-4o-mini')
})

test.each([null, '', '   '])('with %o as the stored conversation id a new one is made and kept', (stored) => {
  if (stored !== null) localStorage.setItem('conversationId', stored)
  const made = conversationId()
  expect(made.trim()).not.toBe('')
  expect(conversationId()).toBe(made)
})

test('a conversation id is made where the browser has no crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(conversationId()).toMatch(/^[0-9a-f-]{36}$/)
})

test('the current thread is kept, and cleared by hand and with the person', () => {
  keepCurrentThread('t1')
  expect(currentThread()).toBe('t1')
  keepCurrentThread(null)
  expect(currentThread()).toBeNull()
  setOwner('ada', true)
  keepCurrentThread('t2')
  const conversation = conversationId()
  setOwner('', false)
  expect(currentThread()).toBeNull()
  expect(conversationId()).not.toBe(conversation)
})

test('what is written out here is what the contract says', () => {
  expect(DEFAULT_MODEL).toBe(CONTRACT_MODEL)
  expect(personaKeys).toEqual(personas.map(({ key }) => key))
})

test('memory and fusion that are chosen in another tab hold here too, and a choice here leaves that tab’s others alone', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const other = (frame.contentWindow as Window).localStorage
  expect(readPreferences()).toMatchObject({ soul: false, fusion: false })
  other.setItem('soulMode', 'true')
  other.setItem('fusionMode', 'true')
  await expect.poll(readPreferences).toMatchObject({ soul: true, fusion: true })
  other.setItem('selectedModel', 'another-model')
  setPreferences({ persona: 'smb' })
  expect(localStorage.getItem('selectedModel')).toBe('another-model')
  other.setItem('soulMode', 'false')
  await expect.poll(readPreferences).toMatchObject({ soul: false, fusion: true, persona: 'smb' })
  frame.remove()
})
