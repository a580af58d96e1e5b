/** What a constitution declares of parameters: every fault is found when it is read; without any it is as sound as before. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ParameterBounds, ParameterConstraint } from '#db/documents/calibration'
import { initialPoint, valuesOf } from '#shared/calibration/grid'
import { harmonySettingsOf, parameterDefaults } from '#shared/calibration/parameters'
import type { Constitution } from '#shared/contracts/constitution'
import { compileConstitution } from '#shared/governance/compile'

const textOf = (name: string) => readFileSync(resolve(import.meta.dir, '../../../constitution', name), 'utf8')
const shipped: Constitution = JSON.parse(textOf('constitution.json'))

const name = 'harmonic.weight.clarity'
const faultsOf = (odd: Partial<Constitution>): string[] =>
  (compileConstitution(JSON.stringify({ ...shipped, ...odd }), { isAnalysed: false }).faults ?? []).map(
    ({ place, message }) => `${place} ${message}`,
  )
const bounded = (odd: Partial<ParameterBounds>) =>
  faultsOf({
    constraints: [],
    parameters: { [name]: { ...(shipped.parameters?.[name] as ParameterBounds), ...odd } },
  })
const joined = (odd: Partial<ParameterConstraint>) =>
  faultsOf({ constraints: [{ ...(shipped.constraints?.[0] as ParameterConstraint), ...odd }] })

test('the shipped one declares all that is read, as it is where nothing was calibrated', () => {
  const { compiled } = compileConstitution(JSON.stringify(shipped))

  expect(compiled?.warnings).toEqual([])
  expect(compiled?.space && valuesOf(compiled.space, initialPoint(compiled.space))).toEqual({ ...parameterDefaults })
})

test('settings are made of the values, and of what held before for what is missing', () => {
  const settings = harmonySettingsOf({ 'harmonic.weight.safety': 0.25 }, { constitution: 'c', version: 3 })

  expect(settings).toMatchObject({ constitution: 'c', version: 3, thresholds: { clarity: 60 } })
  expect(settings.weights).toMatchObject({ safety: 0.25, honesty: 0.18 })
  expect(settings.vetoes).toEqual({ safety: { below: 40, cap: 40 }, privacy: { below: 40, cap: 50 } })
})

test('earlier constitutions, which declare none, are read as ever', () => {
  for (const file of ['earlier/1.1.0.json', 'earlier/1.2.0.json', 'earlier/1.3.0.json']) {
    const { compiled } = compileConstitution(textOf(file), { isAnalysed: false })

    expect([file, compiled?.space, compiled?.warnings]).toEqual([file, undefined, []])
  }
})

describe('a parameter is refused', () => {
  test.each<[string, Partial<ParameterBounds>, string]>([
    ['that begins outside of its bounds', { initial: 0.5 }, 'begins at 0.5, outside of 0 to 0.4'],
    ['that begins off its grid', { initial: 0.105 }, 'begins at 0.105, which is not on its grid of 0.01 from 0'],
    ['whose maximum is below its minimum', { min: 0.6 }, 'has a maximum of 0.4 below its minimum of 0.6'],
    [
      'whose maximum is off its grid',
      { step: 0.03 },
      'has a maximum of 0.4 that is no whole number of steps of 0.03 above 0',
    ],
    [
      'that may change by less than a step',
      { max_delta: 0.001 },
      'has a max_delta of 0.001, which is less than one step',
    ],
    [
      'whose day is shorter than its step',
      { max_daily_delta: 0.01 },
      'has a max_daily_delta of 0.01, which is less than its max_delta',
    ],
    [
      'that is too fine',
      { step: 0.0000001 },
      'has a number of more than six decimal places, or one too large to be exact',
    ],
    ['that is too large', { max: 1e300 }, 'has a number of more than six decimal places, or one too large to be exact'],
    ['of too many steps', { max: 10_001, step: 0.01 }, 'has more than 1000000 steps'],
    ['under no article', { principle: 'A-99' }, 'stands under A-99, which is no article'],
  ])('%s', (_, odd, fault) => {
    expect(bounded(odd)).toEqual([`parameters/${name} ${fault}`])
  })

  test('that has no name, no step or a member too many', () => {
    expect(faultsOf({ parameters: { 'No Name': shipped.parameters?.[name] as ParameterBounds } })).not.toEqual([])
    expect(bounded({ step: 0 })).not.toEqual([])
    expect(bounded({ widen: true } as Partial<ParameterBounds>)).not.toEqual([])
  })
})

describe('a constraint is refused', () => {
  test.each<[string, Partial<ParameterConstraint>, string]>([
    ['that the initial values break', { min: 0.99, max: 0.99 }, 'is broken by the initial values'],
    ['that no values can keep', { min: 1.001, max: 1.001 }, 'cannot be kept: no values on their grids add up to 1.001'],
    ['of what is no parameter', { coefficients: { mood: 1 } }, 'names what is no parameter: mood'],
    ['of nothing', { coefficients: {} }, 'names no parameter'],
    ['that asks for nothing', { min: null, max: null }, 'asks for nothing: it has neither min nor max'],
    ['with an idle coefficient', { coefficients: { [name]: 0 } }, 'has a coefficient of 0'],
    ['under no article', { principle: 'A-98' }, 'stands under A-98, which is no article'],
  ])('%s', (_, odd, fault) => {
    expect(joined(odd)).toEqual([`constraints/harmonic.weights ${fault}`])
  })

  test('that is there twice', () => {
    const [one] = shipped.constraints ?? []

    expect(one && faultsOf({ constraints: [one, one] })).toEqual(['constraints/harmonic.weights is declared twice'])
  })
})

test('what nothing reads earns a warning, and may be calibrated all the same', () => {
  const more = { ...shipped.parameters, 'briefing.weight.mail': shipped.parameters?.[name] as ParameterBounds }
  const { compiled } = compileConstitution(JSON.stringify({ ...shipped, parameters: more }), { isAnalysed: false })

  expect(compiled?.warnings.map(({ place, message }) => `${place} ${message}`)).toEqual([
    'parameters/briefing.weight.mail is read by nothing of this release',
  ])
  expect(compiled?.space?.grids.map((grid) => grid.name)).toContain('briefing.weight.mail')
})

test('what a later release put in force and this one cannot calculate with is calibrated by nobody here, and decides all the same', () => {
  const finer = { ...(shipped.parameters?.[name] as ParameterBounds), step: 0.00000001 }
  const source = JSON.stringify({ ...shipped, parameters: { ...shipped.parameters, [name]: finer } })
  const { compiled } = compileConstitution(source, { isAnalysed: false, isInForce: true })

  expect([compiled?.space, compiled?.articles.length]).toEqual([undefined, shipped.articles.length])
  expect(compiled?.warnings.map(({ place }) => place)).toEqual([`parameters/${name}`])
})
