import { describe, expect, test } from 'vitest'
import { docxParts, makePdf, makeZip } from '../../server/files/test-documents.ts'
import { testModules } from '../../server/records/test-module.ts'
import flash from './server.ts'

const at = await testModules(flash)

describe('the words of a file', () => {
  const send = async (name: string, bytes: Buffer | string) => {
    const answer = await at.fetch('dora', `/api/m/flash/documents/${encodeURIComponent(name)}`, {
      method: 'PUT',
      body: bytes as string,
    })
    return { status: answer.status, body: (await answer.json()) as { text?: string; error?: { message: string } } }
  }
  const kept = async () =>
    (await at.db.$client.query(`select count(*)::int as count from files where owner_id = 'dora'`)).rows[0] as {
      count: number
    }
  test('of a PDF, a Word document and a text come for cards, and the file is not kept', async () => {
    expect((await send('cell.pdf', makePdf(['A mitochondrion makes ATP.']))).body.text).toContain(
      'A mitochondrion makes ATP.',
    )
    expect((await send('cell.docx', makeZip(docxParts(['Ribosomes build proteins.'])))).body.text).toContain(
      'Ribosomes build proteins.',
    )
    expect((await send('cell.txt', 'dog = Hund')).body.text).toBe('dog = Hund')
    expect(await kept()).toEqual({ count: 0 })
  })
  test('of a file without any, or with too many bytes, are refused in a sentence', async () => {
    expect(await send('scan.pdf', makePdf(['']))).toMatchObject({
      status: 422,
      body: { error: { message: 'No words were found in “scan.pdf”. A scan has only pictures of them.' } },
    })
    expect((await send('broken.docx', 'PK\x03\x04 no zip')).status).toBe(422)
    expect((await send('empty.pdf', '')).status).toBe(400)
    expect((await send('long.txt', Buffer.alloc(21 * 1024 * 1024, 'a'))).status).toBe(413)
    expect(await kept()).toEqual({ count: 0 })
  })
})
