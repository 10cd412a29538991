import { replaceAll } from '@atrium/domain/text/replacing'
import { type Block, defineIntent, type GuideLanguage, type IntentReply } from '../intent.ts'
import { quoted, refused, replyOf, replyWith, TEXT_SLOT } from './result.ts'
import { examples, say } from './say.ts'

const FIND = { kind: 'text', required: true } as const
const BY = {
  kind: 'text',
  required: true,
  cues: {
    en: ['with', 'by', 'to', 'into'],
    es: ['por', 'con'],
    'pt-BR': ['por', 'com'],
    fr: ['par'],
    de: ['durch', 'mit', 'zu'],
    it: ['con'],
    nl: ['door', 'met'],
    pl: ['na'],
    tr: ['ile'],
    ru: ['на'],
    'zh-Hans': ['为', '成', '换成', '替换为'],
    ja: ['に'],
    ko: ['로', '으로'],
    ar: ['بـ', 'إلى'],
    hi: ['से', 'की जगह'],
    id: ['dengan', 'menjadi'],
  },
} as const

/** Quotation marks around what was said are not part of it. */
const bare = (said: string): string => /^(["'“”„‘’«»「『])(.+)(["'“”‘’«»」』])$/su.exec(said.trim())?.[2] ?? said

/** Signs that are said by their names, where the name itself does not stand in the text. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    comma: ',',
    semicolon: ';',
    colon: ':',
    dot: '.',
    period: '.',
    'full stop': '.',
    hyphen: '-',
    dash: '-',
    slash: '/',
  },
  ...{ underscore: '_', asterisk: '*', star: '*', hash: '#', space: ' ', tab: '\t', newline: '\n', 'line break': '\n' },
  ...{ 'question mark': '?', 'exclamation mark': '!', apostrophe: "'", quote: '"', 'quotation mark': '"', pipe: '|' },
  ...{ ampersand: '&', 'at sign': '@', 'percent sign': '%', backslash: '\\', 'plus sign': '+', bullet: '•' },
}
const signOf = (said: string): string | undefined =>
  SIGNS[
    said
      .toLowerCase()
      .replace(/^(?:an?|the|every|all|each) /u, '')
      .replace(/(?<=\w{2})s$/u, '')
  ]

interface Wanted {
  find: string
  by: string | null
  isWhole?: boolean
}

function replacing(block: Block | undefined, wanted: Wanted, language: GuideLanguage): IntentReply {
  const no = refused(block, language)
  if (no || !block) return no ?? replyOf(say(language, 'empty'))
  const named = bare(wanted.find)
  const sign = block.text.toLowerCase().includes(named.toLowerCase()) ? undefined : signOf(named)
  const find = sign ?? named
  const by =
    wanted.by === null ? null : sign === undefined ? bare(wanted.by) : (signOf(bare(wanted.by)) ?? bare(wanted.by))
  if (find === '') return replyOf(say(language, 'replace.what'))
  const { text, count, isOtherCase } = replaceAll(block.text, find, by ?? '', wanted.isWhole)
  if (count === 0) return replyOf(say(language, 'replace.none', { find: quoted(find) }))
  const said =
    by === null
      ? say(language, 'replace.removed', { find: quoted(find), times: count })
      : say(language, 'replace.done', { find: quoted(find), by: quoted(by), times: count })
  return replyWith(
    { said: isOtherCase ? [said, say(language, 'replace.otherCase')] : said, text: text.trimEnd() },
    block.name,
    language,
  )
}

export const replace = defineIntent({
  id: 'text.replace',
  slots: { find: FIND, replacement: BY, ...TEXT_SLOT },
  examples: examples('text.replace'),
  reply: ({ find, replacement, text }, _context, language) => replacing(text, { find, by: replacement }, language),
})

export const replaceWords = defineIntent({
  id: 'text.replace-words',
  told: 'text.replace',
  slots: { find: FIND, replacement: BY, ...TEXT_SLOT },
  examples: examples('text.replace-words'),
  reply: ({ find, replacement, text }, _context, language) =>
    replacing(text, { find, by: replacement, isWhole: true }, language),
})

export const remove = defineIntent({
  id: 'text.remove',
  told: 'text.replace',
  slots: { find: FIND, ...TEXT_SLOT },
  examples: examples('text.remove'),
  reply: ({ find, text }, _context, language) => replacing(text, { find, by: null }, language),
})
