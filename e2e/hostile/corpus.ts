import { archives } from './archives.ts'
import { calendars } from './calendars.ts'
import { decks } from './decks.ts'
import { documents } from './documents.ts'
import type { HostileFile } from './file.ts'
import { images } from './images.ts'
import { jsons } from './json.ts'
import { ownArchives } from './own-archives.ts'
import { parquets } from './parquet.ts'
import { pdfs } from './pdfs.ts'
import { spreadsheets } from './spreadsheets.ts'
import { statements } from './statements.ts'
import { texts } from './texts.ts'

const themes: Record<string, readonly HostileFile[]> = {
  archives,
  calendars,
  decks,
  documents,
  images,
  json: jsons,
  'own-archives': ownArchives,
  parquet: parquets,
  pdfs,
  spreadsheets,
  statements,
  texts,
}

/** Every file, named by its theme: `texts/quotes-2mb.csv`. */
export const corpus: readonly HostileFile[] = Object.entries(themes).flatMap(([theme, files]) =>
  files.map((file) => ({ ...file, name: `${theme}/${file.name}` })),
)

export const worstOfAll: readonly HostileFile[] = corpus.filter((file) => file.worst)
