import { inOurWords } from '@atrium/contract/own-words'
import { storable } from '../platform/runs/storable.ts'
import { ArchivedComment, COMMENTS } from './format.ts'
import { idsOf } from './import-history.ts'
import { linesOf } from './json-stream.ts'
import { reasonOf } from './reason.ts'
import { groupsOf, idIn, type Session, settleIds } from './session.ts'
import type { Archive } from './zip-read.ts'

// Only those come along whose record does: of one that was here already, what was said here is known here.
const COMMENT = `insert into record_comments (id, scope_id, module, record_id, author_id, called, text, created_at, edited_at)
  select $1, $2, i.module, i.id, $5, $6, $7, $8, $9 from imported_records i where i.id = $3 and i.module = $4 on conflict do nothing`

/** What was said about the records that came in; others are known here by their names alone. Archives may lack it. */
export async function importComments(session: Session, archive: Archive): Promise<void> {
  if (!archive.has(COMMENTS)) return
  for await (const ids of groupsOf(idsOf(linesOf(archive.read(COMMENTS))), 1000))
    await settleIds(session, 'record_comments', ids)
  for await (const value of linesOf(archive.read(COMMENTS))) {
    try {
      const { id, recordId, module, by, isMine, text, createdAt, editedAt } = ArchivedComment.parse(value, inOurWords)
      const author = [isMine ? session.owner : null, storable(by ?? '')]
      const values = [idIn(session, id), session.owner, idIn(session, recordId), module, ...author, storable(text)]
      await session.client.query({ name: 'import-comment', text: COMMENT, values: [...values, createdAt, editedAt] })
    } catch (error) {
      if (error instanceof Error && 'severity' in error) throw error // the database's, which ends the transaction
      session.tally.refused('history', 'A comment', reasonOf(error))
    }
  }
}
