import type { DeviceSystem } from '@atrium/web/kit'
import type { useTexts } from './texts.ts'

type TextKey = Parameters<ReturnType<typeof useTexts>['t']>[0]

/** How each system connects to an address that speaks WebDAV, the phone first: it says that it is Linux or a Mac too. */
export const SYSTEMS: readonly DeviceSystem<TextKey>[] = [
  {
    id: 'phone',
    is: /Android|iPhone|iPad/,
    title: 'connect.phone.title',
    steps: ['connect.phone.app', 'connect.phone.add', 'connect.phone.sign'],
    hint: 'connect.phone.hint',
  },
  {
    id: 'windows',
    is: /Windows/,
    title: 'connect.windows.title',
    steps: ['connect.windows.open', 'connect.windows.map', 'connect.windows.address', 'connect.windows.sign'],
    hint: 'connect.windows.hint',
  },
  {
    id: 'mac',
    is: /Mac OS X/,
    title: 'connect.mac.title',
    steps: ['connect.mac.open', 'connect.mac.address', 'connect.mac.sign'],
    hint: 'connect.mac.hint',
  },
  {
    id: 'linux',
    is: /Linux|X11/,
    title: 'connect.linux.title',
    steps: ['connect.linux.open', 'connect.linux.address', 'connect.linux.sign'],
    hint: 'connect.linux.hint',
  },
  {
    id: 'rclone',
    is: /(?!)/,
    title: 'connect.rclone.title',
    steps: ['connect.rclone.install', 'connect.rclone.run', 'connect.rclone.sync'],
    hint: 'connect.rclone.hint',
  },
]
