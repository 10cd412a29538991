import { prefixed } from '@atrium/contract/brand'
import { api } from '../platform/api.ts'
import { storage } from '../platform/storage.ts'

/** Whether this browser can be pushed to, and whether it is. `refused`: by the person or the browser, for this site. */
export type BrowserState = 'insecure' | 'unsupported' | 'refused' | 'off' | 'on'

const PATH = '/api/push-subscriptions'
/** Who asked for pushes in this browser: nobody else who signs in here gets theirs by it. */
const WHOSE = prefixed('pushes_of')

const registration = async () => (await navigator.serviceWorker.getRegistration()) ?? null
const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null

export async function browserState(userId: string): Promise<BrowserState> {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (!(await registration())) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  const isOn =
    Notification.permission === 'granted' && storage.read(WHOSE) === userId && (await subscription()) !== null
  return isOn ? 'on' : 'off'
}

/** Of base64url; Uint8Array.fromBase64 is too young for some browsers that take pushes. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const keep = (made: PushSubscription) => {
  const { endpoint, keys } = made.toJSON()
  return api.post(PATH, { endpoint, keys })
}

/** Asks the person, by the browser's own question. Answers how it stands afterwards. */
export async function turnOn(userId: string, pushKey: string): Promise<BrowserState> {
  if ((await Notification.requestPermission()) !== 'granted') return browserState(userId)
  const here = await registration()
  if (!here) return 'unsupported'
  await (await here.pushManager.getSubscription())?.unsubscribe() // it may be of another key, or of another person
  const made = await here.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  await keep(made)
  storage.write(WHOSE, userId)
  return 'on'
}

export async function turnOff(): Promise<void> {
  const made = await subscription()
  storage.remove(WHOSE)
  if (!made) return
  await api.delete(PATH, { endpoint: made.endpoint })
  await made.unsubscribe()
}

/** The server forgets a browser with the session: who signs in again where they had asked for pushes gets them again. */
export async function renewSubscription(userId: string): Promise<void> {
  try {
    if (storage.read(WHOSE) !== userId || (await browserState(userId)) !== 'on') return
    const made = await subscription()
    if (made) await keep(made)
  } catch {
    // The next visit tries again; the settings say how it stands.
  }
}
