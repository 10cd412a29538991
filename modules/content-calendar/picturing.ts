import { AppError } from '@atrium/contract/errors'
import type { ActionContext } from '@atrium/contract/module'
import type calendar from './module.ts'
import type { Shape } from './proposals.ts'
import { say } from './say.ts'

type Context = Pick<ActionContext<typeof calendar>, 'model' | 'files' | 'language'>

const WORDS = 60
/** characters of a post that are told: what it shows is said at its beginning */
const POST = 2_000
const IDEA =
  'what a picture that goes with this post shows, in one or two sentences for an illustrator: the things, the place, the light, the style. No words or letters in the picture, nobody who exists, no brand.'
/** bytes of all pictures of one answer */
const MOST_BYTES = 36 * 1024 * 1024

export async function pictureIdea({ text }: { text: string }, { model }: Context) {
  const draft = await model.write({ purpose: IDEA, facts: [text.slice(0, POST)], language: 'en', maxWords: WORDS })
  return { prompt: draft.text }
}

/** Handed to the screen and kept by nobody: what is chosen is sent as any file of a post is. */
export async function drawPictures(
  asked: { prompt: string; count: number; shape: Shape },
  { model }: Context,
): Promise<{ pictures: { mime: string; base64: string }[] }> {
  const pictures = await model.draw(asked)
  if (pictures.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) > MOST_BYTES)
    throw new AppError('provider_failed', say('picturesTooLarge'))
  return {
    pictures: pictures.map(({ mime, bytes }) => ({ mime, base64: Buffer.from(bytes).toString('base64') })),
  }
}

export async function describePicture({ file }: { file: string }, { model, files, language }: Context) {
  const found = await files.find(file)
  if (!found) throw new AppError('not_found', say('pictureGone'))
  // What is more than a model reads is refused by the door, by its bytes; nothing near that is read into memory before.
  if (found.size > 6_000_000) throw new AppError('too_large', say('pictureTooLarge'))
  const bytes = Buffer.concat(await Array.fromAsync(files.read(file)))
  const { text } = await model.see({ pictures: [{ mime: found.mime, bytes }], wants: 'description', language })
  return { text: text.slice(0, 1500) }
}
