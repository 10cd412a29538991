import { expect, test } from 'vitest'
import { page } from '../test-page.tsx'
import { FileThumbnail, smallUrl } from './held-file.tsx'

test.each([
  ['image/jpeg', 40_000_000, '/api/files/a', '/api/files/a?thumbnail=small'],
  ['image/png', 10, '/api/m/sync/content/a?scope=t', '/api/m/sync/content/a?scope=t&thumbnail=small'],
  ['image/jpeg', 40_000_000, 'blob:a', 'blob:a'],
  ['image/svg+xml', 2000, '/api/files/a', '/api/files/a'],
  ['image/avif', 20_000_000, '/api/files/a', ''],
  ['application/pdf', 10, '/api/files/a', ''],
  ['image/png', 10, '', ''],
])('among many a %s of %i bytes at %s is shown from %j', (mime, size, url, shown) =>
  expect(smallUrl({ mime, size }, url)).toBe(shown),
)

test('where there is no small picture the sign of the kind stands', async () => {
  const screen = await page(
    <FileThumbnail file={{ name: 'a.png', mime: 'image/png', size: 3 }} url="/api/files/nowhere" className="size-7" />,
  )
  await expect.poll(() => document.querySelector('img')).toBeNull()
  expect(screen.container.querySelector('svg')).not.toBeNull()
})
