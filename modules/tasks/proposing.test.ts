import { expect, test } from 'vitest'
import { modelApp } from '../../server/models/door/test-door.ts'
import server from './server.ts'

const { app, answers } = await modelApp(server)

test('a goal becomes lines that are read as typed ones, marked where they say what the goal does not; the chosen are one change', async () => {
  const text = '1. Pack the boxes\n- [ ] Hand over the keys by 5 May 2031\n\nCall Mr Smith'
  await answers(text, text)
  const { output, change } = await app.act<{ tasks: { line: string }[] }>('ann', 'tasks.split', {
    goal: 'Move out by 5 May 2031',
  })
  expect(output).toEqual({
    tasks: [
      { line: 'Pack the boxes', title: 'Pack the boxes', due: null, again: null, unsupported: [] },
      {
        line: 'Hand over the keys by 5 May 2031',
        title: 'Hand over the keys',
        due: '2031-05-05',
        again: null,
        unsupported: [],
      },
      { line: 'Call Mr Smith', title: 'Call Mr Smith', due: null, again: null, unsupported: ['Mr', 'Smith'] },
    ],
    isCut: false,
  })
  expect(change).toBeNull()
  const lines = output.tasks.slice(0, 2).map(({ line }) => line)
  const added = await app.act('ann', 'tasks.addMany', { lines })
  expect(added.output).toEqual({ added: 2 })
  const titles = async () =>
    (await app.act<{ tasks: { title: string }[] }>('ann', 'tasks.list', {})).output.tasks.map(({ title }) => title)
  expect((await titles()).sort()).toEqual(['Hand over the keys', 'Pack the boxes'])
  await app.undo('ann', added.change)
  expect(await titles()).toEqual([])
})
