// Uploads that go on where they stopped, by the tus protocol 1.0.0 (tus.io/protocols/resumable-upload).

/** What somebody says of a file before its bytes come: `filename`, `modified` and whatever else the door asks for. */
export type SentMetadata = Readonly<Record<string, string | null>>

export interface BegunUpload {
  /** bytes; null while the client does not know */
  size: number | null
  /** bytes that have come and are kept */
  offset: number
  metadata: SentMetadata
  createdAt: string
  /** Headers that tell what it has become, once it is whole. */
  became?: Readonly<Record<string, string>>
}

/**
 * Who keeps uploads: which are the caller's, what one begins as, what becomes of one that is whole. The core speaks the protocol. What
 * these throw as `AppError` is what the caller is told.
 */
export interface ResumableUploads {
  /** One of them is at `<path>/<id>`. */
  path: string
  /** bytes of one */
  largest: number
  /** Whether one may begin before its size is known. */
  mayBeOfUnknownSize: boolean
  /** Answers its id. */
  begin(sent: { metadata: SentMetadata; size: number | null }): Promise<string>
  /** Throws `not_found` for another's as for one that is not there. */
  find(id: string): Promise<BegunUpload>
  /** Keeps bytes behind those that have come, on the disk before it ends. Answers how many. They may end before they should. */
  append(id: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  setSize(id: string, size: number): Promise<void>
  /** Called once all has come, and again where the answer was lost. Answers headers that tell what it has become. */
  finish(id: string): Promise<Readonly<Record<string, string>>>
  remove(id: string): Promise<void>
}
