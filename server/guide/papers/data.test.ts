import { describe, expect, test } from 'vitest'
import { keptText } from '../../files/extract.ts'
import { file, world } from '../test-context.ts'
import { reworded } from './loose-questions.ts'
import { readTable, type Table } from './table.ts'
import { answered } from './table-answers.ts'

const { ask } = world()

const staff = file(
  'staff.csv',
  `Hired,Name,Department,Salary,Age
2019-12-01,Ana Silva,Sales,52000,41
2020-03-15,Bob Jones,Engineering,71000,35
2018-06-30,Chen Li,Engineering,88000,50
2021-01-11,Dana Roth,Sales,47000,29
2019-12-20,Eve Park,Support,39000,33`,
)

/** Semicolons, decimal commas, currency, a quoted line break, quotes in quotes, gaps, a return, two spellings of a city. */
const messy = file(
  'orders.csv',
  `Order ID;Order Date;Customer;City;Unit Price;Quantity;Total;Discount %;Comment
1001;05.01.2025;Müller GmbH;Köln;1.299,00 €;2;2.598,00 €;5%;"pays
late"
1002;17.01.2025;Schmidt & Söhne;Berlin;79,90 €;10;799,00 €;0%;
1003;;Müller GmbH;Köln;n/a;3;n/a;;"said ""urgent"""
1004;03.02.2025;Ärzte e.V.;München;12,50 €;100;1.250,00 €;10%;"a; b; c"
1005;28.02.2025;Schmidt & Söhne;berlin;79,90 €;-1;-79,90 €;0%;return
1006;15.03.2025;Weber;Hamburg;499,00 €;1;499,00 €;;-`,
)

const amounts = file('amounts.csv', 'day,amount\n2025-01-05,10\n2025-01-06,30\n2025-01-07,20\n')

const say = async (question: string, data = staff): Promise<string> => (await ask(question, { files: [data] })).markdown

describe('who, when and which', () => {
  test.each([
    ['who has the highest salary', '**Chen Li** has the highest Salary: **88,000**.'],
    ['who has the lowest salary?', '**Eve Park** has the lowest Salary: **39,000**.'],
    ['who earns the most', '**Chen Li**'],
    ['who is the youngest', '**Dana Roth** has the lowest Age: **29**'],
    ['highest paid employee', '**Chen Li**'],
    ['which employee has the highest salary', '**Chen Li**'],
    ['when was the highest salary', '**2018-06-30** has the highest Salary: **88,000**'],
    [
      'which department has the highest average salary',
      '**Engineering** has the highest average of Salary: **79,500**',
    ],
    ['which department has the highest salary', 'highest maximum of Salary: **88,000**'],
    ['which department has the most people', '**Engineering, Sales** have the most different values in Name: **2**'],
    ['what is the highest salary', 'The maximum of Salary is **88,000**'],
    ['who works in Sales', '2 rows where Department = Sales'],
    ['people with salary over 50000', '3 rows where Salary'],
    ['who has the highest bonus', 'could not tell which column you mean by “bonus”'],
  ])('%s', async (question, expected) => {
    expect(await say(question)).toContain(expected)
  })

  test('first and last name are one name', async () => {
    const names = file('people.csv', 'First Name,Last Name,Points\nAna,Silva,3\nBo,Silva,9\n')
    expect(await say('who has the most points', names)).toContain('**Bo Silva** has the highest Points: **9**')
  })

  test('where no column names people, it asks instead of naming a month', async () => {
    const sales = file('s.csv', 'Date,Region,Amount\n2025-01-05,North,10\n2025-02-05,South,20\n')
    const answer = await say('who has the highest amount', sales)
    expect(answer).toContain('could not tell which column names the people')
    expect(answer).not.toContain('2025-02')
  })

  test('a product, a file or a city is not who', async () => {
    const goods = file('g.csv', 'Product Name,Amount\nLamp,10\nDesk,20\n')
    expect(await say('who has the highest amount', goods)).toContain('could not tell which column names the people')
  })
})

describe('ranking', () => {
  test.each([
    ['top 2 by salary', 'The 2 rows with the highest Salary'],
    ['bottom 2 by age', 'The 2 rows with the lowest Age'],
    ['top 3 salaries', 'The 3 rows with the highest Salary'],
    ['5 largest salaries', 'The 5 rows with the highest Salary'],
    ['top 2 employees by salary', '| 2020-03-15 | Bob Jones | Engineering | 71000 | 35 |'],
    ['sort by age ascending', 'The 5 rows with the lowest Age'],
    ['top 2 departments by number of employees', 'top 2 of Department by different values in Name'],
    ['top 3 by bonus', 'could not tell which column you mean by “bonus”'],
    ['top 2 planets by salary', 'no column like “planets”'],
  ])('%s', async (question, expected) => {
    expect(await say(question)).toContain(expected)
  })

  test('the column that is compared is never what is grouped by', async () => {
    const answer = await say('top 2 by amount', amounts)
    expect(answer).toContain('The 2 rows with the highest amount')
    expect(answer.match(/^\| 2025/gmu)).toHaveLength(2)
    expect(await say('amount by amount', amounts)).toContain('cannot be grouped by itself')
  })

  test('groups without a value have no place in a ranking', async () => {
    const gaps = file('r.csv', 'Region,Amount\nNorth,10\nNorth,5\nEast,\n')
    expect(await say('top 3 regions by amount', gaps)).not.toContain('East')
  })
})

