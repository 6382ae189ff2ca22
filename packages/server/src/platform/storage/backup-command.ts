import { resolve } from 'node:path'
import { StartError } from '../process/environment.ts'
import { spokenCommand } from '../process/own-program.ts'
import { backUp } from './backup.ts'
import { runCommand } from './run-command.ts'

/** `tollgate backup`: copies the configured database and the secret key into the folder given as argument. */
export const backupCommand = ([folder]: string[]): Promise<number> =>
  runCommand(async environment => {
    if (!folder) throw new StartError(`Name a folder to create: ${spokenCommand('backup FOLDER')}`)
    const files = backUp(environment, resolve(folder))
    console.log(
      `✓ ${folder} holds ${files.join(' and ')}. DATA_DIR=${folder} ${spokenCommand('start')} continues from there.`,
    )
    return 0
  })
