import { z } from 'zod'
import type { DescribedAnswer, DescribedCall } from './described-call.ts'

// The tus protocol 1.0.0 (tus.io/protocols/resumable-upload) in the OpenAPI document: what its library takes and answers.

/** For Upload-Checksum; sha1 has to be known (tus 1.0.0, "Checksum"). */
export const CHECKSUMS = ['sha1', 'sha256', 'sha512', 'md5'] as const

const count = z.string().regex(/^(0|[1-9]\d{0,15})$/)
const Version = z.literal('1.0.0')
const metadata = z
  .string()
  .max(4_000)
  .describe('Pairs of a key and its value in base64, by commas; `filename` is asked for, `parent` is a folder’s id.')
const checksum = z
  .string()
  .regex(new RegExp(`^(${CHECKSUMS.join('|')}) [A-Za-z0-9+/]+={0,2}$`))
  .describe('An algorithm and the digest of this body in base64.')

const abilities = {
  'Tus-Resumable': { description: 'The version spoken.', schema: Version, always: true },
  'Tus-Version': { description: 'The versions known.', schema: Version, always: true },
  'Tus-Extension': { description: 'What this server can beside the core.', schema: z.string(), always: true },
  'Tus-Checksum-Algorithm': { description: 'For Upload-Checksum.', schema: z.string(), always: true },
}
const offset = { description: 'Bytes that have come.', schema: count, always: true }
const refusal = (description: string): DescribedAnswer => ({ description, content: { 'text/plain': z.string() } })

const refusals = {
  400: refusal('A header is not as the protocol has it, or its checksum cannot be checked.'),
  412: refusal('Tus-Resumable is missing.'),
}
const missing = { 404: refusal('There is no such upload.') }
const taking = {
  403: refusal('Upload-Offset or the type of the body is missing.'),
  413: refusal('More came than the upload may have.'),
  460: refusal('The bytes are not those of Upload-Checksum; they were thrown away.'),
}

const OF_UPLOAD = ['application/offset+octet-stream'] as const

interface Said {
  /** The header that tells what an upload has become. */
  became: string
  mayBeOfUnknownSize: boolean
}

/** The four calls of a door for uploads that go on where they stopped. */
export function tusCalls({ became, mayBeOfUnknownSize }: Said) {
  const whole = { [became]: { description: 'What it has become, once it is whole.', schema: z.string() } }
  const beginning: DescribedCall = {
    takes: OF_UPLOAD,
    bodyOptional: true,
    takesHeaders: z.object({
      'Tus-Resumable': Version,
      'Upload-Length': mayBeOfUnknownSize ? count.optional() : count,
      ...(mayBeOfUnknownSize && { 'Upload-Defer-Length': z.literal('1').optional() }),
      'Upload-Metadata': metadata,
      'Upload-Checksum': checksum.optional(),
    }),
    answers: {
      201: {
        description: 'Begun; its address is in Location.',
        headers: {
          ...abilities,
          Location: { description: 'The address of the upload.', schema: z.string(), always: true },
          'Upload-Offset': { ...offset, always: false },
          ...whole,
        },
      },
      ...refusals,
      ...taking,
    },
  }
  const progress: DescribedCall = {
    onlyHead: true,
    takesHeaders: z.object({ 'Tus-Resumable': Version }),
    answers: {
      200: {
        description: 'How far it has come.',
        headers: {
          ...abilities,
          'Upload-Offset': offset,
          'Upload-Length': { description: 'Its size, when it is known.', schema: count },
          ...(mayBeOfUnknownSize && {
            'Upload-Defer-Length': { description: '1 while its size is not known.', schema: z.literal('1') },
          }),
          'Upload-Metadata': { description: 'As it was begun with.', schema: z.string() },
          ...whole,
        },
      },
      ...refusals,
      ...missing,
    },
  }
  const going: DescribedCall = {
    takes: OF_UPLOAD,
    takesHeaders: z.object({
      'Tus-Resumable': Version,
      'Upload-Offset': count,
      ...(mayBeOfUnknownSize && { 'Upload-Length': count.optional() }),
      'Upload-Checksum': checksum.optional(),
    }),
    answers: {
      204: { description: 'Taken.', headers: { ...abilities, 'Upload-Offset': offset, ...whole } },
      ...refusals,
      ...missing,
      ...taking,
      409: refusal('Another number of bytes has come than Upload-Offset says.'),
      410: refusal('It was given up.'),
    },
  }
  const givingUp: DescribedCall = {
    takesHeaders: z.object({ 'Tus-Resumable': Version }),
    answers: {
      204: { description: 'Gone.', headers: abilities },
      ...refusals,
      ...missing,
      410: refusal('It was given up.'),
    },
  }
  return { beginning, progress, going, givingUp }
}
