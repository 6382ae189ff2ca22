import { expect, test } from 'bun:test'
import { optionTable } from './index.ts'

const read = (value: object) => optionTable.ModelMetadata.read(JSON.stringify(value))

test('what is said of models is read as it is written', () => {
  const said = {
    one: { aliases: ['first', 'vendor/first'], description: 'Short.', abilities: { vision: false }, maker: 'Us' },
    two: {},
  }
  expect(read(said)).toEqual({ value: said })
})

test.each([
  ['a member that there is not', { one: { window: 1 } }, { code: 'not_model_metadata', at: 'one' }],
  [
    'an ability that there is not',
    { one: { abilities: { flying: true } } },
    { code: 'not_model_metadata', at: 'one.abilities' },
  ],
  ['an alias with a comma', { one: { aliases: ['a,b'] } }, { code: 'not_model_metadata', at: 'one.aliases.0' }],
  [
    'an alias of two models',
    { one: { aliases: ['a'] }, two: { aliases: ['b', 'a'] } },
    { code: 'alias_taken', at: 'two.aliases.1', parameters: { alias: 'a', model: 'one' } },
  ],
  [
    'an alias given twice',
    { one: { aliases: ['a', 'a'] } },
    { code: 'alias_taken', at: 'one.aliases.1', parameters: { alias: 'a', model: 'one' } },
  ],
  [
    'a model as its own alias',
    { one: { aliases: ['one'] } },
    { code: 'alias_of_model', at: 'one.aliases.0', parameters: { alias: 'one' } },
  ],
  [
    'models that are each other’s aliases',
    { one: { aliases: ['two'] }, two: { aliases: ['one'] } },
    { code: 'alias_of_model', at: 'one.aliases.0', parameters: { alias: 'two' } },
  ],
])('%s is refused, and the place named', (_, said, reason) => {
  expect(read(said) as object).toMatchObject({ reason })
})
