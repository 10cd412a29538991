import type { Message } from '@atrium/contract/chat'
import { plainText } from './plain-text.ts'

/** A place of the words: which message, and which of its places. */
export interface Found {
  message: number
  nth: number
}

const texts = new WeakMap<Message, string>()

function textOf(message: Message): string {
  let text = texts.get(message)
  if (text === undefined) {
    text = (message.role === 'assistant' ? plainText(message.content) : message.content).toLocaleLowerCase()
    texts.set(message, text)
  }
  return text
}

/** Every place of the words in a thread, in any letter case, from the first message to the last. */
export function findInMessages(messages: readonly Message[], words: string): Found[] {
  const wanted = words.toLocaleLowerCase()
  if (wanted === '') return []
  const found: Found[] = []
  messages.forEach((message, index) => {
    const text = textOf(message)
    let nth = 0
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
      found.push({ message: index, nth: nth++ })
  })
  return found
}
