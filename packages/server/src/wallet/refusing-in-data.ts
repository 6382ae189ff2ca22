import { errorMessage, type Language } from '@tollgate/contract'
import { Fault } from '../http/fault.ts'

/** The specification's console looks for a refusal's sentence in `data`, where the success has its own. */
export async function refusingInData<Result>(language: Language, act: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Fault) error.data = errorMessage(error.code, language, error.parameters)
    throw error
  }
}
