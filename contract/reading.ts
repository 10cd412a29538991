/** A file as a reader sees it, in the confined process where somebody's files are parsed. */
export interface ReadableFile {
  name: string
  /** bytes */
  size: number
  /** A folder of the reader's own, for what has to lie on a disk while it is read. Emptied afterwards. */
  scratch: string
  /** The bytes from `start` to before `end`. */
  slice(start: number, end: number): Promise<Uint8Array>
  bytes(): AsyncIterable<Uint8Array>
  /** All of it in memory. Throws `too_large` above 64 MB, or what the reader can hold. */
  whole(most?: number): Promise<Uint8Array>
  /** Its text: UTF-8, UTF-16 or windows-1252, with or without a byte order mark. Throws `too_large` above 64 MB, `bad_request` when it is no text. */
  text(): Promise<string>
  /**
   * The same text by pieces of some hundred KB, whatever its size. `encoding` where somebody says it, by a name of the Encoding
   * Standard; throws `bad_request` for one that it does not know.
   */
  texts(encoding?: string): AsyncIterable<string>
  /** How its text is encoded, by the Encoding Standard's name. Throws `bad_request` when it is none. */
  encoding(): Promise<string>
  /** The same text line by line, whatever their ends (CR LF, LF, CR). */
  lines(): AsyncIterable<string>
}

/**
 * Reads a file piece by piece, in a process that can do nothing else. What it yields is plain data, as JSON knows it, or
 * bytes. Throw `AppError` with a sentence; whatever else it throws is said to be the file's fault, and logged.
 */
export type Reader<O = never, T = unknown> = (file: ReadableFile, options: O) => AsyncIterable<T> | Iterable<T>

/** What a file of readers exports: `export async function* statement(file, options) { … }`. */
export type Readers = Readonly<Record<string, Reader>>

/**
 * What a file of readers may export as `rehearsal`: a text that one of them reads a few times while a person looks for their
 * file, because code that has never run takes several times as long.
 */
export interface Rehearsal {
  reader: string
  options: unknown
  name: string
  text: string
}

export type ReaderOptions<R> = R extends (file: ReadableFile, options: infer O) => unknown ? O : never
export type ReaderYields<R> = R extends (...given: never[]) => AsyncIterable<infer T> | Iterable<infer T> ? T : never

/**
 * Rows that one import may give, the refused among them: what the core remembers of each to compare it stays affordable. A
 * longer file is refused as a whole.
 */
export const IMPORT_ROWS_MAX = 100_000

/** What is to be read: an upload on its way into an import, a file that the module keeps, or bytes that came otherwise. */
export type ReadSource =
  | { upload: string; name: string; size: number }
  | { file: string }
  | { name: string; content: string | Uint8Array }

/** Has a file read by one of the module's readers. The rows come as the consumer takes them. */
export type Read = (source: ReadSource, reader: string, options: unknown) => AsyncGenerator<unknown>

/**
 * The module's readers, typed, without importing them: `const read = readersOf<typeof import('./readers.ts')>()`, then
 * `read(context, file, 'statement', { … })`. Only the type is named, so that the main process never loads a parser.
 */
export const readersOf =
  <R>() =>
  <K extends keyof R & string>(
    context: { read: Read },
    source: ReadSource,
    reader: K,
    options: ReaderOptions<R[K]>,
  ): AsyncGenerator<ReaderYields<R[K]>> =>
    context.read(source, reader, options) as AsyncGenerator<ReaderYields<R[K]>>
