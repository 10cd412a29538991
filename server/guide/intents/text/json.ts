import { formatJson, minifyJson, writeJson } from '@atrium/domain/text/json'
import { writeYaml } from '@atrium/domain/text/yaml-writing'
import { dataOf, faultOfJson, RESULT_MOST, recordsOf } from './data.ts'
import { onText, type Result } from './result.ts'
import { say } from './say.ts'

const JSON_FILE = { info: 'json', ending: 'json', mime: 'application/json' }

export const formatsJson = onText(['text.json-format', 'text.format'], (text, language) => {
  const written = formatJson(text)
  if (typeof written !== 'string') return faultOfJson(written, language)
  if (written.length > RESULT_MOST) return { said: say(language, 'table.tooLarge') }
  return { said: say(language, 'data.valid'), text: written, ...JSON_FILE }
})

export const minifiesJson = onText(['text.json-minify', 'text.format'], (text, language) => {
  const written = minifyJson(text)
  if (typeof written !== 'string') return faultOfJson(written, language)
  return {
    said: say(language, 'data.small', { before: text.length, after: written.length }),
    text: written,
    ...JSON_FILE,
  }
})

const converting = (
  id: string,
  write: (value: unknown) => string,
  result: Omit<Result, 'said'>,
  key: 'data.json' | 'data.yaml',
) =>
  onText([id, 'text.format'], (_text, language, _context, block) => {
    const data = dataOf(block, language)
    const read = 'fault' in data ? data : recordsOf(data, language)
    if ('fault' in read) return read.fault
    const text = write(read.value)
    if (text.length > RESULT_MOST) return { said: say(language, 'table.tooLarge') }
    return { said: say(language, key), text, ...result }
  })

export const toJson = converting('text.to-json', (value) => writeJson(value, 2), JSON_FILE, 'data.json')
export const toYaml = converting(
  'text.to-yaml',
  writeYaml,
  { info: 'yaml', ending: 'yaml', mime: 'application/yaml' },
  'data.yaml',
)
