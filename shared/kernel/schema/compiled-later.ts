/** Checks against schemas that are compiled when they are first asked for: a process knows many, and asks few of them. */
import type { Static, TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

export type Check<Schema extends TSchema> = Pick<TypeCheck<Schema>, 'Check' | 'Errors'>

export function compiledLater<Schema extends TSchema>(schema: Schema): Check<Schema> {
  let made: TypeCheck<Schema> | undefined
  const check = () => {
    made ??= TypeCompiler.Compile(schema)
    return made
  }
  return {
    Check: (value): value is Static<Schema> => check().Check(value),
    Errors: (value) => check().Errors(value),
  }
}
