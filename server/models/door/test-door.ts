import type { ModuleServer } from '@atrium/contract/module-server'
import { type FakeProvider, startFakeProvider } from '../../../e2e/fake-provider/client.ts'
import { guideModel } from '../../guide/model.ts'
import { atTheEnd } from '../../platform/test-end.ts'
import { type TestModules, testModulesWith } from '../../records/test-module.ts'
import { createRegistry } from '../registry.ts'

/** One for each thing that models do. */
const MODELS = ['gpt-4o-mini', 'gpt-image-1', 'tts-1', 'whisper-1', 'text-embedding-3-small']

/** Modules whose actions reach a model that says what the test has it say: texts as they are, anything else as JSON. */
export async function modelApp(
  ...modules: ModuleServer[]
): Promise<{ app: TestModules; fake: FakeProvider; answers(...answers: (string | object)[]): Promise<void> }> {
  const fake = await startFakeProvider()
  atTheEnd(() => fake.stop())
  const config = { openaiApiKey: 'sk-test', openaiBaseUrl: fake.url, models: MODELS, idleTimeoutMs: 60_000 }
  const app = await testModulesWith(createRegistry(config, guideModel), ...modules)
  return {
    app,
    fake,
    answers: (...given) =>
      fake.script(...given.map((one) => ({ text: typeof one === 'string' ? one : JSON.stringify(one) }))),
  }
}
