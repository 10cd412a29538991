// A reporter for Vitest: writes what its JSON leaves out, the tests that passed only when tried again and the errors that
// belong to no test, as JSON into the file that SECOND_TRIES names.
import { writeFileSync } from 'node:fs'

export default function SecondTries() {
  return {
    onTestRunEnd(modules, errors) {
      const again = modules.flatMap((module) =>
        [...module.children.allTests()]
          .filter((test) => test.diagnostic()?.flaky)
          .map((test) => ({ file: module.moduleId, title: test.fullName, error: test.result().errors?.[0]?.message })),
      )
      const strays = errors.map(({ message }) => message)
      writeFileSync(process.env.SECOND_TRIES, JSON.stringify({ again, strays }))
    },
  }
}
