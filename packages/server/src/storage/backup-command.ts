/** `npm run backup`: copies the configured database and the secret key into the folder given as argument. */
import { resolve } from 'node:path'
import { StartError } from '../environment.ts'
import { runCommand } from '../run-command.ts'
import { backUp } from './backup.ts'

await runCommand(async environment => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new StartError('Name a folder to make: npm run backup -- FOLDER')
  const files = backUp(environment, resolve(folder))
  console.log(`✓ ${folder} holds ${files.join(' and ')}. DATA_DIR=${folder} npm start goes on from there.`)
  return 0
})
