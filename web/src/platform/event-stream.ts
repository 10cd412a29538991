/** One dispatched event of a text event stream (WHATWG HTML, section 9.2.6). */
export interface StreamEvent {
  type: string
  /** The `id:` line, empty when the event had none. */
  id: string
  data: string
}

export interface EventParser {
  /** Takes the next piece of text, cut anywhere. */
  push(text: string): void
}

/**
 * An incremental parser of text event streams. Lines may end in LF, CR LF or CR, and any of them may be cut between two
 * pushes. Comment lines (heartbeats) are skipped; an event without a blank line after it is never dispatched, as the
 * standard asks.
 */
export function eventParser(onEvent: (event: StreamEvent) => void): EventParser {
  let rest = ''
  let first = true
  /** The last push ended in CR: a LF at the start of the next one belongs to it. */
  let afterReturn = false
  let type = ''
  let id = ''
  let data: string[] = []

  const dispatch = () => {
    if (data.length > 0) onEvent({ type: type || 'message', id, data: data.join('\n') })
    type = ''
    id = ''
    data = []
  }

  const line = (text: string) => {
    if (text === '') return dispatch()
    const colon = text.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    else if (field === 'event') type = value
    else if (field === 'id') id = value
  }

  return {
    push(text) {
      if (text === '') return
      let start = 0
      if (first) {
        first = false
        if (text.charCodeAt(0) === 0xfeff) start = 1
      }
      if (afterReturn && text[start] === '\n') start += 1
      afterReturn = false
      for (let index = start; index < text.length; index += 1) {
        const code = text.charCodeAt(index)
        if (code !== 10 && code !== 13) continue
        line(rest + text.slice(start, index))
        rest = ''
        if (code === 13) {
          if (index + 1 === text.length) afterReturn = true
          else if (text.charCodeAt(index + 1) === 10) index += 1
        }
        start = index + 1
      }
      rest += text.slice(start)
    },
  }
}
