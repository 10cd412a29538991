import type { ActionContext } from '@atrium/contract/module'
import type flash from '../module.ts'

/** Handed to the screen to be heard: it is kept with a card by sending it as any sound of one. */
export async function speak(
  { text, language }: { text: string; language?: string | undefined },
  { model }: Pick<ActionContext<typeof flash>, 'model'>,
): Promise<{ mime: string; base64: string }> {
  const { mime, bytes } = await model.speak({ text, ...(language && { language }) })
  return { mime, base64: Buffer.from(bytes).toString('base64') }
}
