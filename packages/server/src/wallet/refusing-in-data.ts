import type { Language } from '@tollgate/contract'
import { ApiError } from '../api-error.ts'

/** The specification's console looks for a refusal's sentence in `data`, where the success has its own. */
export async function refusingInData<Result>(language: Language, act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ApiError) error.data = error.sentence(language)
    throw error
  }
}