describe('columns', () => {
  test('the only numbers are taken only where nothing unknown was said', async () => {
    expect(await say('sum by day', amounts)).toContain('In all: **60**')
    expect(await say('profit by day', amounts)).toContain('could not tell which column you mean by “profit”')
    expect(await say('which day had the highest profit', amounts)).toContain('could not tell which column')
  })

  test('costs are never read as revenue', async () => {
    const revenue = file('r.csv', 'Month,Revenue\nJan,10\nFeb,20\n')
    expect(await say('total costs', revenue)).toContain('could not tell which column')
    expect(await say('total sales', revenue)).toContain('The sum of Revenue is **30**')
  })

  test('ages and salaries are averaged and not added up unless that is said', async () => {
    expect(await say('salary by department')).toContain('Average of Salary by Department')
    expect(await say('total salary by department')).toContain('Sum of Salary by Department')
  })

  test('a number that identifies is not measured', async () => {
    expect(await say('highest order', messy)).toContain('could not tell which column you mean by “order”')
    expect(await say('max Order ID', messy)).toContain('**1,006**')
  })

  test.each([
    ['total', 'The sum of Total is **€5,066.10**, over 5 rows'],
    ['total in Berlin', '**€719.10**, over 2 rows where City = Berlin'],
    ['which customer has the highest total', '**Müller GmbH** has the highest sum of Total: **€2,598.00**'],
    ['who has the highest total', '**Müller GmbH**'],
    ['total in February 2025', '**€1,170.10**, over 2 rows'],
    ['total where quantity > 2', '**€2,049.00**, over 2 rows where Quantity'],
    ['total by month', '| (missing) | — | 1 |'],
    ['total by planet', 'no column like “planet” to group by'],
    ['total in Paris', 'could not tell which column you mean by “Paris”'],
    ['average discount', '**3.75%**, over 4 rows'],
    ['lowest total', '**-€79.90**'],
    ['how many customers', '**4** different in Customer, in 6 rows'],
    ['how many orders', '**6 rows**'],
    ['unique cities', '**4 distinct values**'],
    ['total by city', '| Berlin | €719.10 | 2 |'],
    ['how many orders from Schmidt & Söhne', '**2 rows**'],
  ])('of a messy file: %s', async (question, expected) => {
    expect(await say(question, messy)).toContain(expected)
  })
})

describe('conditions', () => {
  test.each([
    ['average age where salary > 50,000 and department is not Sales', '**42.5**, over 2 rows'],
    ['average salary in Engineering where age > 40', '**88,000**, over 1 row'],
    ['show rows where age > 34 and department is Engineering', '2 rows where Age'],
  ])('none is overlooked: %s', async (question, expected) => {
    expect(await say(question)).toContain(expected)
  })

  test('a limit is read as the file writes its numbers', async () => {
    expect(await say('how many orders where total > 1.000', messy)).toContain('**2 rows**')
    expect(await say('how many orders where total > 799,00', messy)).toContain('**2 rows**')
  })
})

describe('files of which only the beginning is kept', () => {
  const line = '2025-01-05,North,10\n'
  const kept = keptText(`day,region,amount\n${line.repeat(120_000)}`) as string

  test('say so beside every figure, and the broken last line is no row', async () => {
    const answer = await say('sum of amount', file('big.csv', kept))
    const rows = Math.floor((kept.lastIndexOf('\n2025') - 'day,region,amount\n'.length + 1) / line.length)
    expect(rows).toBeLessThan(120_000)
    expect(answer).toContain(`over ${new Intl.NumberFormat('en').format(rows)} rows`)
    expect(answer).toContain('The file goes on')
    expect(answer).not.toContain('as much as is kept')
  })

  test('texts too', async () => {
    const words = keptText('The roof leaks and must be repaired before winter comes. '.repeat(30_000)) as string
    const answer = await say('how many words', file('big.txt', words))
    expect(answer).toContain('only its beginning is kept here')
    expect(await say('summarise this', file('big.txt', words))).not.toContain('as much as is kept')
  })
})

test('a question is read in whatever order it says what it wants', async () => {
  const table = (await readTable(
    'date,shop,category,amount\n2025-01-03,Rewe,food,54.20\n2025-01-09,Shell,fuel,61.00\n2025-02-02,Rewe,food,38.80\n2025-02-14,Ikea,furniture,249.00\n',
    true,
  )) as Table
  const said = (question: string) => answered(question, table, 'en-GB')?.markdown ?? ''
  expect(said('how much went on food')).toContain('**93.00**')
  expect(said('what did I spend in total')).toContain('**403.00**')
  expect(said('how often did I go to Shell')).toContain('**1 row**')
  expect(said('which shop did I spend the most at')).toContain('**Ikea**')
  expect(said('add up the fuel costs')).toContain('**61.00**')
  expect(said('break the amounts down by month')).toContain('115.20')
  // What is no word of the table is not left out in silence.
  expect(reworded('how much went on unicorns', table)?.isWhole ?? false).toBe(false)
})
