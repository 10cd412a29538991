// A push service and its browser in a process of their own (RFC 8030, 8188, 8291, 8292): prints its port, then a line of
// JSON for each push: whether it was signed for this service, and what stands in it. `/push/410` answers 410. A GET answers the
// keys of the browser's subscription.

import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const browser = createECDH('prime256v1')
const p256dh = browser.generateKeys()
const auth = randomBytes(16)

const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

function decrypt(body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const key = derive(browser.computeSecret(sender), auth, info, 32)
  const content = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12)
  const sealed = body.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', content, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Who signed it, for whom and until when; null when the signature is not that of the key that it names. */
function signedBy(header: string) {
  const [, token = '', named = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(named, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? { key: named, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object) } : null
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return void response.end(JSON.stringify(keys))
  const body = await buffer(request)
  const status = Number(/\/push\/(\d{3})/.exec(request.url ?? '')?.[1] ?? 201)
  const { authorization = '', ttl } = request.headers
  const told = { path: request.url, ttl, signed: signedBy(authorization), pushed: JSON.parse(decrypt(body)) }
  process.stdout.write(`${JSON.stringify(told)}\n`)
  response.writeHead(status).end()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${port}\n`)
})
