import { RowVersion } from '@atrium/contract/integers'
import { type Action, rowOf } from '@atrium/contract/module'
import { z } from 'zod'
import {
  Arrival,
  byIdOrName,
  Done,
  Id,
  isNamed,
  Moment,
  NAME_IT,
  NewRequest,
  Shared,
  ShownRequest,
  UploadRequest,
} from './rows.ts'

const { title, message, endsAt, maxBytes, maxFiles, kinds, asksName, notifiesOwner, isOpen } = UploadRequest.shape
/** What is not said stays as it is. */
const RequestChange = z.object({
  title: title.optional(),
  message: message.unwrap().optional(),
  endsAt: endsAt.unwrap().optional(),
  maxBytes: maxBytes.unwrap().optional(),
  maxFiles: maxFiles.unwrap().optional(),
  kinds: kinds.unwrap().optional(),
  asksName: asksName.unwrap().optional(),
  notifiesOwner: notifiesOwner.unwrap().optional(),
  isOpen: isOpen.unwrap().optional(),
})
/** What is done by links: those that open something, and those by which people send files. */
export const linkActions = {
  share: {
    summary: 'Share a file or folder by a link',
    effect: 'write',
    notShared: true,
    input: z
      .object({
        ...byIdOrName,
        password: z.string().max(200).optional(),
        expiresAt: Moment.optional().describe('Never when absent'),
      })
      .refine(isNamed, NAME_IT),
    output: z.object({ id: z.string(), name: z.string(), url: z.string(), expiresAt: z.string().nullable() }),
    examples: ['share {name}', 'share the file {name}', 'share the folder {name}', 'make a link to {name}'],
  },
  shares: {
    summary: 'Share links',
    effect: 'read',
    input: z.object({ id: Id.optional() }),
    output: z.object({ shares: z.array(Shared) }),
    examples: ['what have i shared', 'show my share links'],
  },
  unshare: {
    summary: 'Remove a share link',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id }),
    output: Done,
  },
  request: {
    summary: 'Ask people for files by a link: they upload into a folder without an account, and see nothing of it',
    effect: 'write',
    notShared: true,
    input: NewRequest.extend({ folder: Id, password: z.string().max(200).optional() }),
    output: z.object({ id: z.string(), url: z.string() }),
  },
  requests: {
    summary: 'Links by which people upload files',
    effect: 'read',
    input: z.object({}),
    output: z.object({ requests: z.array(ShownRequest) }),
    examples: ['show my upload links', 'which upload links are there'],
    resultTemplate: { list: 'requests', none: 'Nobody is asked for files.', each: '**{title}**: {received} files' },
  },
  changeRequest: {
    summary: 'Change what an upload link asks for, or turn it off and on',
    effect: 'write',
    notShared: true,
    input: RequestChange.extend({ id: Id, version: RowVersion.optional() }),
    output: ShownRequest,
  },
  renewRequest: {
    summary: 'Give an upload request a new link, and a new password or none; the old link ends',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id, password: z.string().max(200).optional() }),
    output: z.object({ id: z.string(), url: z.string() }),
  },
  removeRequest: {
    summary: 'Remove an upload link; what has come stays',
    effect: 'write',
    notShared: true,
    input: z.object({ id: Id }),
    output: Done,
  },
  arrivals: {
    summary: 'What has come by an upload link, and from whom, the last first',
    effect: 'read',
    input: z.object({
      request: Id,
      limit: z.number().int().min(1).max(200).default(50),
      after: z.string().max(2000).optional(),
    }),
    output: z.object({ arrivals: z.array(rowOf(Arrival)), next: z.string().nullable() }),
  },
} as const satisfies Record<string, Action>
