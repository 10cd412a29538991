import { afterEach, expect, test, vi } from 'vitest'
import { comesInstead, page } from '../../../web/src/records/test-page.tsx'
import { fakeTus } from '../../../web/src/records/uploads/test-tus.ts'
import { enqueue, useUploads } from './upload-queue.ts'

afterEach(() => void vi.unstubAllGlobals())

function Names() {
  return (
    <p>
      On its way:{' '}
      {useUploads()
        .map(({ file }) => file.name)
        .join(', ')}
    </p>
  )
}

test('what somebody sends is neither shown nor sent on when they have left', async () => {
  comesInstead('ann')
  const tus = fakeTus()
  const screen = await page(<Names />)
  enqueue(['a.txt', 'b.txt', 'c.txt'].map((name) => ({ file: new File(['abc'], name), parent: '' })))
  await expect.poll(() => tus.requests.length).toBe(2)
  await expect.element(screen.getByText('On its way: a.txt, b.txt, c.txt')).toBeVisible()
  comesInstead('ben')
  await expect.element(screen.getByText('On its way:', { exact: true })).toBeVisible()
  await expect.poll(() => tus.requests.map(({ isAborted }) => isAborted)).toEqual([true, true])
})
