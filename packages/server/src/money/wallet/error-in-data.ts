import type { ConsoleLanguage } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'

/** Repeats an error's sentence in `data`, where the specification's console expects it. */
export async function withErrorInData<Result>(
  language: ConsoleLanguage,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) error.data = error.sentence(language)
    throw error
  }
}
