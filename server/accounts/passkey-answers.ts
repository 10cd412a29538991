import { PasskeyName } from '@atrium/contract/account-security'
import { z } from 'zod'

/** Of the browser's answers (PublicKeyCredential.toJSON), what is looked at; base64url, lengths well above what devices send. */
const text = (max: number) => z.string().min(1).max(max)
const credential = {
  id: text(2048),
  rawId: text(2048),
  type: z.literal('public-key'),
}
// Extensions are not asked for, so nothing of them is kept.
const nothing = () => ({})

/** The body of POST /api/user/passkeys */
export const MadePasskey = z.object({
  name: PasskeyName,
  response: z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON: text(8192),
        attestationObject: text(65_536),
        transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).catch([]),
      }),
    })
    .transform((answer) => ({ ...answer, clientExtensionResults: nothing() })),
})
export type MadePasskey = z.output<typeof MadePasskey>

/** The body of POST /api/login/passkey */
export const AnsweredPasskey = z.object({
  response: z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON: text(8192),
        authenticatorData: text(8192),
        signature: text(8192),
      }),
    })
    .transform((answer) => ({ ...answer, clientExtensionResults: nothing() })),
})
export type AnsweredPasskey = z.output<typeof AnsweredPasskey>
