/*
 * The few messages of Anki's protobuf files that a package needs (proto/anki: import_export.proto, notetypes.proto,
 * decks.proto). Fields are numbered as there.
 */
import { PbfReader, PbfWriter } from 'pbf'

export interface MediaEntry {
  name: string
  /** bytes */
  size: number
  sha1: Uint8Array
}

/** MediaEntries: the `media` file of the newest packages. The place in the list is the name in the zip. */
export function readMediaEntries(bytes: Uint8Array): MediaEntry[] {
  return new PbfReader(bytes).readFields<MediaEntry[]>((field, entries, reader) => {
    if (field !== 1) return
    const entry: MediaEntry = { name: '', size: 0, sha1: new Uint8Array() }
    reader.readMessage((part, into, inner) => {
      if (part === 1) into.name = inner.readString()
      else if (part === 2) into.size = inner.readVarint()
      else if (part === 3) into.sha1 = inner.readBytes()
    }, entry)
    entries.push(entry)
  }, [])
}

export function writeMediaEntries(entries: readonly MediaEntry[]): Uint8Array {
  const writer = new PbfWriter()
  for (const entry of entries)
    writer.writeMessage(
      1,
      ({ name, size, sha1 }: MediaEntry, inner: PbfWriter) => {
        inner.writeStringField(1, name)
        inner.writeVarintField(2, size)
        inner.writeBytesField(3, sha1)
      },
      entry,
    )
  return writer.finish()
}

/** Notetype.Config: its kind (1 is cloze) and its styling. */
export function readNotetypeConfig(bytes: Uint8Array): { isCloze: boolean; css: string } {
  return new PbfReader(bytes).readFields<{ isCloze: boolean; css: string }>(
    (field, config, reader) => {
      if (field === 1) config.isCloze = reader.readVarint() === 1
      else if (field === 3) config.css = reader.readString()
    },
    { isCloze: false, css: '' },
  )
}

export function writeNotetypeConfig({ isCloze, css }: { isCloze: boolean; css: string }): Uint8Array {
  const writer = new PbfWriter()
  if (isCloze) writer.writeVarintField(1, 1)
  writer.writeStringField(3, css)
  return writer.finish()
}

/** Notetype.Field.Config: by its number Anki knows a renamed field again. */
export function readFieldConfig(bytes: Uint8Array): { id: number | null } {
  return new PbfReader(bytes).readFields<{ id: number | null }>(
    (field, config, reader) => {
      if (field === 9) config.id = reader.readVarint(true)
    },
    { id: null },
  )
}

export function writeFieldConfig({ id }: { id?: number | undefined }): Uint8Array {
  const writer = new PbfWriter()
  if (id !== undefined) writer.writeVarintField(9, id)
  return writer.finish()
}

interface TemplateConfig {
  front: string
  back: string
  id: number | null
}

/** Notetype.Template.Config: the formats of question and answer, and its number. */
export function readTemplateConfig(bytes: Uint8Array): TemplateConfig {
  return new PbfReader(bytes).readFields<TemplateConfig>(
    (field, config, reader) => {
      if (field === 1) config.front = reader.readString()
      else if (field === 2) config.back = reader.readString()
      else if (field === 8) config.id = reader.readVarint(true)
    },
    { front: '', back: '', id: null },
  )
}

export function writeTemplateConfig({
  front,
  back,
  id,
}: {
  front: string
  back: string
  id?: number | undefined
}): Uint8Array {
  const writer = new PbfWriter()
  writer.writeStringField(1, front)
  writer.writeStringField(2, back)
  if (id !== undefined) writer.writeVarintField(8, id)
  return writer.finish()
}
