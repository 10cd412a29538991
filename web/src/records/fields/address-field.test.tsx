import '../../ui/styles.css'
import { field } from '@atrium/contract/fields'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SchemaForm } from '../schema-form.tsx'
import { page } from '../test-page.tsx'
import { addressLines, orderOfParts } from './address-lines.ts'

const Person = z.object({ home: field.address({ label: 'Home' }) })

test('the parts stand in the order of the country, and are saved by their names', async () => {
  const saved: unknown[] = []
  const screen = await page(<SchemaForm schema={Person} submit="Save" onSubmit={(one) => void saved.push(one)} />)
  const home = screen.getByRole('group', { name: 'Home' })
  await home.getByLabelText('Country').selectOptions('Germany')
  await home.getByLabelText('Street and number').fill('Unter den Linden 77')
  await home.getByLabelText('Postcode').fill('10117')
  await home.getByLabelText('City or town').fill('Berlin')
  expect(home.getByLabelText('State or region').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => saved)
    .toEqual([
      { home: { street: 'Unter den Linden 77', postcode: '10117', locality: 'Berlin', region: '', country: 'DE' } },
    ])
})

test('one that is emptied is none, and what a country leaves out stays where it is filled', async () => {
  const saved: unknown[] = []
  const home = { street: '', locality: 'Wien', region: 'Bezirk 1', postcode: '', country: 'AT' }
  const screen = await page(
    <SchemaForm schema={Person} value={{ home }} submit="Save" onSubmit={(one) => void saved.push(one)} />,
  )
  await expect.element(screen.getByLabelText('State or region')).toHaveValue('Bezirk 1')
  for (const name of ['State or region', 'City or town']) await screen.getByLabelText(name).fill('')
  await screen.getByLabelText('Country').selectOptions('Not said')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved).toEqual([{ home: null }])
})

test('lines are the country’s own, with its name in the reader’s language', () => {
  const paris = { street: '8 rue de la Paix', locality: 'Paris', region: '', postcode: '75002', country: 'FR' }
  expect(addressLines(paris, 'de')).toEqual(['8 rue de la Paix', '75002 Paris', 'Frankreich'])
  expect(orderOfParts('US')).toEqual(['street', 'locality', 'region', 'postcode'])
  expect(orderOfParts('DE')).toEqual(['street', 'postcode', 'locality'])
  expect(orderOfParts('JP')[0]).toBe('postcode')
})
