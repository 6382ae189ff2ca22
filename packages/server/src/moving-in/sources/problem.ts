import { StartError } from '../../platform/process/environment.ts'

/** Why a source cannot be imported, in one sentence for the operator. */
export class SourceProblem extends StartError {
  override name = 'SourceProblem'
}
