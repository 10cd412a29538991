import type { Intent } from '../intent.ts'
import { camel, kebab, lower, sentence, snake, title, upper } from './case.ts'
import { clean, cleanLines, unwrap } from './clean.ts'
import { decodeBase64, decodeUrl, encodeBase64, encodeUrl } from './codecs.ts'
import { compare } from './compare.ts'
import { count } from './count.ts'
import { dedupe } from './dedupe.ts'
import { dates, emails, hashtags, links, numbers, phones } from './extract.ts'
import { formatsJson, minifiesJson, toJson, toYaml } from './json.ts'
import { level } from './level.ts'
import { bullets, join, numberLines, reverse, reverseLines, split } from './lists.ts'
import { remove, replace, replaceWords } from './replace.ts'
import { fromRomanNumeral, roman } from './roman.ts'
import { slug } from './slug.ts'
import { sort, sortDescending, sortLongest, sortNumbers, sortNumbersDescending, sortShortest } from './sort.ts'
import { keyPoints, summary } from './summary.ts'
import { toCsv, toTable } from './tables.ts'

/** What the Guide makes of texts that are pasted or attached. */
export const textIntents: readonly Intent[] = [
  ...[count, summary, keyPoints],
  ...[sort, sortDescending, sortNumbers, sortNumbersDescending, sortShortest, sortLongest, dedupe],
  ...[upper, lower, title, sentence, camel, snake, kebab],
  ...[emails, links, numbers, dates, phones, hashtags],
  ...[replace, replaceWords, remove, clean, cleanLines, unwrap],
  ...[numberLines, bullets, join, split, reverse, reverseLines],
  ...[toTable, toCsv, formatsJson, minifiesJson, toJson, toYaml],
  ...[compare, level, encodeBase64, decodeBase64, encodeUrl, decodeUrl, slug, roman, fromRomanNumeral],
]
